/** Numbers that look random and are the same at every run (mulberry32). */
export function createRandom(seed: number) {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    share: next,
    chance: (share: number) => next() < share,
    /** A heavy tail: most draws are near `typical`, few reach `most`. */
    heavyTail: (typical: number, most: number) =>
      Math.min(most, Math.max(1, Math.round(typical / (1 - next()) ** 0.6 - typical / 2))),
    pick: <Item>(items: readonly Item[]): Item => {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new Error('There is nothing to pick from.')
      return item
    },
  }
}
export type Random = ReturnType<typeof createRandom>
