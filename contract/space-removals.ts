import { z } from 'zod'
import { author } from './author.ts'
import { id, parsedId, timestamp } from './text.ts'

// Messages that the admin of a space removed, for as long as they can be given back.

export const SPACE_REMOVALS_SHOWN = 100

export const MESSAGES = {
  loadFailed: 'Failed to load what was removed',
  giveBackConfirm: (name: string) => `Give the message by ${name} back?`,
  giveBackDetails: (name: string) =>
    `It is there again for everybody who could read it. ${name} is told, with your words.`,
} as const

/** The latest first. */
export const spaceRemovalList = z.array(
  z.object({
    _id: id,
    member: author,
    text: z.string(),
    removedAt: timestamp,
    /** From then on it is really deleted. */
    until: timestamp,
  }),
)
export type SpaceRemoval = z.infer<typeof spaceRemovalList>[number]

export const spaceRemovalParams = z.object({ id: parsedId, removalId: parsedId })
