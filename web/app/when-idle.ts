import type { QueryClient } from '@tanstack/react-query'

const WITHIN_MS = 5_000
const SOON_MS = 200

/**
 * Once what the page asked for is there and drawn; not for ever, should an answer not come.
 * False: who waits has `left` meanwhile.
 */
export async function whenIdle(client: QueryClient, left: AbortSignal): Promise<boolean> {
  const end = performance.now() + WITHIN_MS
  do await idleMoment()
  while (!left.aborted && isWaiting(client) && performance.now() < end)
  return !left.aborted
}

function isWaiting(client: QueryClient): boolean {
  const isImageMissing = [...document.images].some(
    ({ complete, loading }) => !complete && loading !== 'lazy',
  )
  return isImageMissing || client.isFetching() > 0
}

/** Safari does not say when it is idle. */
function idleMoment(): Promise<unknown> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: WITHIN_MS })
    else setTimeout(resolve, SOON_MS)
  })
}

/** Chromium's word for it, which no other browser and no list of types knows yet. */
export function isSavingData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
