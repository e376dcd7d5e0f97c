import { infiniteQueryOptions } from '@tanstack/react-query'
import { messageSearchPage } from '../../../contract/message-search.ts'
import { api } from '../../platform/api-client.ts'
import { messagesOf } from './messages-api.ts'

export function searchOptions(roomId: string, words: string) {
  return infiniteQueryOptions({
    queryKey: ['message-search', roomId, words] as const,
    queryFn: async ({ pageParam, signal }) => {
      const query = new URLSearchParams({ q: words, ...(pageParam && { before: pageParam }) })
      const path = `${messagesOf(roomId)}/search?${query}`
      return messageSearchPage.parse(await api.get(path, { signal }))
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.before,
    // What is said meanwhile would come in above what is read.
    staleTime: 0,
    gcTime: 0,
  })
}
