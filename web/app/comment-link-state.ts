import { z } from 'zod'

// The navigation state in which Home is asked to put a comment in view. In a file of its own,
// since the feature that asks and the one that shows meet here.

const commentLinkState = z.object({
  comment: z.object({
    postId: z.string(),
    /** Null: the comment is no more, but the post may be. */
    commentId: z.string().nullable(),
  }),
})

export type CommentLinkState = z.infer<typeof commentLinkState>
export type CommentLink = CommentLinkState['comment']

export function readCommentLink(state: unknown): CommentLink | undefined {
  return commentLinkState.safeParse(state).data?.comment
}
