import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { sentenceAnswer } from '../../contract/errors.ts'
import { type Decision, reportQueue, type SuspensionDays } from '../../contract/reports.ts'
import { suspendedMembers } from '../../contract/suspension.ts'
import { queryKeys } from '../app/query-keys.ts'
import { api } from '../platform/api-client.ts'
import { useToast } from '../ui/toast.tsx'
import { ADMIN } from './api.ts'

// What was reported and who is suspended, for administrators.

const EVERY_MS = 60_000

/** Asked for again while it is in sight: others report and decide meanwhile. */
export const reportsOptions = queryOptions({
  queryKey: [...ADMIN, 'reports'] as const,
  queryFn: async ({ signal }) =>
    reportQueue.parse(await api.get('/admin/reports?state=open', { signal })),
  refetchInterval: EVERY_MS,
  staleTime: 0,
})

export const suspendedOptions = queryOptions({
  queryKey: [...ADMIN, 'suspensions'] as const,
  queryFn: async ({ signal }) =>
    suspendedMembers.parse(await api.get('/admin/suspensions', { signal })),
  refetchInterval: EVERY_MS,
  staleTime: 0,
})

/** What an administrator says with an act, and whom it is about. */
type Act =
  | ({ kind: 'decide'; reportId: string } & Pick<Decision, 'act' | 'days' | 'text'>)
  | { kind: 'suspend'; memberId: string; days: SuspensionDays; text: string }
  | { kind: 'lift' | 'answer'; memberId: string; text: string }
  | { kind: 'undo'; actId: string; text: string }

/** Carries an act out and says what the server says. Rejects with an ApiError. */
export function useAdminAct() {
  const client = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: async (act: Act) => sentenceAnswer.parse(await send(act)),
    onSuccess: ({ msg }) => toast.success(msg),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: ADMIN })
      for (const queryKey of [queryKeys.feeds, queryKeys.comments, queryKeys.members])
        void client.invalidateQueries({ queryKey, refetchType: 'none' })
    },
  })
}

function send(act: Act): Promise<unknown> {
  if (act.kind === 'decide') {
    const { kind: _, reportId, ...decision } = act
    return api.post(`/admin/reports/${reportId}/decision`, decision)
  }
  if (act.kind === 'undo') return api.post(`/admin/acts/${act.actId}/undo`, { text: act.text })
  const { kind, memberId, ...body } = act
  return api.post(`/admin/user/${memberId}/${kind}`, body)
}
