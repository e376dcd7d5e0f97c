import {
  clear,
  createStore,
  del,
  get,
  promisifyRequest,
  set,
  type UseStore,
  values,
} from 'idb-keyval'

/** What stays on the device and is too large, or not text, for the browser's storages. */
export interface DeviceStore<Value> {
  get(key: string): Promise<Value | undefined>
  set(key: string, value: Value): Promise<void>
  /**
   * Only in place of one that is there still: false, and nothing is written, where there is none.
   */
  replace(key: string, value: Value): Promise<boolean>
  remove(key: string): Promise<void>
  all(): Promise<Value[]>
  clear(): Promise<void>
}

/** For what must not be lost: reads reject where it is not known what there is. */
export interface SafeStore<Value> extends Omit<DeviceStore<Value>, 'clear'> {
  /** What could not be written, by its key: it ends with the page. */
  held(): ReadonlyMap<string, Value>
}

/** A store in IndexedDB. Each act rejects where that fails. */
export function openDatabase<Value>(name: string): DeviceStore<Value> {
  const run = connectTo(name)
  return {
    get: (key) => run((store) => get<Value>(key, store)),
    set: (key, value) => run((store) => set(key, value, store)),
    replace: (key, value) => run((store) => replaceIn(store, key, value)),
    remove: (key) => run((store) => del(key, store)),
    all: () => run((store) => values<Value>(store)),
    clear: () => run(clear),
  }
}

/** A store in IndexedDB; where that fails, nothing is there. Never rejects. */
export function openDeviceStore<Value>(name: string): DeviceStore<Value> {
  const database = openDatabase<Value>(name)
  return {
    get: (key) => database.get(key).catch(ignore),
    set: (key, value) => database.set(key, value).catch(ignore),
    replace: (key, value) => database.replace(key, value).catch(() => false),
    remove: (key) => database.remove(key).catch(ignore),
    all: () => database.all().catch(() => []),
    clear: () => database.clear().catch(ignore),
  }
}

/** What cannot be written is held for as long as the page lasts. Keys are ids. */
export function safeStore<Value extends { id: string }>(
  database: DeviceStore<Value>,
): SafeStore<Value> {
  const held = new Map<string, Value>()
  /**
   * Changes of what the database has as it was; another tab may have changed or removed it since.
   */
  const changes = new Map<string, { was: string; value: Value }>()
  const latest = (stored: Value): Value => {
    const change = changes.get(stored.id)
    return change?.was === JSON.stringify(stored) ? change.value : stored
  }

  async function write(key: string, value: Value): Promise<void> {
    try {
      await database.set(key, value)
      held.delete(key)
    } catch {
      held.set(key, value)
    }
  }

  return {
    held: () => held,
    async get(key) {
      const stored = held.get(key) ?? (await database.get(key))
      return stored && latest(stored)
    },
    set: write,
    async replace(key, value) {
      try {
        if (!held.has(key)) return await database.replace(key, value)
        await write(key, value)
      } catch {
        const stored = await database.get(key).catch(ignore)
        if (stored) changes.set(key, { was: JSON.stringify(stored), value })
      }
      return true
    },
    remove(key) {
      held.delete(key)
      changes.delete(key)
      return database.remove(key).catch(ignore)
    },
    all: async () => [...(await database.all()).map(latest), ...held.values()],
  }
}

function connectTo(name: string) {
  let opened: UseStore | undefined
  return async <Result>(act: (store: UseStore) => Promise<Result>): Promise<Result> => {
    opened ??= createStore(`snug-${name}`, name)
    try {
      return await act(opened)
    } catch (error) {
      // Browsers close connections of pages that were away: the next act opens another one.
      opened = undefined
      throw error
    }
  }
}

const ignore = () => undefined

/** In one transaction: another tab may be about to remove it. */
function replaceIn<Value>(store: UseStore, key: string, value: Value): Promise<boolean> {
  return store('readwrite', async (all) => {
    const isThere = (await promisifyRequest(all.getKey(key))) !== undefined
    if (isThere) all.put(value, key)
    await promisifyRequest(all.transaction)
    return isThere
  })
}

/** Lasts as long as the page. */
export function memoryStore<Value>(): SafeStore<Value> & DeviceStore<Value> {
  const known = new Map<string, Value>()
  return {
    held: () => new Map(),
    get: async (key) => known.get(key),
    set: async (key, value) => void known.set(key, value),
    replace: async (key, value) => known.has(key) && known.set(key, value).has(key),
    remove: async (key) => void known.delete(key),
    all: async () => [...known.values()],
    clear: async () => known.clear(),
  }
}
