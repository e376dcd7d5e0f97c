import { z } from 'zod'

// The navigation state in which Home is asked to put a comment in view. In a file of its own,
// since the room that asks and the room that shows meet here.

const stateWithComment = z.object({
  comment: z.object({
    postId: z.string(),
    /** Null: the comment is no more, but the post may be. */
    commentId: z.string().nullable(),
  }),
})

export type StateWithComment = z.infer<typeof stateWithComment>
export type CommentAsked = StateWithComment['comment']

export function commentAsked(state: unknown): CommentAsked | undefined {
  return stateWithComment.safeParse(state).data?.comment
}
