const NOBODY: ReadonlySet<never> = new Set()

/** Who belongs to which key; a key without anybody takes no room. */
export class Groups<Key, One> {
  readonly #groups = new Map<Key, Set<One>>()

  of(key: Key): ReadonlySet<One> {
    return this.#groups.get(key) ?? NOBODY
  }

  add(key: Key, one: One) {
    const group = this.#groups.get(key)
    if (group) group.add(one)
    else this.#groups.set(key, new Set([one]))
  }

  remove(key: Key, one: One) {
    const group = this.#groups.get(key)
    if (group?.delete(one) && group.size === 0) this.#groups.delete(key)
  }

  keys(): Iterable<Key> {
    return this.#groups.keys()
  }
}
