import { COMMENTS_PAGE_SIZE, type Comment } from '../../contract/comments.ts'
import { SAYS } from '../../contract/posts.ts'
import { notify } from '../notifications/notify.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { claim, madeBefore, type Repeatable } from '../platform/idempotency.ts'
import { newId } from '../platform/ids.ts'
import { change } from '../platform/realtime/change.ts'
import type { Actor, Services } from '../services.ts'
import { presentComment } from './present.ts'
import * as queries from './queries.ts'
import { postToActUpon } from './reacting.ts'

/**
 * Comments of a post, oldest first: the newest page, or the page just before one comment.
 * Refuses (404) a post that is not there for the actor.
 */
export async function readComments(
  actor: Actor,
  services: Services,
  postId: string,
  before: string | null = null,
): Promise<Comment[]> {
  if (!(await queries.findVisiblePost(services.db, actor.id, postId)))
    throw new Refusal('not_found', SAYS.postMissing)
  const rows = await queries.newestComments(services.db, postId, before, COMMENTS_PAGE_SIZE)
  return rows.reverse().map((row) => presentComment(services, row))
}

/**
 * Adds a comment, once, however often the same request comes, and returns the newest page.
 * Refuses (404) a post that has just vanished.
 */
export async function addComment(
  actor: Actor,
  services: Services,
  postId: string,
  text: string,
  request: Repeatable | null,
): Promise<Comment[]> {
  if (await madeBefore(services.db, request)) return readComments(actor, services, postId)
  await change(services, async (changing) => {
    const { trx } = changing
    const post = await postToActUpon(actor, trx, postId)
    const id = newId()
    const now = services.clock()
    if (!(await claim(trx, request, id, now))) return
    await queries.insertComment(trx, {
      id,
      post_id: postId,
      author_id: actor.id,
      text,
      created_at: now,
    })
    const news = { to: post.author_id, senderId: actor.id, postId, commentId: id }
    await notify(services, changing, { ...news, type: 'comment' })
  })
  return readComments(actor, services, postId)
}
