import { draftOwner } from '../platform/draft-files.ts'
import { claimDrafts, hasDrafts, wipeDraftsOf } from '../platform/drafts.ts'
import { outbox } from '../platform/offline/outbox.ts'
import { persistence } from '../platform/offline/persistence.ts'
import { heldTabLocks, tabsName } from '../platform/tab-lock.ts'

// What a member has on this device. Words they wrote stay when a session ends by itself, for when
// they are back; what they read goes with the session.

/** From now on this tab shows and keeps what is this member's. */
export function claimDeviceData(memberId: string): void {
  claimDrafts(memberId)
  void outbox.claim(memberId)
}

/**
 * A member comes: what others left here, whose sessions ended by themselves, goes; where one of
 * them is signed in in another tab, it is what they are writing.
 */
export async function wipeDataOfOthers(memberId: string): Promise<void> {
  const held = await heldTabLocks()
  void wipeWordsOf((id) => id !== memberId && !held?.some(({ name }) => name === tabsName(id)))
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
  const leaver = draftOwner()
  return Promise.all([wipeWordsOf((id) => id === leaver), persistence.clear()])
}

function wipeWordsOf(isGone: (memberId: string) => boolean) {
  return Promise.all([wipeDraftsOf(isGone), outbox.wipeOf(isGone)])
}
