import { z } from 'zod'
import type { Id } from '../platform/ids.ts'

// To whom a mail that waits is to go, read from what is kept of it.

/** What is kept of most: they go to the member's own address. */
export const toUser = z.object({ userId: z.number() })

const whereTo = z.object({
  userId: z.number().optional(),
  email: z.string().optional(),
  /** It goes to the address that is taken up, or to the one that was left. */
  newEmail: z.string().optional(),
  formerEmail: z.string().optional(),
})

export interface MailRecipient {
  /** Null where only an address is known. */
  memberId: Id | null
  /** Null where it is the member's own at the time. */
  email: string | null
}

/** `payload` as the outbox keeps it. */
export function recipientOf(payload: string): MailRecipient {
  const { userId, email, newEmail, formerEmail } = whereTo.parse(JSON.parse(payload))
  return { memberId: userId ?? null, email: newEmail ?? formerEmail ?? email ?? null }
}
