import { queryOptions } from '@tanstack/react-query'
import { messageList } from '../../../contract/space-messages.ts'
import { api } from '../../platform/api-client.ts'

export function pinsOptions(roomId: string) {
  return queryOptions({
    queryKey: ['pins', roomId] as const,
    queryFn: async ({ signal }) =>
      messageList.parse(await api.get(`/spaces/${roomId}/pins`, { signal })),
    staleTime: 0,
  })
}
