import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { joinRequestAnswer, joinRequestList } from '../../../contract/join-requests.ts'
import { MESSAGES } from '../../../contract/spaces.ts'
import { api } from '../../platform/api-client.ts'
import { errorMessage } from '../../platform/api-error.ts'
import { usePendingMutations } from '../../platform/pending-mutations.ts'
import { useToast } from '../../ui/toast.tsx'
import { updateCachedSpace } from '../api.ts'
import { SPACES_KEY } from '../persisted-space.ts'

// Asking to be let in, and letting in. A request that was answered is out of sight at once.

export const JOIN_REQUESTS_KEY = ['join-requests'] as const
const ANSWER = ['answer-join-request'] as const

export interface JoinAnswer {
  requestId: string
  way: 'approve' | 'deny'
  adminResponse: string
}

export function myRequestsOptions() {
  return queryOptions({
    queryKey: [...JOIN_REQUESTS_KEY, 'mine'] as const,
    queryFn: async ({ signal }) =>
      joinRequestList.parse(await api.get('/join-requests/my-requests', { signal })),
  })
}

export function spaceRequestsOptions(spaceId: string) {
  return queryOptions({
    queryKey: [...JOIN_REQUESTS_KEY, 'of-space', spaceId] as const,
    queryFn: async ({ signal }) =>
      joinRequestList.parse(await api.get(`/join-requests/space/${spaceId}`, { signal })),
  })
}

/** Rejects with what the form shows. */
export function useAskToJoin(spaceId: string) {
  const client = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: async (message: string) =>
      joinRequestAnswer.parse(await api.post('/join-requests', { spaceId, message })),
    onSuccess: () => {
      toast.success(MESSAGES.requestSent)
      updateCachedSpace(client, spaceId, (space) => ({ ...space, requestPending: true }))
      return readAgain(client)
    },
    // It may be open to everybody by now, or the request may be there.
    onError: () => client.invalidateQueries({ queryKey: SPACES_KEY }),
  })
}

export function useCancelRequest() {
  const client = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: (spaceId: string) => cancelRequest(client, spaceId),
    onSuccess: (_, spaceId) => {
      updateCachedSpace(client, spaceId, (space) => ({ ...space, requestPending: false }))
    },
    onError: (error) => toast.alert(errorMessage(error, MESSAGES.cancelFailed)),
    onSettled: () => readAgain(client),
  })
}

/** Lets somebody in, or not; whichever, the request is off the list. */
export function useAnswerRequest() {
  const client = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationKey: ANSWER,
    mutationFn: ({ requestId, way, adminResponse }: JoinAnswer) =>
      api.patch(`/join-requests/${requestId}/${way}`, { adminResponse }),
    onSuccess: (_, { way }) =>
      toast.success(way === 'approve' ? MESSAGES.approved : MESSAGES.denied),
    onError: (error, { way }) =>
      toast.alert(
        errorMessage(error, way === 'approve' ? MESSAGES.approveFailed : MESSAGES.denyFailed),
      ),
    onSettled: () => readAgain(client),
  })
}

export function usePendingAnswers(): string[] {
  return usePendingMutations<JoinAnswer>(ANSWER).map(({ requestId }) => requestId)
}

async function cancelRequest(client: QueryClient, spaceId: string): Promise<void> {
  const requests = await client.fetchQuery({ ...myRequestsOptions(), staleTime: 0 })
  const pending = requests.find(
    ({ space, status }) => space._id === spaceId && status === 'pending',
  )
  // Answered meanwhile: there is nothing to take back, and the lists will show it.
  if (pending) await api.delete(`/join-requests/${pending._id}`)
}

async function readAgain(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: JOIN_REQUESTS_KEY }),
    client.invalidateQueries({ queryKey: SPACES_KEY }),
  ])
}
