import { COMMENTS_PAGE_SIZE, type Comment } from '../../contract/comments.ts'
import { MESSAGES } from '../../contract/posts.ts'
import { notify } from '../notifications/notify.ts'
import { HttpError } from '../platform/http/http-error.ts'
import { claim, madeBefore, type Repeatable } from '../platform/idempotency.ts'
import { type Id, newId } from '../platform/ids.ts'
import { mutate } from '../platform/realtime/mutate.ts'
import type { Actor, Services } from '../services.ts'
import { presentComment } from './present.ts'
import * as queries from './queries.ts'
import { postToActUpon } from './reactions.ts'

/**
 * Comments of a post, oldest first: the newest page, or the page just before one comment.
 * Refuses (404) a post that is not there for the actor.
 */
export async function readComments(
  actor: Actor,
  services: Services,
  postId: Id,
  before: string | null = null,
): Promise<Comment[]> {
  if (!(await queries.findVisiblePost(services.db, actor.id, postId)))
    throw new HttpError('not_found', MESSAGES.postMissing)
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
  postId: Id,
  text: string,
  request: Repeatable | null,
): Promise<Comment[]> {
  if (await madeBefore(services.db, request)) return readComments(actor, services, postId)
  await mutate(services, async (mutation) => {
    const { trx } = mutation
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
    await notify(services, mutation, { ...news, type: 'comment' })
  })
  return readComments(actor, services, postId)
}
