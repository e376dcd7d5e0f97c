import { z } from 'zod'
import { id, timestamp } from './text.ts'

// An invitation as who has its link reads it, before they are a member.

/** Anything of another form is simply no code of ours. */
export const inviteCodeParams = z.object({ code: z.string().max(100) })

export const invitedSpace = z.object({ _id: id, name: z.string() })

export const invitation = z.object({
  inviter: z.string(),
  /** For members who see the inviter; null for all others. */
  inviterId: id.nullable(),
  space: invitedSpace.nullable(),
  until: timestamp,
})
export type Invitation = z.infer<typeof invitation>
