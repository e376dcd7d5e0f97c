import { queryOptions } from '@tanstack/react-query'
import { folds } from '../../../contract/blocks.ts'
import { api } from '../../platform/api-client.ts'
import { isServerAway } from '../../platform/api-error.ts'
import { restoreQueries } from '../persisted-queries.ts'
import { queryKeys } from '../query-keys.ts'

/** Whose messages are folded away in a space: on the device, too, as the messages are. */
export function foldsOptions(spaceId: string) {
  return queryOptions({
    queryKey: [...queryKeys.folds, spaceId],
    queryFn: async ({ signal, client }) => {
      try {
        return folds.parse(await api.get(`/spaces/${spaceId}/folds`, { signal }))
      } catch (error) {
        // Before it is known to have failed, so that nothing is shown unfolded meanwhile.
        if (isServerAway(error)) await restoreQueries(client)
        throw error
      }
    },
  })
}
