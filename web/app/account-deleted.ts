import { sessionDevice } from '../platform/web-storage.ts'

// That this visit follows the deletion of an account: told across the reload, once. The page's own
// first script looks for the key as well.

const KEY = 'snug.account-deleted'

const isAfterDeletion = sessionDevice.get(KEY) !== null
sessionDevice.remove(KEY)

/** To be called before the page begins anew. */
export function markAccountDeleted(): void {
  sessionDevice.set(KEY, 'yes')
}

export function isAfterAccountDeletion(): boolean {
  return isAfterDeletion
}
