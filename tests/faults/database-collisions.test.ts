import type { Kysely } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Postgres } from '../../scripts/postgres.ts'
import { migrations } from '../../server/migrations/all.ts'
import { CommitUnknownError } from '../../server/platform/database/failures.ts'
import { mutate } from '../../server/platform/database/mutate.ts'
import { openDatabase } from '../../server/platform/database/open-database.ts'
import { inTransaction } from '../../server/platform/database/transaction.ts'
import { type DomainEvent, LocalBus } from '../../server/realtime/bus.ts'
import type { Schema } from '../../server/schema.ts'
import { newDatabase, openPostgres } from './database-servers.ts'

let postgres: Postgres
let db: Kysely<Schema>
beforeAll(async () => {
  postgres = await openPostgres()
  const databaseUrl = await newDatabase(postgres)
  db = await openDatabase<Schema>({ databaseUrl, dataDir: '' }, migrations, {
    log: { warn() {} },
  })
})
afterAll(async () => {
  await db.destroy()
  await postgres.remove()
})
beforeEach(async () => {
  await db.deleteFrom('counters').execute()
  const rows = ['one', 'other'].map((name) => ({ name, value: 0 }))
  await db.insertInto('counters').values(rows).execute()
})

const add = (trx: Kysely<Schema>, name: string) =>
  trx
    .updateTable('counters')
    .set((eb) => ({ value: eb('value', '+', 1) }))
    .where('name', '=', name)
    .execute()

const values = async () => {
  const rows = await db.selectFrom('counters').select('value').orderBy('name').execute()
  return rows.map(({ value }) => value)
}

it('has everybody read what is true where a commit arrived and its answer did not', async () => {
  const bus = new LocalBus()
  const told: DomainEvent[] = []
  bus.subscribe((event) => void told.push(event))
  const { query } = Client.prototype
  vi.spyOn(Client.prototype, 'query').mockImplementation(async function (
    this: Client,
    asked: unknown,
  ) {
    const answer = await Reflect.apply(query, this, [asked])
    if (Object(asked).text === 'commit') throw new Error('Connection terminated unexpectedly')
    return answer
  } as Client['query'])
  const writing = mutate({ db, bus }, async ({ trx, publish }) => {
    publish({ kind: 'sessions-ended', memberId: 1 })
    await add(trx, 'one')
  })
  await expect(writing).rejects.toThrow(CommitUnknownError)
  vi.restoreAllMocks()
  expect([told, await values()]).toEqual([[{ kind: 'events-lost' }], [1, 0]])
})

it('lets both of two that wait for each other through, each told of once', async () => {
  const bus = new LocalBus()
  const told: number[] = []
  bus.subscribe((event) => {
    if (event.kind === 'sessions-ended') told.push(event.memberId)
  })
  let tries = 0
  const { promise: bothHoldOne, resolve } = Promise.withResolvers<void>()
  const crossing = (memberId: number, [first, second]: [string, string]) =>
    mutate({ db, bus }, async ({ trx, publish }) => {
      publish({ kind: 'sessions-ended', memberId } satisfies DomainEvent)
      await add(trx, first)
      tries += 1
      if (tries === 2) resolve()
      await bothHoldOne
      await add(trx, second)
    })
  await Promise.all([crossing(1, ['one', 'other']), crossing(2, ['other', 'one'])])
  expect(tries).toBe(3)
  expect(await values()).toEqual([2, 2])
  expect(told.toSorted()).toEqual([1, 2])
})

it('does not try again what failed for another reason', async () => {
  let tries = 0
  const failing = inTransaction(db, async (trx) => {
    tries += 1
    await add(trx, 'one')
    await trx.insertInto('counters').values({ name: 'one', value: 1 }).execute()
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect([tries, await values()]).toEqual([1, [0, 0]])
})

it('never calls a transaction kept in which a statement failed', async () => {
  const swallowing = inTransaction(db, async (trx) => {
    await add(trx, 'one')
    const row = { name: 'one', value: 1 }
    await trx
      .insertInto('counters')
      .values(row)
      .execute()
      .catch(() => {})
  })
  await expect(swallowing).rejects.toThrow('nothing was kept')
  expect(await values()).toEqual([0, 0])
})

it('reads counts, sums and moments as numbers', async () => {
  const { fn } = db
  const row = await db
    .selectFrom('counters')
    .select([fn.countAll().as('count'), fn.sum('value').as('sum'), fn.avg('value').as('mean')])
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ count: 2, sum: 0, mean: 0 })
})
