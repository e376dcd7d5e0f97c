import type { Id } from '../platform/ids.ts'
import type { DomainEvent, Topic } from '../platform/realtime/bus.ts'
import type { Queryable } from '../schema.ts'
import { ANYBODY } from '../visibility/hidden-members.ts'
import { maySee } from '../visibility/may-see.ts'
import * as queries from './event-queries.ts'

/** Of one member; whoever looks at an older post reads it no more when they come again. */
const CLOSED_TOLD_MAX = 20

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

/**
 * Their newest public posts are about to be for friends alone, or for nobody: they leave the public feeds
 * on screen.
 */
export async function publishPublicPostsChanged(
  { trx, publish }: { trx: Queryable; publish: (event: DomainEvent) => void },
  authorId: Id,
): Promise<void> {
  const ids = await queries.newestPostsSeenBy(trx, ANYBODY, {
    author: authorId,
    limit: CLOSED_TOLD_MAX,
  })
  if (ids.length === 0) return
  const except = await queries.blockedWithAuthor(trx, authorId)
  for (const id of ids) {
    const event = { type: 'post_changed', postId: String(id) } as const
    publish({ kind: 'broadcast', topics: ['feed:public'], event, except })
  }
}
