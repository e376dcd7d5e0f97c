import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import { narrowTables } from './database/narrow-tables.ts'
import {
  makeSecretFile,
  putNextSecret,
  readSecret,
  SECRET_FILE,
  SecretError,
  type SecretPlace,
  takeNextSecret,
} from './secret.ts'

// The keys of a community, each made of its one secret for one purpose. The database keeps a check
// of the secret, by which processes that have another one are noticed before they sign anything.

type Purpose =
  | 'session tokens'
  | 'known devices'
  | 'second factors'
  | 'sign-in challenges'
  | 'passkey challenges'
  | 'host link'
  | 'former usernames'
  | 'registration proofs'
  | 'log'
  | 'picture addresses'
  | 'archive links'
  | 'redis prefix'
  | 'secret check'

/** The key for one purpose: 256 bits, of which none tells anything of another. */
export type ServerKeys = (purpose: Purpose) => Buffer

interface ServerStateTable {
  name: string
  value: string
}

export interface ServerStateTables {
  server_state: ServerStateTable
}

const CHECK = 'secret check'

const WAY_OUT =
  'Bring the secret back as it was, or run "snug keys rotate" to go on with another: every session ends then.'
const OTHER_SECRET = `The database was used with another secret than SECRET_KEY or ${SECRET_FILE} in DATA_DIR holds; all processes need the same. ${WAY_OUT}`
const NO_SECRET = `The secret this database was used with is missing: there is no SECRET_KEY, and no ${SECRET_FILE} in DATA_DIR. ${WAY_OUT}`

/** The first start makes the secret. Throws SecretError when the database had another one. */
export async function openServerKeys<S extends ServerStateTables>(
  database: Kysely<S>,
  place: SecretPlace,
): Promise<ServerKeys> {
  const problem = await secretProblem(database, place)
  if (problem !== null) throw new SecretError(problem)
  const keys = keysOf((await readSecret(place)) ?? (await makeSecretFile(place.dataDir)))
  const state = { name: CHECK, value: checkOf(keys) }
  const check = await findOrMakeState(narrowTables<ServerStateTables, S>(database), state)
  if (!isSame(check, checkOf(keys))) throw new SecretError(OTHER_SECRET)
  return keys
}

/** Why a start would be refused, in a sentence; null where it would not. */
export async function secretProblem<S extends ServerStateTables>(
  database: Kysely<S>,
  place: SecretPlace,
): Promise<string | null> {
  await finishRotation(database, place)
  // In this order: another process that starts at the same time makes the file before the check.
  const check = await readState(narrowTables<ServerStateTables, S>(database), CHECK)
  const secret = await readSecret(place)
  if (check === undefined) return null
  if (!secret) return NO_SECRET
  return isSame(check, checkOf(keysOf(secret))) ? null : OTHER_SECRET
}

/** Whether the database was used with this secret. */
export async function isSecretOf<S extends ServerStateTables>(
  database: Kysely<S>,
  secret: Buffer,
): Promise<boolean> {
  const check = await readState(narrowTables<ServerStateTables, S>(database), CHECK)
  return isSame(check ?? '', checkOf(keysOf(secret)))
}

/** From now on the database is used with this secret. */
export async function setSecretOf<S extends ServerStateTables>(
  database: Kysely<S>,
  secret: Buffer,
) {
  const value = checkOf(keysOf(secret))
  await narrowTables<ServerStateTables, S>(database)
    .insertInto('server_state')
    .values({ name: CHECK, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/**
 * From now on the database is used with this secret, which lies beside the one in the file until
 * the transaction is made: whenever it is cut off, one of the two is the database's, and
 * `finishRotation` takes it. `carry` brings along what is under the secret of before.
 */
export async function rotateTo<S extends ServerStateTables>(
  trx: Kysely<S>,
  place: SecretPlace,
  secret: Buffer,
  carry: () => Promise<void>,
) {
  // Of two rotations one waits here for the other.
  await narrowTables<ServerStateTables, S>(trx)
    .updateTable('server_state')
    .set((eb) => ({ value: eb.ref('value') }))
    .where('name', '=', CHECK)
    .execute()
  await finishRotation(trx, place)
  await carry()
  await setSecretOf(trx, secret)
  if (!place.secretKey) await putNextSecret(place.dataDir, secret)
}

/** Puts the secret that the database passed on to into the file, where that was cut off before. */
export async function finishRotation<S extends ServerStateTables>(
  database: Kysely<S>,
  { secretKey, dataDir }: SecretPlace,
) {
  if (!secretKey) await takeNextSecret(dataDir, (secret) => isSecretOf(database, secret))
}

/** The value that was there first. */
export async function findOrMakeState(
  db: Kysely<ServerStateTables>,
  state: ServerStateTable,
): Promise<string> {
  const there = await readState(db, state.name)
  if (there !== undefined) return there
  await db
    .insertInto('server_state')
    .values(state)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return (await readState(db, state.name)) ?? ''
}

async function readState(db: Kysely<ServerStateTables>, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('server_state')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.value
}

/** The keys that are made of this secret, whatever database it belongs to. */
export function keysOf(secret: Buffer): ServerKeys {
  return (purpose) => Buffer.from(hkdfSync('sha256', secret, '', `snug ${purpose}`, 32))
}

function checkOf(keys: ServerKeys): string {
  return sign(keys(CHECK), 'snug')
}

/** A short signature: 128 bits of HMAC-SHA256, safe in a URL. */
export function sign(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest().subarray(0, 16).toString('base64url')
}

/** Compares in constant time; a signature of any other form is simply wrong. */
export function isSignature(key: Buffer, text: string, signature: string): boolean {
  return isSame(signature, sign(key, text))
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
