import { COMMENTS_PAGE_SIZE, type Comment } from '../../contract/comments.ts'
import { claim, madeBefore, type Repeatable } from '../platform/idempotency.ts'
import { newId } from '../platform/ids.ts'
import type { Actor, Services } from '../services.ts'
import { presentComment } from './present.ts'
import * as queries from './queries.ts'
import { visiblePost } from './reacting.ts'

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
  await visiblePost(actor, services.db, postId)
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
  await services.db.transaction().execute(async (trx) => {
    await visiblePost(actor, trx, postId)
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
  })
  return readComments(actor, services, postId)
}
