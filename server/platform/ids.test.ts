import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { parsedId } from '../../contract/text.ts'
import { openTestDatabase } from '../../tests/database.ts'
import type { Schema } from '../schema.ts'
import { inTransaction } from './database/transaction.ts'
import { createIds, type Id, idAt, newId } from './ids.ts'

const NOON = Date.UTC(2026, 0, 15, 12)
const never = () => 0

it('ids of one process grow, however many in a millisecond and whatever the clock does', () => {
  let now = NOON
  const next = createIds(() => now, Math.random)
  const ids: Id[] = []
  for (const step of [0, 0, 1, -60_000, 0, 2]) {
    now += step
    for (let count = 0; count < 10_000; count++) ids.push(next())
  }
  expect(ids.every((id, index) => id > (ids[index - 1] ?? 0))).toBe(true)
})

it('an id is a safe integer for as long as anybody may care, and goes over the wire as it is', () => {
  const last = idAt(Date.UTC(2090, 0), 4_095)
  expect(Number.isSafeInteger(last)).toBe(true)
  for (const id of [newId(), last]) expect(parsedId.parse(String(id))).toBe(id)
  for (const text of ['9999999999999999', '0', '01', '-1', '1e3', '1.5', ''])
    expect(parsedId.safeParse(text).success).toBe(false)
})

it('of two processes that make the same id one makes another, and both rows are kept', async () => {
  const database = await openTestDatabase()
  // Both clocks say the same and both have the same luck, so every id of the second is taken.
  const processes = [createIds(() => NOON, never), createIds(() => NOON, never)]
  const made: Id[] = []
  const insert = (next: () => Id, index: number) =>
    inTransaction(database.connect<Schema>(), async (trx) => {
      const id = next()
      made.push(id)
      await sql`insert into admin_acts (id, act, member_number, reason, created_at)
        values (${id}, 'grant', ${index}, '', 0)`.execute(trx)
      return id
    })
  const [one = never] = processes
  const first = await insert(one, 1)
  const [second, third] = await Promise.all(processes.map((next, index) => insert(next, index + 2)))
  const rows = await database.connect<Schema>().selectFrom('admin_acts').select('id').execute()
  await database.close()
  expect(rows.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
    [first, second, third].toSorted((a, b) => Number(a) - Number(b)),
  )
  expect(new Set(rows.map(({ id }) => id)).size).toBe(3)
  expect(made.length).toBeGreaterThan(3)
})
