/** The browser's storages; where they are blocked or full, values last as long as the page. */
type Kind = 'local' | 'session'

const inMemory = { local: new Map<string, string>(), session: new Map<string, string>() }

export const localDevice = deviceStorage('local')
export const sessionDevice = deviceStorage('session')

function deviceStorage(kind: Kind) {
  const memory = inMemory[kind]
  return {
    get: (key: string) => memory.get(key) ?? attempt(() => storageOf(kind).getItem(key)) ?? null,
    set(key: string, value: string) {
      const isStored = attempt(() => {
        storageOf(kind).setItem(key, value)
        return true
      })
      if (isStored) memory.delete(key)
      else memory.set(key, value)
    },
    remove(key: string) {
      memory.delete(key)
      attempt(() => storageOf(kind).removeItem(key))
    },
    keys: (): string[] => [
      ...new Set([...memory.keys(), ...(attempt(() => Object.keys(storageOf(kind))) ?? [])]),
    ],
  }
}

function storageOf(kind: Kind): Storage {
  return kind === 'local' ? window.localStorage : window.sessionStorage
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
