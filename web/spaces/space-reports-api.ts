import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { sentenceAnswer } from '../../contract/errors.ts'
import { reportQueue, type SpaceDecision } from '../../contract/reports.ts'
import { api } from '../platform/api-client.ts'
import { useToast } from '../ui/toast.tsx'
import { spaceRemovalsOptions } from './space-removals-api.ts'

// What was reported in a space and waits for its admin.

const REPORTS_KEY = ['space-reports'] as const

export function spaceReportsOptions(spaceId: string) {
  return queryOptions({
    queryKey: [...REPORTS_KEY, spaceId] as const,
    queryFn: async ({ signal }) =>
      reportQueue.parse(await api.get(`/spaces/${spaceId}/reports`, { signal })),
    staleTime: 0,
  })
}

export function useDecideSpaceReport(spaceId: string) {
  const client = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: async ({ reportId, ...body }: SpaceDecision & { reportId: string }) =>
      sentenceAnswer.parse(await api.post(`/spaces/${spaceId}/reports/${reportId}/decision`, body)),
    onSuccess: ({ msg }) => toast.success(msg),
    onSettled: () => {
      void client.invalidateQueries(spaceRemovalsOptions(spaceId))
      return client.invalidateQueries({ queryKey: REPORTS_KEY })
    },
  })
}
