import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { conversationCount } from '../../../contract/conversations.ts'
import { usePolledRooms } from '../../app/polled-query.ts'
import { queryKeys } from '../../app/query-keys.ts'
import { api } from '../../platform/api-client.ts'
import { useOnMissedEvents, useServerEvents } from '../../platform/realtime/use-realtime.ts'
import { useTogether } from '../../platform/use-together.ts'

// In how many conversations there is something new: the bars show it on every screen.

const countOptions = queryOptions({
  queryKey: [...queryKeys.conversations, 'count'] as const,
  queryFn: async ({ signal }) =>
    conversationCount.parse(await api.get('/conversations/count', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
})

/** As far as it is known; 0 until then. */
export function useUnreadConversations(): number {
  return useQuery({ ...countOptions, enabled: false }).data?.unread ?? 0
}

/** Keeps the number and the lists current; for one place above the bars. */
export function useConversationsSync(): void {
  const client = useQueryClient()
  usePolledRooms(countOptions)
  const refresh = () => void client.invalidateQueries({ queryKey: queryKeys.conversations })
  // What is said in a moment is read once.
  const refreshSoon = useTogether(refresh)
  useServerEvents((event) => {
    if (event.type === 'ready' && event.unreadConversations !== undefined)
      client.setQueryData(countOptions.queryKey, { unread: event.unreadConversations })
    if (event.type === 'conversation_changed' || event.type === 'mute_changed') refreshSoon()
  })
  useOnMissedEvents(refresh)
}
