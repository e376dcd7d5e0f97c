import {
  MESSAGES as COMMENT_MESSAGES,
  COMMENTS_PAGE_SIZE,
  type Comment,
} from '../../contract/comments.ts'
import { MESSAGES } from '../../contract/posts.ts'
import { mutateAs, requireAccount } from '../accounts/lock-account.ts'
import { keptText, readMentions } from '../mentions/mentions.ts'
import { notify } from '../notifications/notify.ts'
import { deleteCommentNotifications } from '../notifications/retention.ts'
import { createOnce } from '../platform/database/mutate.ts'
import { fromJson } from '../platform/database/portable-sql.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { IdempotentRequest } from '../platform/idempotency.ts'
import type { Id } from '../platform/ids.ts'
import { forgetOwnRemoved, type Removal, type Removed } from '../removals/removals.ts'
import type { Queryable } from '../schema.ts'
import type { Actor, Mutation, ReadServices, Services } from '../services.ts'
import { maySee } from '../visibility/may-see.ts'
import * as commentQueries from './comment-queries.ts'
import { isWider } from './post-audience.ts'
import { publishPostChanged } from './post-events.ts'
import { keepMentioned, notifyMentioned } from './post-mentions.ts'
import { presentComment, presentThread } from './present.ts'
import { lockPostWithoutVisibilityCheck } from './queries.ts'
import { lockPostForActor } from './reactions.ts'
import * as removalQueries from './removed-post-queries.ts'

type Reading = Pick<ReadServices, 'db' | 'images'>

/** Before a comment, or among the replies to one, from the first or after one; or one alone. */
interface CommentsPage {
  before?: Id | undefined
  parentId?: Id | undefined
  after?: Id | undefined
  only?: Id | undefined
}

/**
 * Comments of a post, oldest first: the newest page with the first replies to each, or the page just
 * before one comment; or replies to a comment, or it alone. Refuses (404) a post, or what is asked for
 * alone, that is not there for the actor.
 */
export async function readComments(
  actor: Actor,
  services: Reading,
  postId: Id,
  { before, parentId, after, only }: CommentsPage = {},
): Promise<Comment[]> {
  if (only !== undefined) return [await readComment(actor, services, { postId, commentId: only })]
  const page = { viewerId: actor.id, postId, limit: COMMENTS_PAGE_SIZE }
  const comments =
    parentId === undefined
      ? await readThreads(services, { ...page, before: before ?? null })
      : await readReplies(services, { ...page, parentId, after: after ?? 0 })
  // Whoever sees a comment of the post sees the post.
  if (comments.length === 0 && !(await maySee(services.db, actor.id, 'post', postId)))
    throw new HttpError('not_found', MESSAGES.postMissing)
  return comments
}

/** The newest page of each post's; without posts that are not there for the actor. */
export async function readFirstComments(actor: Actor, services: Reading, postIds: Id[]) {
  const pages = await Promise.all(
    [...new Set(postIds)].map(async (postId) => {
      const comments = await readComments(actor, services, postId).catch(undefinedWhereMissing)
      return comments ? [{ postId: String(postId), comments }] : []
    }),
  )
  return pages.flat()
}

function undefinedWhereMissing(error: unknown): undefined {
  if (!(error instanceof HttpError) || error.code !== 'not_found') throw error
}

async function readThreads(
  services: Reading,
  page: Parameters<typeof commentQueries.newestThreads>[1],
): Promise<Comment[]> {
  const rows = await commentQueries.newestThreads(services.db, page)
  return presentRows(services, page, rows.reverse())
}

const NOTHING_BELOW: commentQueries.Below = { count: 0, rows: [] }

async function presentRows(
  services: Reading,
  { viewerId, postId }: { viewerId: Id; postId: Id },
  rows: commentQueries.ThreadRow[],
): Promise<Comment[]> {
  const threads = rows.map((row) => ({ row, below: fromJson(row.below) ?? NOTHING_BELOW }))
  const unseen = threads.some(({ below }) => below.count > 0)
    ? await commentQueries.unseenReplies(services.db, viewerId, postId)
    : new Map<Id, number>()
  const all = threads.flatMap(({ row, below }) => [row, ...below.rows])
  const names = await namesIn(services, viewerId, all)
  return threads.map(({ row, below }) =>
    presentThread(services, { row, below, unseen: unseen.get(row.id) ?? 0, names }),
  )
}

