import { dropPreloadedResponses } from './preloaded-responses.ts'
import {
  type Answer,
  API_ROOT,
  answerOf,
  headersOf,
  NO_ANSWER,
  type OutgoingRequest,
} from './transport.ts'

export const UPLOAD_TIMEOUT_MS = 5 * 60_000

/** A form with files. XMLHttpRequest, because `fetch` cannot tell how much has been sent. */
export function sendForm(
  request: OutgoingRequest & { body: FormData },
  onProgress?: (fraction: number) => void,
): Promise<Answer> {
  const { signal } = request
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    dropPreloadedResponses()
    const xhr = new XMLHttpRequest()
    const giveUp = () => xhr.abort()
    const settle = (finish: () => void) => () => {
      signal?.removeEventListener('abort', giveUp)
      finish()
    }
    xhr.open(request.method, API_ROOT + request.path)
    xhr.timeout = request.timeoutMs ?? UPLOAD_TIMEOUT_MS
    for (const [name, value] of Object.entries(headersOf(request)))
      xhr.setRequestHeader(name, value)
    xhr.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total)
    }
    xhr.onload = settle(() =>
      resolve(answerOf(xhr.status, xhr.responseText, xhr.getResponseHeader('retry-after'))),
    )
    xhr.onerror = settle(() => resolve(NO_ANSWER))
    xhr.ontimeout = xhr.onerror
    xhr.onabort = settle(() => reject(signal?.reason))
    signal?.addEventListener('abort', giveUp)
    xhr.send(request.body)
  })
}
