import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { MESSAGES, type RoomMute } from '../../contract/room-mute.ts'
import { queryKeys } from '../app/query-keys.ts'
import { api, errorMessage } from '../platform/api-client.ts'
import { useToast } from '../ui/toast.tsx'
import { spaceOptions } from './api.ts'
import { roomsOptions } from './rooms.ts'

/** `until`: null for good. Rejects with what the caller shows. */
export async function muteRoom(client: QueryClient, roomId: string, until: string | null) {
  await api.put(`/spaces/${roomId}/mute`, { until })
  await refreshRoom(client, roomId)
}

/** Turns a room on again, and says whether that was done. */
export function useUnmuteRoom(roomId: string): () => Promise<void> {
  const client = useQueryClient()
  const toast = useToast()
  return async () => {
    try {
      await api.delete(`/spaces/${roomId}/mute`)
      toast.success(MESSAGES.unmuted)
    } catch (error) {
      toast.alert(errorMessage(error, MESSAGES.unmuteFailed))
    }
    await refreshRoom(client, roomId)
  }
}

/** Some clocks are behind the server's. */
const A_MOMENT_MS = 2_000
/** Browsers take a longer time for none. */
const TIMER_MAX_MS = 2 ** 31 - 1

/** The room that is open can be heard again once its time is over. */
export function useMuteEnd(roomId: string, mute: RoomMute): void {
  const client = useQueryClient()
  const end = mute?.until ? Date.parse(mute.until) : undefined
  useEffect(() => {
    if (end === undefined) return
    const left = Math.max(end - Date.now(), 0) + A_MOMENT_MS
    const timer = setTimeout(() => void refreshRoom(client, roomId), Math.min(left, TIMER_MAX_MS))
    return () => clearTimeout(timer)
  }, [client, roomId, end])
}

/** All that shows whether it is muted. */
function refreshRoom(client: QueryClient, roomId: string) {
  return Promise.all([
    client.invalidateQueries(roomsOptions),
    client.invalidateQueries(spaceOptions(roomId)),
    client.invalidateQueries({ queryKey: queryKeys.conversations }),
  ])
}
