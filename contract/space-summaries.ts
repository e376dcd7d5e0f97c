import { z } from 'zod'
import { roomMute } from './room-mute.ts'
import { colorPalette, SPACE_VIBES } from './spaces.ts'
import { id, timestamp } from './text.ts'

/** So much of the last message a list shows at most. */
export const LAST_LINE_MAX = 160

/** Not by whom a block keeps apart; `content` is cut to `LAST_LINE_MAX`. Null: there is none. */
export const lastMessage = z
  .object({
    seq: z.number().int(),
    username: z.string(),
    content: z.string(),
    createdAt: timestamp,
  })
  .nullable()

/** A space the viewer is in, as a list beside others shows it. */
const spaceSummary = z.object({
  _id: id,
  name: z.string(),
  colorPalette,
  vibe: z.enum(SPACE_VIBES),
  /** Somebody else said something the viewer has not seen; never while they muted it. */
  isUnread: z.boolean(),
  mute: roomMute,
  lastMessage,
})
export type SpaceSummary = z.infer<typeof spaceSummary>

/** The liveliest first. */
export const spaceSummaries = z.object({
  rooms: z.array(spaceSummary),
  /**
   * Whose messages make no sign in the list: those in one of these spaces whom a block keeps apart.
   */
  folded: z.array(id),
})
export type SpaceSummaries = z.infer<typeof spaceSummaries>
