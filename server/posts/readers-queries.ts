import type { PostAudience } from '../../contract/posts.ts'
import { prepared } from '../platform/database/prepared.ts'
import type { Id } from '../platform/ids.ts'
import type { ReadonlyDatabase } from '../schema.ts'
import { readCircle } from './newest-posts-queries.ts'

const squad = prepared((db: ReadonlyDatabase, { author }: { author: Id }) =>
  db.selectFrom('squad_places').select('friend_id').where('user_id', '=', author),
)

/** In whose friends feeds a post with this audience stands: the author's, and those it is for. */
export async function readersOf(
  db: ReadonlyDatabase,
  author: Id,
  audience: PostAudience,
): Promise<Id[]> {
  if (audience !== 'squad') return (await readCircle(db, author))?.ids ?? []
  const places = await squad(db, { author })
  return [author, ...places.map(({ friend_id }) => friend_id)]
}
