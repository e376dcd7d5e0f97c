/**
 * Recent reads, stored on the device to be shown again without a network. It belongs to one
 * session and one build of the client: nobody else is shown it, it is at most a week old, there is
 * a bound to it, and nothing of it stays once the session is over here.
 */
import { DAY_MS } from '../../../contract/durations.ts'
import { readToken } from '../token-store.ts'
import { type DeviceStore, openDeviceStore } from './indexed-db.ts'

const WEEK_MS = 7 * DAY_MS
const MOST_OF_A_KIND = 40

export interface PersistedRecord {
  /** The kind, then after a comma what tells it from others of its kind. */
  name: string
  session: string
  build: string
  /** When it was read from the server (epoch ms). */
  readAt: number
  data: unknown
}

export type Persistence = ReturnType<typeof createPersistence>

export const persistence = createPersistence(openDeviceStore<PersistedRecord>('kept'))

/** The build is named by its entry, whose name has the hash of all it leads to. */
export function createPersistence(store: DeviceStore<PersistedRecord>, build = entryUrl()) {
  return {
    save: saveBy(store.set),
    /** Only in place of one that is there still. */
    replace: saveBy(store.replace),

    async read<Data>(name: string): Promise<Data | undefined> {
      const record = await store.get(name)
      return record && isOurs(record) ? (record.data as Data) : undefined
    },

    /** The newest of this session; the rest goes. */
    async readAll(): Promise<PersistedRecord[]> {
      const records = (await store.all()).toSorted((one, other) => other.readAt - one.readAt)
      const counts = new Map<string, number>()
      const ours = records.filter(isOurs).filter(({ name }) => {
        const kind = kindOf(name)
        counts.set(kind, (counts.get(kind) ?? 0) + 1)
        return (counts.get(kind) ?? 0) <= MOST_OF_A_KIND
      })
      for (const record of records) if (!ours.includes(record)) await store.remove(record.name)
      return ours
    },

    /** For what its reader may see no longer. */
    async remove(matches: (record: PersistedRecord) => boolean): Promise<void> {
      for (const record of await store.all()) if (matches(record)) await store.remove(record.name)
    },

    clear: (): Promise<void> => store.clear(),
  }

  function saveBy(write: (name: string, record: PersistedRecord) => Promise<unknown>) {
    return (name: string, data: unknown, readAt = Date.now()): void => {
      const owner = session()
      if (owner !== null) void write(name, { name, session: owner, build, readAt, data })
    }
  }

  function isOurs(record: PersistedRecord): boolean {
    const isYoung = Date.now() - record.readAt < WEEK_MS
    return record.session === session() && record.build === build && isYoung
  }
}

/** Many of one kind are not to push out the few of another. */
function kindOf(name: string): string {
  return name.split(',', 1)[0] ?? name
}

/** The session of the token on the device. It stays the same when the token is renewed. */
function session(): string | null {
  const token = readToken()
  if (token === null) return null
  try {
    const payload = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
    return JSON.parse(atob(payload)).sid ?? token
  } catch {
    return token
  }
}

function entryUrl(): string {
  return document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? ''
}
