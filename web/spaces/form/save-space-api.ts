import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SpaceBody, space } from '../../../contract/spaces.ts'
import { api } from '../../platform/api-client.ts'
import { isGoneOrTaken } from '../../platform/api-error.ts'
import { attemptKey, clearAttempt } from '../../platform/drafts.ts'
import { cacheSpace } from '../api.ts'

const NEW_SPACE = 'space'

/** Makes a space, once where an answer was lost, or changes the one with this id. */
export function useSaveSpace(spaceId: string | undefined) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: SpaceBody) =>
      space.parse(await (spaceId ? api.put(`/spaces/${spaceId}`, body) : postSpace(body))),
    onSuccess(saved) {
      if (!spaceId) clearAttempt(NEW_SPACE)
      return cacheSpace(client, saved)
    },
  })
}

async function postSpace(body: SpaceBody): Promise<unknown> {
  const send = () =>
    api.post('/spaces', body, { idempotencyKey: attemptKey(NEW_SPACE, JSON.stringify(body)) })
  return send().catch((error: unknown) => {
    if (!isGoneOrTaken(error)) throw error
    // What an attempt before made was deleted, or was another: this is a new one then.
    clearAttempt(NEW_SPACE)
    return send()
  })
}
