import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { FairQueue, QueueFullError } from '../platform/concurrency/fair-queue.ts'
import { HttpError } from '../platform/http/http-error.ts'

export interface PasswordCost {
  memoryKib: number
  passes: number
}

/** OWASP's argon2id: 19 MiB, two passes, one lane. Takes about 30 ms. */
export const PASSWORD_COST: PasswordCost = { memoryKib: 19_456, passes: 2 }
const LANES = 1
const HASH_BYTES = 32
const SALT_BYTES = 16
const COMMON_PASSWORDS_COUNT = 3_000

// A hash takes a processor's full attention, so one is left to everybody who is not signing in.
// The last in a full queue of senders waits about a second.
const QUEUE = { atOnce: availableParallelism() > 2 ? 2 : 1, senders: 30, ofOneSender: 20 }
const BUSY_SECONDS = 2
const BUSY = 'Many people are signing in right now. Please try again in a moment.'

const argon2id = promisify(argon2).bind(null, 'argon2id')

export type Passwords = ReturnType<typeof createPasswords>

/**
 * Makes and checks hashes of passwords, off the event loop, few at a time. `sender` is who asks:
 * each has one place in the queue. Refuses (503, with Retry-After) where it is full.
 */
export function createPasswords({ memoryKib, passes }: PasswordCost) {
  const queue = new FairQueue(QUEUE)
  const hashOfNobody = hashNow(randomBytes(SALT_BYTES).toString('hex'))

  async function inTurn<Result>(sender: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await queue.run(sender, work)
    } catch (error) {
      if (!(error instanceof QueueFullError)) throw error
      throw new HttpError('busy', BUSY, { retryAfter: BUSY_SECONDS })
    }
  }

  async function hashNow(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES)
    const derived = await derive(password, salt, memoryKib, passes, LANES)
    return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${LANES}$${unpadded(salt)}$${unpadded(derived)}`
  }

  function hash(password: string, sender: string): Promise<string> {
    return inTurn(sender, () => hashNow(password))
  }

  /** With null (nobody has that address) it takes as long and says no: the time tells nothing. */
  function verify(password: string, hash: string | null, sender: string): Promise<boolean> {
    return inTurn(sender, () => verifyNow(password, hash))
  }

  async function verifyNow(password: string, hash: string | null): Promise<boolean> {
    const parts = PHC.exec(hash ?? (await hashOfNobody))?.groups
    if (!parts) throw new Error('A password hash in the database is not in the PHC form.')
    const expected = Buffer.from(parts.hash ?? '', 'base64')
    const salt = Buffer.from(parts.salt ?? '', 'base64')
    const given = await derive(password, salt, Number(parts.m), Number(parts.t), Number(parts.p))
    return timingSafeEqual(given, expected) && hash !== null
  }

  return { hash, verify }
}

/**
 * Whether it is one of the 3,000 most common passwords, whatever its case, or one of them with
 * what is usually put around it to satisfy the rules: `Password1!` is as easily guessed.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  commonPasswords ??= loadCommonPasswords()
  const common = await commonPasswords
  return undecorated(password).some((word) => common.has(word))
}

/** The password as the list writes it, and without marks, and without a few digits around it. */
function undecorated(password: string): string[] {
  const whole = password.normalize('NFKC').toLowerCase()
  const unmarked = whole.replace(MARKS_AROUND, '')
  const word = unmarked.replace(NO_LETTERS_AROUND, '')
  const isWordAlone = unmarked.length - word.length <= DIGITS_AROUND_MAX
  return isWordAlone ? [whole, unmarked, word] : [whole, unmarked]
}

const MARKS_AROUND = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu
const NO_LETTERS_AROUND = /^\P{L}+|\P{L}+$/gu
/** A year and a digit or mark; more of them are a secret of their own. */
const DIGITS_AROUND_MAX = 5

const PHC =
  /^\$argon2id\$v=19\$m=(?<m>\d+),t=(?<t>\d+),p=(?<p>\d+)\$(?<salt>[A-Za-z0-9+/]+)\$(?<hash>[A-Za-z0-9+/]+)$/

// The same characters typed on another keyboard may come composed otherwise.
function derive(password: string, nonce: Buffer, memory: number, passes: number, lanes: number) {
  const message = password.normalize('NFKC')
  return argon2id({ message, nonce, memory, passes, parallelism: lanes, tagLength: HASH_BYTES })
}

function unpadded(bytes: Buffer) {
  return bytes.toString('base64').replace(/=+$/, '')
}

// The list is large and asked for only at registration and reset, so it is loaded then.
let commonPasswords: Promise<Set<string>> | undefined
async function loadCommonPasswords() {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const ranked = dictionary['passwords-common'] as string[]
  return new Set(ranked.slice(0, COMMON_PASSWORDS_COUNT))
}
