import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openTestServer } from '../../../tests/test-server.ts'
import { isPostgres } from './portable-sql.ts'
import { inTransaction } from './transaction.ts'

it('a statement and a transaction that wait for each other are both done', async () => {
  const server = await openTestServer()
  onTestFinished(() => server.close())
  const { db } = server.services
  const names = ['first', 'second']
  await db
    .insertInto('counters')
    .values(names.map((name) => ({ name, value: 0 })))
    .execute()
  const add = (to: typeof db, of: string[]) =>
    to
      .updateTable('counters')
      .set((eb) => ({ value: eb('value', '+', 1) }))
      .where('name', 'in', of)
      .execute()
  const { alone } = await inTransaction(db, async (trx) => {
    await add(trx, ['second'])
    // It has the first and waits for the second; the database refuses whoever waited first.
    const alone = add(db, names)
    alone.catch(() => {})
    if (isPostgres(db))
      await vi.waitFor(async () => {
        const { rows } = await sql`select 1 from pg_locks where not granted`.execute(db)
        expect(rows).not.toEqual([])
      })
    await add(trx, ['first'])
    return { alone }
  })
  await alone
  const counted = db.selectFrom('counters').select(['name', 'value']).where('name', 'in', names)
  expect(await counted.orderBy('name').execute()).toEqual([
    { name: 'first', value: 2 },
    { name: 'second', value: 2 },
  ])
})
