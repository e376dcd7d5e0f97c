import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { narrowTables } from './database/narrow-tables.ts'
import { HttpError } from './http/http-error.ts'
import type { Id } from './ids.ts'

// A client that did not hear the answer sends the same request again under the same key, and what
// it asked for is made once. Keys are a member's own and kept for a day.

/** What a member made with a key, so that a retry gets the same and not a second one. */
interface IdempotencyKeysTable {
  user_id: Id
  key: string
  body_hash: string
  made_id: Id
  created_at: number
}

export interface IdempotencyTables {
  idempotency_keys: IdempotencyKeysTable
}

export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key'
const KEY_MAX = 200
const KEPT_MS = 24 * 60 * 60_000

/** A request that may come twice: whose, under which key, asking for what. */
export interface Repeatable {
  userId: Id
  key: string
  bodyHash: string
}

/** Null without the header. Refuses (400) a key that cannot be one. */
export function repeatable(
  userId: Id,
  header: string | string[] | undefined,
  body: readonly (string | Buffer)[],
): Repeatable | null {
  if (header === undefined) return null
  if (typeof header !== 'string' || !/^[\x21-\x7e]+$/.test(header) || header.length > KEY_MAX)
    throw new HttpError('bad_request', 'The Idempotency-Key is not right.')
  const hash = createHash('sha256')
  for (const part of body) hash.update(`${part.length}:`).update(part)
  return { userId, key: header, bodyHash: hash.digest('base64url') }
}

/** What was made under this key before; refuses (409) the same key with another body. */
export async function madeBefore<S extends IdempotencyTables>(
  db: Kysely<S>,
  request: Repeatable | null,
): Promise<string | undefined> {
  if (!request) return undefined
  const row = await narrowTables<IdempotencyTables, S>(db)
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'made_id'])
    .where('user_id', '=', request.userId)
    .where('key', '=', request.key)
    .executeTakeFirst()
  if (row && row.body_hash !== request.bodyHash)
    throw new HttpError('conflict', 'This was already sent, with another content.')
  return row?.made_id
}

/**
 * Notes what is being made, in the transaction that makes it. False when the same request was
 * faster by a moment: then nothing must be made, and `madeBefore` has the answer.
 */
export async function claim<S extends IdempotencyTables>(
  trx: Kysely<S>,
  request: Repeatable | null,
  madeId: Id,
  now: number,
): Promise<boolean> {
  if (!request) return true
  const { userId, key, bodyHash } = request
  const row = await narrowTables<IdempotencyTables, S>(trx)
    .insertInto('idempotency_keys')
    .values({ user_id: userId, key, body_hash: bodyHash, made_id: madeId, created_at: now })
    .onConflict((c) => c.doNothing())
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

/** Forgets keys a day old. */
export async function deleteExpiredIdempotencyKeys<S extends IdempotencyTables>(
  db: Kysely<S>,
  now: number,
) {
  await narrowTables<IdempotencyTables, S>(db)
    .deleteFrom('idempotency_keys')
    .where('created_at', '<=', now - KEPT_MS)
    .execute()
}
