import { z } from 'zod'
import { timestamp } from './text.ts'

/** How the viewer muted a room; `until` is null where it is until they turn it on again. */
export const roomMute = z.object({ until: timestamp.nullable() }).nullable()
export type RoomMute = z.infer<typeof roomMute>

export const MESSAGES = {
  muted: 'This room is quiet now.',
  unmuted: 'You hear of this room again.',
  failed: 'This room could not be muted.',
  unmuteFailed: 'This room could not be turned on again.',
} as const
