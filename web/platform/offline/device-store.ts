import { clear, createStore, del, get, set, type UseStore, values } from 'idb-keyval'

/** What stays on the device and is too large, or not text, for the browser's storages. */
export interface DeviceStore<Value> {
  get(key: string): Promise<Value | undefined>
  set(key: string, value: Value): Promise<void>
  /** Only in place of one that is there still: false, and nothing is written, where there is none. */
  replace(key: string, value: Value): Promise<boolean>
  remove(key: string): Promise<void>
  all(): Promise<Value[]>
  clear(): Promise<void>
}

/** A store in IndexedDB; where that is blocked, in `fallback`, or not at all. Never rejects. */
export function openDeviceStore<Value>(
  name: string,
  fallback?: DeviceStore<Value>,
): DeviceStore<Value> {
  let opened: UseStore | undefined

  async function attempt<Result>(
    act: (store: UseStore) => Promise<Result>,
  ): Promise<Result | undefined> {
    try {
      opened ??= createStore(`snug-${name}`, name)
      return await act(opened)
    } catch {
      return undefined
    }
  }

  return {
    get: async (key) =>
      (await fallback?.get(key)) ?? (await attempt((store) => get<Value>(key, store))),
    async set(key, value) {
      const isPersisted = await attempt((store) => set(key, value, store).then(() => true))
      await (isPersisted ? fallback?.remove(key) : fallback?.set(key, value))
    },
    async replace(key, value) {
      const isHeld = (await fallback?.get(key)) !== undefined
      const isThere = isHeld || (await attempt((store) => replaceIn(store, key, value)))
      if (isHeld) await this.set(key, value)
      return isThere ?? true
    },
    async remove(key) {
      await fallback?.remove(key)
      await attempt((store) => del(key, store))
    },
    all: async () => [
      ...((await attempt((store) => values<Value>(store))) ?? []),
      ...((await fallback?.all()) ?? []),
    ],
    async clear() {
      await fallback?.clear()
      await attempt(clear)
    },
  }
}

/** In one transaction: another tab may be about to remove it. */
function replaceIn<Value>(store: UseStore, key: string, value: Value): Promise<boolean> {
  return store(
    'readwrite',
    (all) =>
      new Promise((resolve, reject) => {
        const { transaction } = all
        const found = all.getKey(key)
        found.onsuccess = () => {
          if (found.result !== undefined) all.put(value, key)
        }
        transaction.oncomplete = () => resolve(found.result !== undefined)
        transaction.onabort = () => reject(transaction.error)
      }),
  )
}

/** Lasts as long as the page. */
export function memoryStore<Value>(): DeviceStore<Value> {
  const known = new Map<string, Value>()
  return {
    get: async (key) => known.get(key),
    set: async (key, value) => void known.set(key, value),
    replace: async (key, value) => known.has(key) && known.set(key, value).has(key),
    remove: async (key) => void known.delete(key),
    all: async () => [...known.values()],
    clear: async () => known.clear(),
  }
}