async function readReplies(
  services: Reading,
  page: Parameters<typeof commentQueries.repliesAfter>[1],
): Promise<Comment[]> {
  const rows = await commentQueries.repliesAfter(services.db, page)
  const names = await namesIn(services, page.viewerId, rows)
  return rows.map((row) => presentComment(services, row, names))
}

function namesIn({ db }: Reading, viewerId: Id, rows: { text: string }[]) {
  return readMentions(
    db,
    viewerId,
    rows.map(({ text }) => text),
  )
}

/** One comment. Refuses (404) one that is not there for the actor. */
export async function readComment(
  actor: Actor,
  services: Reading,
  { postId, commentId }: { postId: Id; commentId: Id },
): Promise<Comment> {
  const row = await commentQueries.findComment(services.db, actor.id, postId, commentId)
  if (!row) throw new HttpError('not_found', COMMENT_MESSAGES.missing)
  const [comment] = await presentRows(services, { viewerId: actor.id, postId }, [row])
  if (!comment) throw new Error('A comment that was read was not presented.')
  return comment
}

interface NewComment {
  postId: Id
  text: string
  parentId?: Id | undefined
}

/** Returns the newest page; of a reply itself alone. Refuses (404) a gone post or parent. */
export async function addComment(
  actor: Actor,
  services: Services,
  { postId, text, parentId }: NewComment,
  request: IdempotentRequest | null,
): Promise<Comment[]> {
  const { id: commentId, created } = await createOnce(services, request, {
    begin: (trx) => requireAccount(trx, actor),
    async create(mutation, id) {
      const { trx } = mutation
      const post = await lockPostForActor(actor, trx, postId)
      const target = await findTarget(actor, mutation, postId, parentId)
      const parent_id = target && (target.parent_id ?? target.id)
      const created_at = services.clock()
      const kept = await keptText(trx, actor.id, { place: { postId }, text })
      const row = { id, post_id: postId, author_id: actor.id, text: kept, created_at, parent_id }
      await commentQueries.insertComment(trx, row)
      const above = target?.parent_id && (await authorOf(trx, target.parent_id))
      const spokenTo = new Set([target?.author_id, above])
      const news = { senderId: actor.id, postId, commentId: id }
      for (const to of spokenTo)
        if (to) await notify(services, mutation, { ...news, to, kind: 'reply' })
      if (!spokenTo.has(post.author_id))
        await notify(services, mutation, { ...news, to: post.author_id, kind: 'comment' })
      const told = [...spokenTo, post.author_id]
      const place = { postId, commentId: id }
      await notifyMentioned(actor, services, mutation, { place, text: kept, told })
      return post
    },
  })
  if (created) services.postActivity.publish(created)
  if (parentId === undefined) return readComments(actor, services, postId)
  return [await readComment(actor, services, { postId, commentId })]
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
    if (!comment) return forgetRemovedComment(actor, trx, commentId)
    if (comment.author_id !== actor.id && post.author_id !== actor.id)
      throw new HttpError('forbidden', COMMENT_MESSAGES.notYours)
    await deleteCommentNotifications(mutation, comment)
    await commentQueries.deleteComment(trx, comment)
    return post
  })
  if (changed) services.postActivity.publish(changed)
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
  const contents: removalQueries.KeptComment = {
    comment,
    audience: post.audience,
    versions: await removalQueries.versionsOfComment(trx, commentId),
  }
  await deleteCommentNotifications(mutation, comment)
  if (!(await commentQueries.deleteComment(trx, comment))) return undefined
  await publishPostChanged(mutation, post)
  const { author_id: memberId, text } = comment
  return { memberId, text, imageId: null, imageAlt: '', contents }
}

/** Gives it back, where it was. False when its post is gone, or is for more than it was said to. */
export async function restoreComment(mutation: Mutation, { contents }: Removal): Promise<boolean> {
  const { trx } = mutation
  const kept: removalQueries.KeptComment = JSON.parse(contents)
  const post = await removalQueries.lockPostEvenRemoved(trx, kept.comment.post_id)
  if (!post) return false
  const isAnothers = kept.comment.author_id !== post.author_id
  if (isAnothers && isWider(post.audience, kept.audience)) return false
  await removalQueries.restoreComment(trx, kept)
  const texts = [kept.comment, ...kept.versions].map(({ text }) => text)
  await keepMentioned(trx, { postId: post.id, commentId: kept.comment.id }, texts)
  await publishPostChanged(mutation, post)
  return true
}
