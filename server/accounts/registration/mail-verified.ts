import type { UserRow } from '../../schema.ts'

/** Whether the mailbox was proved to be theirs; they may still wait to be let in. */
export function isMailVerified(user: Pick<UserRow, 'verified_at' | 'waiting_since'>): boolean {
  return user.verified_at !== null || user.waiting_since !== null
}
