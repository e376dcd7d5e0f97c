import { DAY_MS } from '../../contract/durations.ts'
import { api } from '../platform/api-client.ts'
import { isGoneOrTaken } from '../platform/api-error.ts'
import { attemptKey, clearAttempt } from '../platform/drafts.ts'

/** Once a day where an answer was lost: another space, or other words, are another message. */
export async function sharePost(spaceId: string, message: { content: string; postId: string }) {
  const form = `share-${message.postId}-${spaceId}`
  const send = () =>
    api.post(`/spaces/${spaceId}/messages`, message, {
      idempotencyKey: keyOfDay(form, message.content),
    })
  await send().catch((error: unknown) => {
    if (!isGoneOrTaken(error)) throw error
    // What an attempt before made was deleted: this is another then.
    clearAttempt(form)
    return send()
  })
  clearAttempt(form)
}

/** After a day it is another, also in the same words. */
function keyOfDay(form: string, content: string): string {
  const key = attemptKey(form, content)
  if (Date.now() - Number.parseInt(key, 10) < DAY_MS) return key
  clearAttempt(form)
  return attemptKey(form, content)
}
