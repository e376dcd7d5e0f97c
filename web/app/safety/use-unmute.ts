import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MESSAGES } from '../../../contract/blocks.ts'
import { errorMessage } from '../../platform/api-error.ts'
import { useToast } from '../../ui/toast.tsx'
import { type SafetyPerson, unmute } from './api.ts'

/** Says what came of it. `onUnmuted`: what was pressed goes, and focus must not go with it. */
export function useUnmute({ _id }: SafetyPerson, onUnmuted: () => void) {
  const client = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: () => unmute(client, _id),
    onSuccess: (sentence) => {
      toast.success(sentence)
      onUnmuted()
    },
    onError: (error) => toast.alert(errorMessage(error, MESSAGES.unmuteFailed)),
  })
}
