import { sessionDevice } from '../platform/device-storage.ts'

const RELOADED_AT_KEY = 'reloaded-for-chunk-at'
const ENOUGH_APART_MS = 60_000

/**
 * Loads a part of the client. A part that is gone was replaced by a newer version: the page
 * reloads once to get that. Offline, or when the reload did not help, the failure is passed on.
 */
export async function loadChunk<Chunk>(
  load: () => Promise<Chunk>,
  reload = () => location.reload(),
): Promise<Chunk> {
  try {
    return await load()
  } catch (error) {
    if (!navigator.onLine || hasJustReloaded()) throw error
    sessionDevice.set(RELOADED_AT_KEY, String(Date.now()))
    reload()
    return new Promise(() => {})
  }
}

function hasJustReloaded(): boolean {
  return Date.now() - Number(sessionDevice.get(RELOADED_AT_KEY) ?? 0) < ENOUGH_APART_MS
}
