import { useMutation } from '@tanstack/react-query'
import { DAY_MS } from '../../contract/durations.ts'
import { MESSAGES } from '../../contract/profile.ts'
import { api } from '../platform/api-client.ts'
import { errorMessage } from '../platform/api-error.ts'
import { useToast } from '../ui/toast.tsx'
import { useSession, useUser } from './session.tsx'

const OFFERED_AFTER_MS = 7 * DAY_MS

export function useSaveQuietNumbers() {
  const { changeUser } = useSession()
  const { _id } = useUser()
  const toast = useToast()
  return useMutation({
    mutationFn: async (isQuiet: boolean) => api.put('/users/quiet-numbers', { isQuiet }),
    onSuccess: (_, isQuiet) => changeUser({ _id, quietNumbers: isQuiet }),
    onError: (error) => toast.alert(errorMessage(error, MESSAGES.quietFailed)),
  })
}

/** Once, to who has been here for a week and never chose. */
export function useIsQuietOffered(): boolean {
  const { quietNumbers, createdAt } = useUser()
  return quietNumbers === null && Date.now() - Date.parse(createdAt) > OFFERED_AFTER_MS
}
