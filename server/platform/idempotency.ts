import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { DAY_MS } from '../../contract/durations.ts'
import { IDEMPOTENCY_KEPT_DAYS } from '../../contract/idempotency.ts'
import { deleteSome } from './database/delete-some.ts'
import { narrowTables } from './database/narrow-tables.ts'
import { prepared } from './database/prepared.ts'
import { HttpError } from './http/http-error.ts'
import type { Id } from './ids.ts'

// A client that did not get the answer sends the same request again under the same key, and what
// it asked for is created once (`createOnce`). Keys are a member's own and kept for a month: a
// device may be away for weeks with what it did not hear the answer to. Only hashes are kept, and
// that of the content holds the key: whoever copies the database cannot try words of what was
// deleted.

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
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/
const KEPT_MS = IDEMPOTENCY_KEPT_DAYS * DAY_MS
const DELETED_AT_ONCE = 500

/** A request that may come again: whose, under which key, asking for what. */
export interface IdempotentRequest {
  userId: Id
  keyHash: string
  bodyHash: string
}

/**
 * The request by its key and everything it asks for, `content` being all of its parsed parameters,
 * fields and the hashes of its files. Null without the header. Refuses (400) a key that cannot be
 * one.
 */
export function idempotentRequest(
  request: FastifyRequest,
  userId: Id,
  content: Record<string, unknown>,
): IdempotentRequest | null {
  const key = request.headers[IDEMPOTENCY_KEY_HEADER]
  if (key === undefined) return null
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key))
    throw new HttpError('bad_request', 'The Idempotency-Key is not right.')
  // The route too, so that a key never answers with the id of another kind of thing.
  const route = `${request.method} ${request.routeOptions.url}`
  return {
    userId,
    keyHash: hash('sha256', key, 'base64url'),
    bodyHash: hashOf({ key, route, content }),
  }
}

const foundKey = prepared((db: Kysely<IdempotencyTables>, given: IdempotentRequest) =>
  db
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'made_id'])
    .where('user_id', '=', given.userId)
    .where('key', '=', given.keyHash),
)

/** What was created under this key; undefined when nothing was. Refuses (409) other content. */
export async function findCreated<S extends IdempotencyTables>(
  db: Kysely<S>,
  request: IdempotentRequest,
): Promise<Id | undefined> {
  const [row] = await foundKey(narrowTables<IdempotencyTables, S>(db), request)
  return row && checkedId(request, row)
}

const claimedKey = prepared(
  (trx: Kysely<IdempotencyTables>, given: IdempotentRequest & { id: Id; now: number }) =>
    trx
      .insertInto('idempotency_keys')
      .values({
        user_id: given.userId,
        key: given.keyHash,
        body_hash: given.bodyHash,
        made_id: given.id,
        created_at: given.now,
      })
      // Changes nothing, so that the row that is there comes back.
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'key']).doUpdateSet((eb) => ({ key: eb.ref('excluded.key') })),
      )
      .returning(['body_hash', 'made_id']),
)

/**
 * Notes what is being created, in the transaction that creates it. Returns `id`, or the id of what
 * the same request created before, waiting for one that is under way. Refuses (409) other content.
 */
export async function claimKey<S extends IdempotencyTables>(
  trx: Kysely<S>,
  request: IdempotentRequest,
  id: Id,
  now: number,
): Promise<Id> {
  const narrow = narrowTables<IdempotencyTables, S>(trx)
  const [row] = await claimedKey(narrow, { ...request, id, now })
  if (!row) throw new Error('A key was neither noted nor found.')
  return checkedId(request, row)
}

/** A little at a time: of hours in which nothing was deleted there may be many. */
export async function deleteExpiredIdempotencyKeys<S extends IdempotencyTables>(
  db: Kysely<S>,
  now: number,
) {
  const narrow = narrowTables<IdempotencyTables, S>(db)
  const where = { created_at: { atMost: now - KEPT_MS } }
  const some = { key: ['user_id', 'key'], where, limit: DELETED_AT_ONCE } as const
  while ((await deleteSome(narrow, 'idempotency_keys', some)) > 0);
}

type CreatedRow = Pick<IdempotencyKeysTable, 'body_hash' | 'made_id'>

function checkedId({ bodyHash }: IdempotentRequest, row: CreatedRow): Id {
  if (row.body_hash !== bodyHash)
    throw new HttpError('conflict', 'This was already sent, with another content.')
  return row.made_id
}

/** The same for the same content, in whichever order its fields come. */
function hashOf(asked: Record<string, unknown>): string {
  const text = JSON.stringify(asked, (_, value) =>
    isRecord(value) ? Object.fromEntries(Object.entries(value).sort(byName)) : value,
  )
  return hash('sha256', text, 'base64url')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function byName([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1
}
