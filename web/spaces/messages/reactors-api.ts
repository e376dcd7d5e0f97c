import { queryOptions } from '@tanstack/react-query'
import { reactorList } from '../../../contract/space-messages.ts'
import { api } from '../../platform/api-client.ts'
import { messagesOf } from './messages-api.ts'

export function reactorsOptions(roomId: string, messageId: string, emoji: string) {
  return queryOptions({
    queryKey: ['reactors', roomId, messageId, emoji] as const,
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ emoji })
      const path = `${messagesOf(roomId)}/${messageId}/reactions?${query}`
      return reactorList.parse(await api.get(path, { signal }))
    },
    staleTime: 0,
  })
}
