import type { InfiniteData } from '@tanstack/react-query'
import { COMMENTS_PAGE_SIZE, type Comment } from '../../contract/comments.ts'

/** Pages of comments, the newest page first; within a page the oldest comment is first. */
export type CommentPages = InfiniteData<Comment[]>

/** As they are read: oldest first. */
export function inOrder({ pages }: CommentPages): Comment[] {
  return pages.toReversed().flat()
}

/** Takes the server's newest page in, without moving what is there. */
export function withNewest(newest: Comment[], known: CommentPages | undefined): CommentPages {
  const ids = new Set(known?.pages.flat().map(({ _id }) => _id))
  const hasGap = newest.length >= COMMENTS_PAGE_SIZE && !newest.some(({ _id }) => ids.has(_id))
  if (!known || hasGap) return { pages: [newest], pageParams: [null] }
  const [first = [], ...older] = known.pages
  return { ...known, pages: [[...first, ...newest.filter(({ _id }) => !ids.has(_id))], ...older] }
}

export function withChanged(comment: Comment, known: CommentPages): CommentPages {
  const change = (one: Comment) => (one._id === comment._id ? comment : one)
  return { ...known, pages: known.pages.map((page) => page.map(change)) }
}

export function without(commentId: string, known: CommentPages): CommentPages {
  return { ...known, pages: known.pages.map((page) => page.filter(({ _id }) => _id !== commentId)) }
}
