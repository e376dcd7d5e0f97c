import { useState } from 'react'
import type { CurrentUser } from '../../../contract/accounts.ts'
import { localDevice } from '../../platform/device-storage.ts'
import { useUser } from '../session.tsx'

/** After this, whoever has not done the first steps does not want to. */
const NEW_FOR_MS = 14 * 24 * 60 * 60_000

/** Whether the first steps stand on Home, and the way to hide them for good on this device. */
export function useFirstSteps() {
  const user = useUser()
  const key = `first-steps-hidden.${user._id}`
  // What is done while one is here leaves the card where it stands.
  const [isShown, setIsShown] = useState(() => isNewcomer(user) && localDevice.get(key) === null)

  function hide() {
    localDevice.set(key, 'yes')
    setIsShown(false)
  }

  return { isShown, hide }
}

function isNewcomer(user: CurrentUser): boolean {
  const isNew = Date.now() - Date.parse(user.createdAt) < NEW_FOR_MS
  const isSettled =
    user.profilePhoto !== null && user.aboutMe !== '' && user.friendCount > 0 && user.postCount > 0
  return isNew && !isSettled
}
