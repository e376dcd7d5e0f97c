import { sessionDevice } from '../platform/device-storage.ts'

const KEY = 'scroll-positions'

/**
 * Where the page was scrolled to at each entry of the history, kept over a reload. The browser's own
 * memory of it would be used before the place is drawn.
 */
export function createScrollPositions() {
  const positions = new Map<string, number>(JSON.parse(sessionDevice.get(KEY) ?? '[]'))
  return {
    of: (key: string) => positions.get(key),
    keep: (key: string) => void positions.set(key, window.scrollY),
    store: () => sessionDevice.set(KEY, JSON.stringify([...positions])),
  }
}
