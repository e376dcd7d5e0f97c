import { MESSAGES as COMMENT_MESSAGES } from '../../../contract/comments.ts'
import { lockActor } from '../../accounts/lock-account.ts'
import { mutateAs } from '../../accounts/mutate-as.ts'
import { readMentions, storedText } from '../../mentions/mentions.ts'
import { notify } from '../../notifications/notify.ts'
import { deleteCommentNotifications } from '../../notifications/update-notifications.ts'
import { createOnce } from '../../platform/database/mutate.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import type { IdempotentRequest } from '../../platform/idempotency.ts'
import type { Id } from '../../platform/ids.ts'
import { deleteOwnRemoval, type Removal, type Removed } from '../../removals/removals.ts'
import type { Queryable } from '../../schema.ts'
import type { Actor, Mutation, Services } from '../../services.ts'
import { ANYBODY } from '../../visibility/hidden-members.ts'
import { isWider } from '../audience/post-audience.ts'
import {
  actorOnCards,
  type CardToChange,
  lockCardForActor,
  lockPostForActor,
} from '../lock-post.ts'
import { notifyMentioned, saveMentions } from '../mentions/post-mentions.ts'
import { canDeleteComment } from '../permissions.ts'
import { publishPostChanged } from '../post-events.ts'
import { presentComment } from '../present.ts'
import { lockPostWithoutVisibilityCheck } from '../queries.ts'
import { WrittenComment } from './comment-cache.ts'
import * as commentQueries from './comment-queries.ts'
import { readComment, readComments } from './read-comments.ts'
import * as removedCommentQueries from './removed-comment-queries.ts'

interface NewComment {
  postId: Id
  text: string
  parentId?: Id | undefined
}

/**
 * Returns the newest page; of a reply itself alone. Refuses (404) a gone post or parent, and where
 * a request before made it and it is gone.
 */
export async function addComment(
  actor: Actor,
  services: Services,
  { postId, text, parentId }: NewComment,
  request: IdempotentRequest | null,
): Promise<readonly WrittenComment[]> {
  const { id: commentId, created } = await createOnce(services, request, {
    begin: (trx) => lockActor(trx, actor),
    async create(mutation, id) {
      const { trx } = mutation
      const post = await lockCardForActor(actor, trx, postId)
      const target = await findTarget(actor, mutation, postId, parentId)
      const parent_id = target && (target.parent_id ?? target.id)
      const created_at = services.clock()
      const kept = await storedText(trx, actor.id, { scope: { postId }, text })
      const row = { id, post_id: postId, author_id: actor.id, text: kept, created_at, parent_id }
      await commentQueries.insertComment(trx, row)
      const above = target?.parent_id && (await authorOf(trx, target.parent_id))
      const spokenTo = new Set([target?.author_id, above])
      const notification = { senderId: actor.id, postId, commentId: id }
      for (const to of spokenTo)
        if (to) await notify(services, mutation, { ...notification, to, kind: 'reply' })
      if (!spokenTo.has(post.author_id))
        await notify(services, mutation, { ...notification, to: post.author_id, kind: 'comment' })
      const told = [...spokenTo, post.author_id]
      const place = { postId, commentId: id }
      await notifyMentioned(actor, services, mutation, { place, text: kept, told })
      return { post, row }
    },
  })
  if (created) services.postActivity.publish(created.post)
  if (created && parentId === undefined)
    return (await pageWith(services, created)) ?? readComments(actor, services, postId)
  // What a request before made may be gone by now.
  const comment = await readComment(actor, services, { postId, commentId })
  return parentId === undefined
    ? readComments(actor, services, postId)
    : [new WrittenComment(comment)]
}

/** The kept page with this comment, where it was committed by who stands on cards. */
async function pageWith(
  { db, commentCache, images }: Pick<Services, 'db' | 'commentCache' | 'images'>,
  { post, row }: { post: CardToChange; row: commentQueries.NewCommentRow },
): Promise<readonly WrittenComment[] | undefined> {
  const author = actorOnCards(post)
  if (!author) return undefined
  // As in `readThreads`: of who is blocked with somebody no page is kept.
  const names = await readMentions(db, ANYBODY, [row.text])
  const written = { ...row, ...author, edited_at: null, revision: 0 }
  return commentCache.extended(post, presentComment({ images }, written, names))
}

