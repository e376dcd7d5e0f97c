import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { lockIsAwaited } from '../../../tests/awaited-lock.ts'
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
  const statements: ReturnType<typeof add>[] = []
  const addAlone = async () => {
    const alone = add(db, names)
    alone.catch(() => {})
    statements.push(alone)
    if (isPostgres(db)) await lockIsAwaited(db, alone)
  }
  await inTransaction(db, async (trx) => {
    await add(trx, ['second'])
    // It has the first and waits for the second. Whoever waited first is refused, which on a busy
    // machine may be the transaction: that is done again, and the statement is not.
    if (statements.length === 0) await addAlone()
    await add(trx, ['first'])
  })
  await Promise.all(statements)
  const counted = db.selectFrom('counters').select(['name', 'value']).where('name', 'in', names)
  expect(await counted.orderBy('name').execute()).toEqual([
    { name: 'first', value: 2 },
    { name: 'second', value: 2 },
  ])
})

it('two statements in one text are refused on PostgreSQL, and none of them is done', async () => {
  const server = await openTestServer()
  onTestFinished(() => server.close())
  const { db } = server.services
  const make = (name: string) => `insert into counters (name, value) values ('${name}', 0)`
  const both = sql.raw(`${make('one')}; ${make('two')}`).execute(db)
  const made = db.selectFrom('counters').select('name').where('name', 'in', ['one', 'two'])
  if (isPostgres(db)) {
    await expect(both).rejects.toThrow(/cannot insert multiple commands into a prepared statement/)
    expect(await made.execute()).toEqual([])
  } else {
    // The embedded database prepares the first and passes over the second.
    await both
    expect(await made.execute()).toEqual([{ name: 'one' }])
  }
})
