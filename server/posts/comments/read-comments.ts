import {
  MESSAGES as COMMENT_MESSAGES,
  COMMENTS_PAGE_SIZE,
  type Comment,
} from '../../../contract/comments.ts'
import { MESSAGES } from '../../../contract/posts.ts'
import { readMentions } from '../../mentions/mentions.ts'
import { fromJson } from '../../platform/database/portable-sql.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import type { Id } from '../../platform/ids.ts'
import type { Actor, ReadServices } from '../../services.ts'
import { ANYBODY } from '../../visibility/hidden-members.ts'
import { maySee } from '../../visibility/may-see.ts'
import { presentComment, presentThread } from '../present.ts'
import { WrittenComment } from './comment-cache.ts'
import * as commentQueries from './comment-queries.ts'

type Reading = Pick<ReadServices, 'db' | 'images' | 'commentCache'>

/** Before a comment, or among the replies to one, from the first or after one; or one alone. */
interface CommentsPage {
  before?: Id | undefined
  parentId?: Id | undefined
  after?: Id | undefined
  only?: Id | undefined
}

/**
 * Comments of a post, oldest first: the newest page with the first replies to each, or the page
 * just before one comment; or replies to a comment, or it alone. Refuses (404) a post, or what is
 * asked for alone, that is not there for the actor.
 */
export async function readComments(
  actor: Actor,
  services: Reading,
  postId: Id,
  { before, parentId, after, only }: CommentsPage = {},
): Promise<readonly WrittenComment[]> {
  if (only !== undefined) {
    return [new WrittenComment(await readComment(actor, services, { postId, commentId: only }))]
  }
  const asked = { viewerId: actor.id, postId, limit: COMMENTS_PAGE_SIZE }
  const comments =
    parentId !== undefined
      ? await readReplies(services, { ...asked, parentId, after: after ?? 0 })
      : await readThreads(services, { ...asked, before: before ?? null })
  // Whoever sees a comment of the post sees the post.
  if (comments.length === 0 && !(await maySee(services.db, actor.id, 'post', postId)))
    throw new HttpError('not_found', MESSAGES.postMissing)
  return comments
}

/** The newest page of each post's; without posts that are not there for the actor. */
export async function readFirstComments(actor: Actor, services: Reading, postIds: Id[]) {
  const pages = await Promise.all(
    [...new Set(postIds)].map(async (postId) => {
      const page = await readComments(actor, services, postId).catch(undefinedWhereMissing)
      const comments = page?.map(({ comment }) => comment)
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
): Promise<readonly WrittenComment[]> {
  const rows = (await commentQueries.newestThreads(services.db, page)).reverse()
  const [row] = rows
  // For who is blocked with nobody the rest is asked as for anybody: a block of theirs that comes
  // meanwhile would stand on the page that is kept for all.
  const viewerId = row?.hasBlocks === 0 ? ANYBODY : page.viewerId
  const comments = await presentRows(services, { ...page, viewerId }, rows)
  const written = comments.map((comment) => new WrittenComment(comment))
  if (row && page.before === null) services.commentCache.keep({ ...row, id: page.postId }, written)
  return written
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
): Promise<readonly WrittenComment[]> {
  const rows = await commentQueries.repliesAfter(services.db, page)
  const names = await namesIn(services, page.viewerId, rows)
  return rows.map((row) => new WrittenComment(presentComment(services, row, names)))
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
