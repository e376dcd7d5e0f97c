import type { InfiniteData } from '@tanstack/react-query'
import { COMMENTS_PAGE_SIZE, type Comment, type Reply } from '../../../contract/comments.ts'

/** The newest page first, oldest comment first within it; of replies the oldest page first. */
export type CommentPages = InfiniteData<Comment[]>

/** As they are read: oldest first. */
export function inOrder({ pages }: CommentPages): Comment[] {
  return pages.toReversed().flat()
}

export function countOf(comments: Comment[]): number {
  return comments.reduce(
    (sum, { isDeleted, replyCount }) => sum + (isDeleted ? 0 : 1) + replyCount,
    0,
  )
}

export function holds({ pages }: CommentPages, commentId: string): boolean {
  const isIt = ({ _id }: Reply) => _id === commentId
  return pages.flat().some((comment) => isIt(comment) || comment.replies.some(isIt))
}

/** The ids of a comment and of the replies that came with it. */
export function answerableIn({ _id, replies }: Comment): string[] {
  return [_id, ...replies.map((reply) => reply._id)]
}

/** Takes the server's newest page in, without moving what is there. */
export function withNewest(newest: Comment[], known: CommentPages | undefined): CommentPages {
  const ids = new Set(known?.pages.flat().map(({ _id }) => _id))
  const hasGap = newest.length >= COMMENTS_PAGE_SIZE && !newest.some(({ _id }) => ids.has(_id))
  if (!known || hasGap) return { pages: [newest], pageParams: [null] }
  const [first = [], ...older] = known.pages
  return { ...known, pages: [[...first, ...newest.filter(({ _id }) => !ids.has(_id))], ...older] }
}

/** The server answers with the reply alone. */
export function withReply(
  [reply]: Comment[],
  known: CommentPages | undefined,
): CommentPages | undefined {
  if (!known || !reply) return known
  return mapComments(known, (comment) =>
    comment._id === reply.parentId && !comment.replies.some(({ _id }) => _id === reply._id)
      ? [
          {
            ...comment,
            replyCount: comment.replyCount + 1,
            replies: [...comment.replies, reply],
          },
        ]
      : [comment],
  )
}

export function withChanged(changed: Comment, known: CommentPages): CommentPages {
  return mapComments(known, (comment) => {
    if (comment._id === changed._id) {
      const { replies, replyCount } = comment
      return [{ ...changed, replies, replyCount }]
    }
    const replies = comment.replies.map((one) => (one._id === changed._id ? changed : one))
    return [{ ...comment, replies }]
  })
}

/** Of a comment with replies its mark stays, until the last of them is gone. */
export function without(commentId: string, known: CommentPages): CommentPages {
  return mapComments(known, (comment) => {
    const rest = comment.replies.filter(({ _id }) => _id !== commentId)
    const replyCount = comment.replyCount - (comment.replies.length - rest.length)
    const isGone = comment._id === commentId || comment.isDeleted
    if (isGone && replyCount === 0) return []
    const left = { ...comment, replies: rest, replyCount }
    return [isGone ? { ...left, user: null, text: '', editedAt: null, isDeleted: true } : left]
  })
}

function mapComments(known: CommentPages, change: (comment: Comment) => Comment[]): CommentPages {
  return { ...known, pages: known.pages.map((page) => page.flatMap(change)) }
}
