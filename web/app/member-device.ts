import { claimDrafts, hasDrafts, wipeDrafts } from '../platform/drafts.ts'
import { kept } from '../platform/offline/kept.ts'
import { outbox } from '../platform/offline/outbox.ts'

// What a member has on this device. Words they wrote stay when a session ends by itself, for when
// they are back; what they read goes with the session.

/** What anyone before wrote or read here is not this member's to see. */
export function claimDevice(memberId: string): void {
  claimDrafts(memberId)
  void outbox.claim(memberId)
}

/** The session is over here, by whatever end. */
export function leaveDevice(): void {
  outbox.close()
  void kept.wipe()
}

/** Whether leaving by their own will would cost the member something they wrote. */
export function wouldLoseWords(): boolean {
  return hasDrafts() || outbox.letters().length > 0
}

/** The member goes by their own will: nothing of them stays. */
export function wipeDevice(): Promise<unknown> {
  wipeDrafts()
  return Promise.all([outbox.wipe(), kept.wipe()])
}
