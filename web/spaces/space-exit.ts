import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MESSAGES } from '../../contract/spaces.ts'
import { withReason } from '../app/with-reason.ts'
import { api } from '../platform/api-client.ts'
import { errorMessage } from '../platform/api-error.ts'
import { rethrowUnlessGone } from '../platform/not-there.ts'
import { usePendingMutations } from '../platform/pending-mutations.ts'
import { useToast } from '../ui/toast.tsx'
import { spaceOptions } from './api.ts'
import { removePersistedSpace, SPACES_KEY } from './persisted-space.ts'

const EXIT = ['depart-from-space'] as const

export interface SpaceExit {
  spaceId: string
  way: 'leave' | 'delete'
  reason?: string
}

/**
 * Leaves or deletes a space. It is out of sight from the press on, and back if the server refuses.
 */
export function useExitSpace() {
  const client = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationKey: EXIT,
    mutationFn: exitSpace,
    onSuccess: (_, { spaceId }) => {
      client.removeQueries({ queryKey: spaceOptions(spaceId).queryKey })
      void removePersistedSpace(spaceId)
      return client.invalidateQueries({ queryKey: SPACES_KEY })
    },
    onError: (error, { way }) =>
      toast.alert(
        errorMessage(error, way === 'leave' ? MESSAGES.leaveFailed : MESSAGES.deleteFailed),
      ),
  })
}

export function usePendingExits(): SpaceExit[] {
  return usePendingMutations<SpaceExit>(EXIT)
}

async function exitSpace({ spaceId, way, reason = '' }: SpaceExit): Promise<void> {
  if (way === 'leave') await api.post(`/spaces/${spaceId}/leave`)
  else await api.delete(`/spaces/${spaceId}${withReason(reason)}`).catch(rethrowUnlessGone)
}
