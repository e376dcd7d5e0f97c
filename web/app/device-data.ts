import { claimDrafts, hasDrafts, wipeDrafts } from '../platform/drafts.ts'
import { outbox } from '../platform/offline/outbox.ts'
import { persistence } from '../platform/offline/persistence.ts'

// What a member has on this device. Words they wrote stay when a session ends by itself, for when
// they are back; what they read goes with the session.

/** What anyone before wrote or read here is not this member's to see. */
export function claimDeviceData(memberId: string): void {
  claimDrafts(memberId)
  void outbox.claim(memberId)
}

/** The session is over here, by whatever end. */
export function closeDeviceData(): void {
  outbox.close()
  void persistence.clear()
}

/** Whether leaving by their own will would cost the member something they wrote. */
export function hasUnsentText(): boolean {
  return hasDrafts() || outbox.items().length > 0
}

/** The member goes by their own will: nothing of them stays. */
export function wipeDeviceData(): Promise<unknown> {
  return Promise.all([wipeDrafts(), outbox.clear(), persistence.clear()])
}
