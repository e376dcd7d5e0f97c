import { sessionDevice } from './web-storage.ts'

const RELOADED_AT_KEY = 'reloaded-for-chunk-at'
const ENOUGH_APART_MS = 60_000

/** What came, by the function that loads it. */
const loaded = new WeakMap<object, unknown>()

/** Whether one that nobody asked for is gone: what would bring it is a reload, at a good moment. */
export const parts = { isGone: false }

/**
 * By itself, nothing is known of what is unsent: that is one of the parts that are loaded by this.
 */
let hasUnsavedWork = () => false

/** From now on, the page reloads by itself only where that costs nothing. */
export function preventReloadWhile(check: () => boolean): void {
  hasUnsavedWork = check
}

/**
 * Loads a part of the client. A part that is gone was replaced by a newer version: the page
 * reloads once to get that. While the server is away, when the reload did not help, or when it
 * would cost the member something unsent, the failure is passed on: whoever asked for the part says
 * so.
 */
export async function loadChunk<Chunk>(
  load: () => Promise<Chunk>,
  reload = () => location.reload(),
  isServerThere = healthAnswers,
): Promise<Chunk> {
  try {
    const chunk = await load()
    loaded.set(load, chunk)
    return chunk
  } catch (error) {
    if (hasJustReloaded() || hasUnsavedWork() || !(await isServerThere())) throw error
    sessionDevice.set(RELOADED_AT_KEY, String(Date.now()))
    reload()
    return new Promise(() => {})
  }
}

/** What was loaded already, for those who cannot wait. */
export function loadedChunk<Chunk>(load: () => Promise<Chunk>): Chunk | undefined {
  return loaded.get(load) as Chunk | undefined
}

const HEALTH_TIMEOUT_MS = 3_000

// By itself, since the API client is one of the parts that are loaded by this.
function healthAnswers(): Promise<boolean> {
  return fetch('/api/health', { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) }).then(
    (answer) => answer.ok,
    () => false,
  )
}

function hasJustReloaded(): boolean {
  return Date.now() - Number(sessionDevice.get(RELOADED_AT_KEY) ?? 0) < ENOUGH_APART_MS
}
