/** For tests: comments as the contract allows them. */
import type { CurrentUser } from '../../../contract/accounts.ts'
import {
  type Comment,
  type Reply as CommentReply,
  commentList,
  firstComments,
} from '../../../contract/comments.ts'
import { postBy } from '../../app/test-posts.ts'
import type { Reply } from '../../platform/fake-server.ts'

let count = 0

/** Below `parent`, where there is one. */
export function commentBy(author: CurrentUser, words: string, parent?: Comment): Comment {
  const { user, createdAt } = postBy(author, '')
  return {
    _id: `9${String(++count).padStart(12, '0')}`,
    ...{ user, text: words, mentions: [], createdAt, editedAt: null, revision: 0 },
    ...{ parentId: parent?._id ?? null, isDeleted: false, replyCount: 0, replies: [] },
  }
}

export function commentsReply(comments: (Comment | CommentReply)[], status = 200): Reply {
  const all = comments.map((one) => ({ replyCount: 0, replies: [], ...one }))
  return { status, body: commentList.parse(all) }
}

/**
 * What is read ahead under these posts at once; whoever has nothing in `said` is not among them.
 */
export function readAhead(postIds: string[], said: Record<string, Comment[]>) {
  const body = Object.entries(said).map(([postId, comments]) => ({ postId, comments }))
  const reply: Reply = { status: 200, body: firstComments.parse(body) }
  return { [readAheadOf(postIds)]: () => reply }
}

export function readAheadOf(postIds: string[]): string {
  return `GET /posts/comments?ids=${postIds.join(',')}`
}
