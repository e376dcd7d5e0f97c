import { prepared } from '../../platform/database/prepared.ts'
import type { Id } from '../../platform/ids.ts'
import type { ReadonlyDatabase } from '../../schema.ts'
import type { PostReaders } from '../../visibility/audiences.ts'
import { readFeedSources } from '../feeds/newest-posts-queries.ts'

const squad = prepared((db: ReadonlyDatabase, { author }: { author: Id }) =>
  db.selectFrom('squad_places').select('friend_id').where('user_id', '=', author),
)

const READERS: Record<PostReaders, (db: ReadonlyDatabase, author: Id) => Promise<Id[]>> = {
  squad: async (db, author) => {
    const places = await squad(db, { author })
    return [author, ...places.map(({ friend_id }) => friend_id)]
  },
  friends: async (db, author) => (await readFeedSources(db, author))?.ids ?? [],
}

/** In whose friends feeds a post for these readers stands: the author's, and theirs. */
export function readersOf(db: ReadonlyDatabase, author: Id, readers: PostReaders): Promise<Id[]> {
  return READERS[readers](db, author)
}
