import type { Id } from '../platform/ids.ts'
import type { DomainEvent, Topic } from '../platform/realtime/bus.ts'
import type { Queryable } from '../schema.ts'
import { maySee } from '../visibility/may-see.ts'
import * as queries from './event-queries.ts'

/** No member has this id: who is shown nothing but what is for everybody. */
const ANYBODY: Id = 0

/**
 * What a post or a comment under it says is otherwise now: tells the feeds on screen where the post
 * may stand, by its id alone. Who hears of it is who may see the post.
 */
export async function publishPostChanged(
  { trx, publish }: { trx: Queryable; publish: (event: DomainEvent) => void },
  post: { id: Id; author_id: Id },
): Promise<void> {
  const friends = await queries.friendsWhoSee(trx, post)
  const topics: Topic[] = [post.author_id, ...friends].map((id) => `feed:${id}` as const)
  const event = { type: 'post_changed', postId: String(post.id) } as const
  publish({ kind: 'broadcast', topics, event })
  if (!(await maySee(trx, ANYBODY, 'post', post.id))) return
  const except = await queries.blockedWithAuthor(trx, post.author_id)
  publish({ kind: 'broadcast', topics: ['feed:public'], event, except })
}
