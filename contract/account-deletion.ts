import { z } from 'zod'
import { author } from './author.ts'
import { boundedList } from './bounded-list.ts'
import { withCommas } from './number-format.ts'
import { id, parsedId } from './text.ts'

/** So many of one's spaces are named, and of each so many members who could run it. */
export const HEIRS_NAMED = 50
export const SPACES_NAMED = 100

export const MESSAGES = {
  previewFailed: 'We could not count what goes. You can delete your account all the same.',
  onlyAdministrator:
    'You are the only administrator here. Once you are gone, whoever runs the server has to make another one: snug admin grant NAME.',
} as const

const counts = z.object({
  posts: z.number().int(),
  images: z.number().int(),
  comments: z.number().int(),
  messages: z.number().int(),
})
export type DeletionCounts = z.infer<typeof counts>

/** What goes with the account, and what passes on. */
export const deletionPreview = counts.extend({
  /** Nobody else could act as one: who runs the server has to make another. */
  isOnlyAdministrator: z.boolean(),
  spaces: z
    .array(
      z.object({
        _id: id,
        name: z.string(),
        /**
         * Who has been there longest comes first, and gets it where nobody is chosen; empty: it
         * goes.
         */
        heirs: z.array(author).max(HEIRS_NAMED),
      }),
    )
    .max(SPACES_NAMED),
})
export type DeletionPreview = z.infer<typeof deletionPreview>

const HEIR_UNKNOWN = 'Please choose who runs your spaces from the list.'

/** Who is to run which space; of the others it is who has been there longest. */
export const deleteAccountBody = z
  .object({
    heirs: boundedList(z.object({ space: parsedId, heir: parsedId }, HEIR_UNKNOWN), SPACES_NAMED, {
      long: HEIR_UNKNOWN,
      wrong: HEIR_UNKNOWN,
    }).default([]),
  })
  .optional()
export type ChosenHeir = { space: string; heir: string }

/** "3 posts, 1 picture, no comments and 2 messages" */
export function countedThings({ posts, images, comments, messages }: DeletionCounts): string {
  const words = [
    counted(posts, 'post'),
    counted(images, 'picture'),
    counted(comments, 'comment'),
    counted(messages, 'message'),
  ]
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

/** "1 post", "no posts", "1,200 posts" */
export function counted(count: number, thing: string): string {
  if (count === 1) return `1 ${thing}`
  return `${count === 0 ? 'no' : withCommas(count)} ${thing}s`
}
