import { useSyncExternalStore } from 'react'
import { createObservable } from './observable.ts'
import type { Answer } from './transport.ts'

/** While the server is away it is asked more often than that; one call that failed is soon old. */
const FORGOTTEN_AFTER_MS = 60_000

const unanswered = createObservable(false)
let forgetting: ReturnType<typeof setTimeout>

let answeredAt = 0

/** Keeps whether a call of then got no answer, or only that of a proxy whose server is away. */
export function recordAnswer({ status }: Answer, calledAt: number): void {
  const isLeft = [0, 502, 504].includes(status)
  if (!isLeft) answeredAt = performance.now()
  // Another that was called later had its answer.
  else if (calledAt < answeredAt) return
  unanswered.set(isLeft)
  clearTimeout(forgetting)
  forgetting = setTimeout(unanswered.set, FORGOTTEN_AFTER_MS, false)
}

/** Whether the last call was left without an answer of the server. */
export function useIsUnanswered(): boolean {
  return useSyncExternalStore(unanswered.subscribe, unanswered.get)
}
