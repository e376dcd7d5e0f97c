import { hash, randomBytes, randomInt, randomUUIDv7 } from 'node:crypto'
import { DAY_MS } from '../../contract/durations.ts'

/**
 * What names a row: a member, a post, a space, a message. A safe integer that sorts by time: 41
 * bits of milliseconds since 2025, 12 of chance (docs/decisions/0010). A text on the wire.
 */
export type Id = number

/** Every id sorts before this one. */
export const LAST_ID: Id = Number.MAX_SAFE_INTEGER

/** No row has this id. */
export const NO_ID: Id = 0

const EPOCH = Date.UTC(2025, 0, 1)
const IDS_PER_MS = 2 ** 12

/**
 * A new id, greater than every other this process made, also when the clock steps back. Another
 * process may by chance have made the same in this millisecond: the key of the table refuses the
 * second, and `inTransaction` tries again what made it. So ids are made in there.
 */
export const newId = createIds(Date.now, () => randomInt(IDS_PER_MS))

/** Ids of one process; `chance` gives a number below 4,096. */
export function createIds(clock: () => number, chance: () => number): () => Id {
  let last = 0
  return () => {
    last = Math.max(last + 1, idAt(clock(), chance()))
    return last
  }
}

/** One of the ids of that moment; `chance` is below 4,096. */
export function idAt(ms: number, chance: number): Id {
  return (Math.floor(ms) - EPOCH) * IDS_PER_MS + chance
}

/** Nothing that is told in a Snug is older. */
export const OLDEST_MS = Date.UTC(2000, 0, 1)
const IDS_PER_DAY = DAY_MS * IDS_PER_MS

/**
 * The ids of the second of a moment, from `first` to before `next`: for what was made elsewhere and
 * stands here among what was made then. What is older than ids shares their first day, in its
 * order.
 */
export function idsOfSecond(ms: number): { first: Id; next: Id } {
  const second = Math.floor(ms / 1_000) * 1_000
  if (second >= EPOCH) return { first: Math.max(1, idAt(second, 0)), next: idAt(second + 1_000, 0) }
  const at = (moment: number) =>
    1 + Math.floor(((moment - OLDEST_MS) / (EPOCH - OLDEST_MS)) * IDS_PER_DAY)
  return { first: at(second), next: at(second + 1_000) }
}

/** An id that cannot be guessed: of a session, or of a picture, whose address bears it. */
export function newUuid(): string {
  return randomUUIDv7()
}

/** A secret for a link: 256 bits, safe in a URL. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What is kept of a secret that whoever has it shows again. */
export function secretHash(secret: string): string {
  return hash('sha256', secret, 'base64url')
}
