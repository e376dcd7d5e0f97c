const EMPTY: ReadonlySet<never> = new Set()

/** Several values for each key; a key without any takes no room. */
export class Multimap<Key, Value> {
  readonly #sets = new Map<Key, Set<Value>>()

  of(key: Key): ReadonlySet<Value> {
    return this.#sets.get(key) ?? EMPTY
  }

  add(key: Key, value: Value) {
    const set = this.#sets.get(key)
    if (set) set.add(value)
    else this.#sets.set(key, new Set([value]))
  }

  remove(key: Key, value: Value) {
    const set = this.#sets.get(key)
    if (set?.delete(value) && set.size === 0) this.#sets.delete(key)
  }

  keys(): Iterable<Key> {
    return this.#sets.keys()
  }
}
