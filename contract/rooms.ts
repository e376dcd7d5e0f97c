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
const room = z.object({
  _id: id,
  name: z.string(),
  colorPalette,
  vibe: z.enum(SPACE_VIBES),
  /** Somebody else said something the viewer has not seen; never while they muted it. */
  isUnread: z.boolean(),
  mute: roomMute,
  lastMessage,
})
export type Room = z.infer<typeof room>

/** The liveliest first. */
export const roomList = z.object({
  rooms: z.array(room),
  /** Whose messages make no sign in the list: those in one of these spaces whom a block keeps apart. */
  folded: z.array(id),
})
export type RoomList = z.infer<typeof roomList>
