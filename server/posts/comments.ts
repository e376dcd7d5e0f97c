import {
  MESSAGES as COMMENT_MESSAGES,
  COMMENTS_PAGE_SIZE,
  type Comment,
} from '../../contract/comments.ts'
import { MESSAGES } from '../../contract/posts.ts'
import { mutateAs, requireAccount } from '../accounts/lock-account.ts'
import { notify } from '../notifications/notify.ts'
import { createOnce } from '../platform/database/mutate.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { IdempotentRequest } from '../platform/idempotency.ts'
import type { Id } from '../platform/ids.ts'
import { forgetOwnRemoved, type Removal, type Removed } from '../removals/removals.ts'
import type { Queryable } from '../schema.ts'
import type { Actor, Mutation, ReadServices, Services } from '../services.ts'
import { maySee } from '../visibility/may-see.ts'
import { publishPostChanged } from './post-events.ts'
import { presentComment } from './present.ts'
import * as queries from './queries.ts'
import { lockPostForActor } from './reactions.ts'
import * as removalQueries from './removal-queries.ts'

/**
 * Comments of a post, oldest first: the newest page, or the page just before one comment.
 * Refuses (404) a post that is not there for the actor.
 */
export async function readComments(
  actor: Actor,
  services: Pick<ReadServices, 'db' | 'images'>,
  postId: Id,
  before: Id | null = null,
): Promise<Comment[]> {
  const page = { before, limit: COMMENTS_PAGE_SIZE }
  const rows = await queries.newestComments(services.db, actor.id, postId, page)
  // Whoever sees a comment of the post sees the post.
  if (rows.length === 0 && !(await maySee(services.db, actor.id, 'post', postId)))
    throw new HttpError('not_found', MESSAGES.postMissing)
  return rows.reverse().map((row) => presentComment(services, row))
}

/** One comment. Refuses (404) one that is not there for the actor. */
export async function readComment(
  actor: Actor,
  services: Pick<ReadServices, 'db' | 'images'>,
  { postId, commentId }: { postId: Id; commentId: Id },
): Promise<Comment> {
  const row = await queries.findComment(services.db, actor.id, postId, commentId)
  if (!row) throw new HttpError('not_found', COMMENT_MESSAGES.missing)
  return presentComment(services, row)
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
  request: IdempotentRequest | null,
): Promise<Comment[]> {
  const { created } = await createOnce(services, request, {
    begin: (trx) => requireAccount(trx, actor),
    async create(mutation, id) {
      const { trx } = mutation
      const post = await lockPostForActor(actor, trx, postId)
      await queries.insertComment(trx, {
        id,
        post_id: postId,
        author_id: actor.id,
        text,
        created_at: services.clock(),
      })
      const news = { to: post.author_id, senderId: actor.id, postId, commentId: id }
      await notify(services, mutation, { ...news, kind: 'comment' })
      return post
    },
  })
  if (created) services.postActivity.tell(created)
  return readComments(actor, services, postId)
}

/**
 * Deletes a comment, as its author or its post's; what the post's author was told of it goes with it.
 * Refuses: 404 one that is not there for the actor, 403 who wrote neither.
 */
export async function deleteOwnComment(
  actor: Actor,
  services: Services,
  { postId, commentId }: { postId: Id; commentId: Id },
): Promise<void> {
  const changed = await mutateAs(actor, services, async ({ trx, publish }) => {
    const post = await lockPostForActor(actor, trx, postId)
    const comment = await queries.findVisibleComment(trx, actor.id, postId, commentId)
    if (!comment) return forgetRemovedComment(actor, trx, commentId)
    if (comment.author_id !== actor.id && post.author_id !== actor.id)
      throw new HttpError('forbidden', COMMENT_MESSAGES.notYours)
    await queries.deleteComment(trx, comment)
    publish({ kind: 'unread-changed', memberId: post.author_id })
    return post
  })
  if (changed) services.postActivity.tell(changed)
}

async function forgetRemovedComment(
  actor: Actor,
  trx: Queryable,
  commentId: Id,
): Promise<undefined> {
  const own = { kind: 'comment', thingId: commentId, memberId: actor.id } as const
  if (!(await forgetOwnRemoved(trx, own)))
    throw new HttpError('not_found', COMMENT_MESSAGES.missing)
  return undefined
}

/**
 * Takes anybody's comment away, for moderation, within the caller's mutation; what its post's author
 * was told of it goes with it. Undefined when it is gone.
 */
export async function removeComment(
  { trx, publish }: Mutation,
  commentId: Id,
): Promise<Removed | undefined> {
  const comment = await queries.findCommentWithoutVisibilityCheck(trx, commentId)
  const post = comment && (await queries.lockPostWithoutVisibilityCheck(trx, comment.post_id))
  if (!post) return undefined
  const contents: removalQueries.KeptComment = {
    comment,
    versions: await removalQueries.versionsOfComment(trx, commentId),
  }
  if (!(await queries.deleteComment(trx, comment))) return undefined
  publish({ kind: 'unread-changed', memberId: post.author_id })
  await publishPostChanged({ trx, publish }, post)
  const { author_id: memberId, text } = comment
  return { memberId, text, imageId: null, imageAlt: '', contents }
}

/** Gives it back, where it was. False when its post is gone. */
export async function restoreComment(
  { trx, publish }: Mutation,
  { contents }: Removal,
): Promise<boolean> {
  const post = await removalQueries.restoreComment(trx, JSON.parse(contents))
  if (post) await publishPostChanged({ trx, publish }, post)
  return post !== undefined
}
