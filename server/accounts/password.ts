import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** OWASP's argon2id: 19 MiB, two passes, one lane. */
const MEMORY_KIB = 19_456
const PASSES = 2
const LANES = 1
const HASH_BYTES = 32
const SALT_BYTES = 16
const COMMON_PASSWORDS_COUNT = 3_000

const argon2id = promisify(argon2).bind(null, 'argon2id')

/** Hashes for keeping, in the PHC string form. Takes about 30 ms, off the event loop. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive(password, salt, MEMORY_KIB, PASSES, LANES)
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${unpadded(salt)}$${unpadded(hash)}`
}

/**
 * Whether the password made this hash. With null (nobody has that address) it works just as
 * long and says no, so that the time tells nothing.
 */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  const parts = PHC.exec(hash ?? (await hashOfNobody))?.groups
  if (!parts) throw new Error('A password hash in the database is not in the PHC form.')
  const expected = Buffer.from(parts.hash ?? '', 'base64')
  const salt = Buffer.from(parts.salt ?? '', 'base64')
  const given = await derive(password, salt, Number(parts.m), Number(parts.t), Number(parts.p))
  return timingSafeEqual(given, expected) && hash !== null
}

/** Whether it is one of the 3,000 most common passwords, whatever its case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  commonPasswords ??= loadCommonPasswords()
  return (await commonPasswords).has(password.toLowerCase())
}

const PHC =
  /^\$argon2id\$v=19\$m=(?<m>\d+),t=(?<t>\d+),p=(?<p>\d+)\$(?<salt>[A-Za-z0-9+/]+)\$(?<hash>[A-Za-z0-9+/]+)$/

const hashOfNobody = hashPassword(randomBytes(SALT_BYTES).toString('hex'))

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
