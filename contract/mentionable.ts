import { z } from 'zod'
import { author } from './author.ts'
import { postAudience } from './posts.ts'
import { parsedId } from './text.ts'

/** So many members are offered at once. */
export const MENTIONABLE_MAX = 8
const NAME_MAX = 19

export const MESSAGES = {
  nameInvalid: 'A name is made of letters, digits and underscores.',
  placeUnclear: 'Members are offered for one place at a time.',
  placeMissing: 'There is no such place to mention somebody in.',
} as const

/** Who can be mentioned where: on a post, in a space, or in a post that is still being written. */
export const mentionableQuery = z
  .object({
    q: z
      .string(MESSAGES.nameInvalid)
      .max(NAME_MAX, MESSAGES.nameInvalid)
      .regex(/^[A-Za-z0-9_]*$/, MESSAGES.nameInvalid)
      .default(''),
    postId: parsedId.optional(),
    spaceId: parsedId.optional(),
    audience: postAudience.optional(),
  })
  .refine(({ postId, spaceId, audience }) => {
    const places = [postId, spaceId, audience].filter((place) => place !== undefined)
    return places.length === 1
  }, MESSAGES.placeUnclear)
export type MentionableQuery = z.output<typeof mentionableQuery>

export const mentionableList = z.array(author)
