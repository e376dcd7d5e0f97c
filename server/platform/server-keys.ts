import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import { narrowTables } from './database/narrow-tables.ts'

/** The secrets of this community, one for each use, shared by every process on its database. */
interface ServerKeysTable {
  name: string
  secret: string
}

export interface ServerKeyTables {
  server_keys: ServerKeysTable
}

/** Finds the named secret, or makes it: 256 bits, the same for whoever asks first or later. */
export async function serverKey<S extends ServerKeyTables>(
  database: Kysely<S>,
  name: string,
): Promise<string> {
  const db = narrowTables<ServerKeyTables, S>(database)
  const secret = randomBytes(32).toString('base64url')
  await db
    .insertInto('server_keys')
    .values({ name, secret })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const row = await db
    .selectFrom('server_keys')
    .select('secret')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return row.secret
}

/** A short signature: 128 bits of HMAC-SHA256, safe in a URL. */
export function sign(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest().subarray(0, 16).toString('base64url')
}

/** Compares in constant time; a signature of any other form is simply wrong. */
export function isSignature(key: string, text: string, signature: string): boolean {
  const expected = Buffer.from(sign(key, text))
  const given = Buffer.from(signature)
  return expected.length === given.length && timingSafeEqual(expected, given)
}
