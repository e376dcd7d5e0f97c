import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { sentenceAnswer } from '../../contract/errors.ts'
import { type SpaceRemoval, spaceRemovalList } from '../../contract/space-removals.ts'
import { api } from '../platform/api-client.ts'
import { useToast } from '../ui/toast.tsx'

/** What the admin of a space removed and can give back: for them alone. */
export function spaceRemovalsOptions(spaceId: string) {
  return queryOptions({
    queryKey: ['space-removals', spaceId] as const,
    queryFn: async ({ signal }) =>
      spaceRemovalList.parse(await api.get(`/spaces/${spaceId}/removals`, { signal })),
    staleTime: 0,
  })
}

/** Rejects with what the confirmation shows. */
export function useGiveBack(spaceId: string) {
  const client = useQueryClient()
  const toast = useToast()
  const { queryKey } = spaceRemovalsOptions(spaceId)
  return useMutation({
    mutationFn: async ({ removal, text }: { removal: SpaceRemoval; text: string }) =>
      sentenceAnswer.parse(
        await api.post(`/spaces/${spaceId}/removals/${removal._id}/undo`, { text }),
      ),
    onSuccess({ msg }, { removal }) {
      client.setQueryData(queryKey, (known) => known?.filter(({ _id }) => _id !== removal._id))
      toast.success(msg)
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}
