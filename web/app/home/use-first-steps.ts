import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { CurrentUser } from '../../../contract/accounts.ts'
import { DAY_MS } from '../../../contract/durations.ts'
import { MESSAGES } from '../../../contract/profile.ts'
import { api } from '../../platform/api-client.ts'
import { errorMessage } from '../../platform/api-error.ts'
import { useToast } from '../../ui/toast.tsx'
import { focusHeading } from '../focus-on-navigation.ts'
import { useSession, useUser } from '../session.tsx'

/** After this, whoever has not done the first steps does not want to. */
const NEW_FOR_MS = 14 * DAY_MS

/** Whether the first steps stand on Home, and the way to hide them for good, on all devices. */
export function useFirstSteps() {
  const user = useUser()
  const { changeUser } = useSession()
  const toast = useToast()
  // What is done while one is here leaves the card where it stands.
  const [isNew] = useState(() => isNewcomer(user))
  const show = (isShown: boolean) => changeUser({ _id: user._id, areFirstStepsHidden: !isShown })
  const { mutate: hide } = useMutation({
    mutationFn: async () => api.delete('/users/first-steps'),
    onMutate() {
      show(false)
      requestAnimationFrame(focusHeading)
    },
    onError(error) {
      show(true)
      toast.alert(errorMessage(error, MESSAGES.firstStepsFailed))
    },
  })
  return { isShown: isNew && !user.areFirstStepsHidden, hide: () => hide() }
}

function isNewcomer(user: CurrentUser): boolean {
  const isNew = Date.now() - Date.parse(user.createdAt) < NEW_FOR_MS
  const isSettled =
    user.profilePhoto !== null && user.aboutMe !== '' && hasMetSomebody(user) && user.postCount > 0
  return isNew && !isSettled
}

/** A request is all that they can do by themselves. */
export function hasMetSomebody({ friendCount, hasAskedSomebody }: CurrentUser): boolean {
  return friendCount > 0 || hasAskedSomebody
}
