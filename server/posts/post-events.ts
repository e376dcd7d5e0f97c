import type { Id } from '../platform/ids.ts'
import type { DomainEvent, Topic } from '../realtime/bus.ts'
import type { Queryable } from '../schema.ts'
import { AUDIENCES, POST_READERS } from '../visibility/audiences.ts'
import { ANYBODY } from '../visibility/hidden-members.ts'
import { maySee } from '../visibility/may-see.ts'
import { readersOf } from './audience/readers-queries.ts'
import * as queries from './event-queries.ts'

/** Of one member; whoever looks at an older post reads it no more when they come again. */
const HIDDEN_PUBLISHED_MAX = 20

/**
 * What a post or a comment under it says is otherwise now: tells the feeds on screen where the post
 * may stand, by its id alone. Who hears of it is who may see the post.
 */
export async function publishPostChanged(
  { trx, publish }: { trx: Queryable; publish: (event: DomainEvent) => void },
  post: { id: Id; author_id: Id },
): Promise<void> {
  const audience = await queries.audienceShown(trx, post)
  const { readers } = AUDIENCES[audience ?? 'friends']
  const ids = audience ? await readersOf(trx, post.author_id, readers) : [post.author_id]
  const topics: Topic[] = ids.map((id) => `feed:${id}` as const)
  const event = changed(post.id)
  publish({ kind: 'broadcast', topics, event })
  if (!(await maySee(trx, ANYBODY, 'post', post.id))) return
  const except = await queries.blockedWithAuthor(trx, post.author_id)
  publish({ kind: 'broadcast', topics: ['feed:public'], event, except })
}

/**
 * The newest posts of a member are about to be for friends alone (`of` strangers), or for nobody:
 * they leave the feeds on screen, in which nothing says why.
 */
export async function publishPostsBecomingHidden(
  mutation: { trx: Queryable; publish: (event: DomainEvent) => void },
  authorId: Id,
  of: 'strangers' | 'everybody',
): Promise<void> {
  const { trx, publish } = mutation
  if (of === 'everybody') await publishToFriends(mutation, authorId)
  const posts = await newestPosts(trx, ANYBODY, authorId)
  if (posts.length === 0) return
  const except = await queries.blockedWithAuthor(trx, authorId)
  for (const { id } of posts)
    publish({ kind: 'broadcast', topics: ['feed:public'], event: changed(id), except })
}

/** Those in whose friends feeds each may stand. */
async function publishToFriends(
  { trx, publish }: { trx: Queryable; publish: (event: DomainEvent) => void },
  authorId: Id,
): Promise<void> {
  const posts = Object.groupBy(
    await newestPosts(trx, authorId, authorId),
    ({ audience }) => AUDIENCES[audience].readers,
  )
  for (const readers of POST_READERS) {
    if (!posts[readers]) continue
    const ids = await readersOf(trx, authorId, readers)
    const topics = ids.map((reader) => `feed:${reader}` as const)
    for (const { id } of posts[readers]) publish({ kind: 'broadcast', topics, event: changed(id) })
  }
}

/** The newest posts for a member's squad leave the screens of who is in it no more. */
export async function publishSquadPostsHidden(
  { trx, publish }: { trx: Queryable; publish: (event: DomainEvent) => void },
  authorId: Id,
  leavers: Id[],
): Promise<void> {
  if (leavers.length === 0) return
  const topics = leavers.map((id) => `feed:${id}` as const)
  const limit = HIDDEN_PUBLISHED_MAX
  for (const { id } of await queries.newestSquadPosts(trx, { author: authorId, limit }))
    publish({ kind: 'broadcast', topics, event: changed(id) })
}

const newestPosts = (trx: Queryable, viewer: Id, author: Id) =>
  queries.newestPostsSeenBy(trx, viewer, { author, limit: HIDDEN_PUBLISHED_MAX })

const changed = (id: Id) => ({ type: 'post_changed', postId: String(id) }) as const
