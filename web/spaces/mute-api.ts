import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { MESSAGES, type RoomMute } from '../../contract/room-mute.ts'
import { queryKeys } from '../app/query-keys.ts'
import { api } from '../platform/api-client.ts'
import { errorMessage } from '../platform/api-error.ts'
import { useToast } from '../ui/toast.tsx'
import { spaceOptions } from './api.ts'
import { useMuteEnd } from './mute-end.ts'
import { spaceSummariesOptions } from './space-summaries.ts'

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

/** The room that is open can be heard again once its time is over. */
export function useRoomMuteEnd(roomId: string, mute: RoomMute): void {
  const client = useQueryClient()
  const end = mute?.until ? Date.parse(mute.until) : undefined
  useMuteEnd(end, () => void refreshRoom(client, roomId))
}

/** All that shows whether it is muted. */
function refreshRoom(client: QueryClient, roomId: string) {
  return Promise.all([
    client.invalidateQueries(spaceSummariesOptions),
    client.invalidateQueries(spaceOptions(roomId)),
    client.invalidateQueries({ queryKey: queryKeys.conversations }),
  ])
}
