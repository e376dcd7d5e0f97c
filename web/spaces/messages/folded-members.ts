import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Folds } from '../../../contract/blocks.ts'
import { foldsOptions } from '../../app/safety/folds.ts'
import { useOnReconnect, useServerEvents } from '../../platform/realtime/use-realtime.ts'

const NOBODY: Folds = { blocked: [], hidden: [] }

/** Undefined until known, so that nothing is drawn which is to be folded a moment later. */
export function useFoldedMembers(spaceId: string): Folds | undefined {
  const client = useQueryClient()
  const { queryKey } = foldsOptions(spaceId)
  const refresh = () => void client.invalidateQueries({ queryKey })
  useServerEvents((event) => {
    const isOfSpace = event.type === 'space_changed' && event.spaceId === spaceId
    if (isOfSpace || event.type === 'friends_changed') refresh()
  })
  useOnReconnect(refresh)
  const { data, isError, isFetchedAfterMount } = useQuery(foldsOptions(spaceId))
  // What could not be read and is asked for again is pending anew: what is shown stays meanwhile.
  return data ?? (isError || isFetchedAfterMount ? NOBODY : undefined)
}