const authorOf = commentQueries.authorOfComment

async function findTarget(actor: Actor, { trx }: Mutation, postId: Id, parentId: Id | undefined) {
  if (parentId === undefined) return null
  const target = await commentQueries.findVisibleComment(trx, actor.id, postId, parentId)
  if (!target) throw new HttpError('not_found', COMMENT_MESSAGES.missing)
  return target
}

/** Refuses: 404 one that is not there for the actor, 403 who wrote neither it nor the post. */
export async function deleteOwnComment(
  actor: Actor,
  services: Services,
  { postId, commentId }: { postId: Id; commentId: Id },
): Promise<void> {
  const changed = await mutateAs(actor, services, async (mutation) => {
    const { trx } = mutation
    const post = await lockPostForActor(actor, trx, postId)
    const comment = await commentQueries.findVisibleComment(trx, actor.id, postId, commentId)
    if (!comment) return deleteRemovedComment(actor, trx, commentId)
    if (!canDeleteComment(actor, post, comment))
      throw new HttpError('forbidden', COMMENT_MESSAGES.notYours)
    await deleteCommentNotifications(mutation, comment)
    await commentQueries.deleteComment(trx, comment)
    if (comment.author_id !== actor.id) await commentQueries.updateDeletedAnswer(trx, comment)
    return post
  })
  if (changed) services.postActivity.publish(changed)
}

async function deleteRemovedComment(
  actor: Actor,
  trx: Queryable,
  commentId: Id,
): Promise<undefined> {
  const own = { kind: 'comment', thingId: commentId, memberId: actor.id } as const
  if (!(await deleteOwnRemoval(trx, own)))
    throw new HttpError('not_found', COMMENT_MESSAGES.missing)
  return undefined
}

/** For moderation, within the caller's mutation. Undefined when it is gone. */
export async function removeComment(
  mutation: Mutation,
  commentId: Id,
): Promise<Removed | undefined> {
  const { trx } = mutation
  const known = await commentQueries.findCommentWithoutVisibilityCheck(trx, commentId)
  const post = known && (await lockPostWithoutVisibilityCheck(trx, known.post_id))
  // Now that the post is locked, nobody else deletes or edits it.
  const comment = post && (await commentQueries.findCommentWithoutVisibilityCheck(trx, commentId))
  if (!comment || comment.author_id === null) return undefined
  const contents: removedCommentQueries.KeptComment = {
    comment,
    audience: post.audience,
    versions: await removedCommentQueries.versionsOfComment(trx, commentId),
  }
  await deleteCommentNotifications(mutation, comment)
  if (!(await commentQueries.deleteComment(trx, comment))) return undefined
  if (comment.author_id !== post.author_id) await commentQueries.updateDeletedAnswer(trx, comment)
  await publishPostChanged(mutation, post)
  const { author_id: memberId, text } = comment
  return { memberId, text, imageId: null, imageAlt: '', contents }
}

/** Gives it back, where it was. False when its post is gone, or is for more than it was said to. */
export async function restoreComment(mutation: Mutation, { contents }: Removal): Promise<boolean> {
  const { trx } = mutation
  const kept: removedCommentQueries.KeptComment = JSON.parse(contents)
  const post = await removedCommentQueries.lockPostEvenRemoved(trx, kept.comment.post_id)
  if (!post) return false
  const isAnothers = kept.comment.author_id !== post.author_id
  if (isAnothers && isWider(post.audience, kept.audience)) return false
  await removedCommentQueries.restoreComment(trx, kept)
  const texts = [kept.comment, ...kept.versions].map(({ text }) => text)
  await saveMentions(trx, { postId: post.id, commentId: kept.comment.id }, texts)
  await publishPostChanged(mutation, post)
  return true
}
