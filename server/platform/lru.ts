import { LRUCache } from 'lru-cache'

/**
 * The entries used last, up to so many. The library's own `max` sets aside the room of all of them
 * at once: for ten thousand half a megabyte at each start, before there is one.
 */
export function lruOf<Key extends string | number, Value extends object>(
  entries: number,
): LRUCache<Key, Value> {
  return new LRUCache({ maxSize: entries, sizeCalculation: () => 1 })
}
