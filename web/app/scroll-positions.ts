import { sessionDevice } from '../platform/web-storage.ts'

const KEY = 'scroll-positions'

/** Kept over a reload: the browser's own memory would be used before the place is drawn. */
export function createScrollPositions() {
  const positions = new Map<string, number>(JSON.parse(sessionDevice.get(KEY) ?? '[]'))
  return {
    of: (key: string) => positions.get(key),
    keep: (key: string) => void positions.set(key, window.scrollY),
    store: () => sessionDevice.set(KEY, JSON.stringify([...positions])),
  }
}
