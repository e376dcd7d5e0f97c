import type { Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../tests/database.ts'
import { MigrationFailedError, migrate, migrationState } from './migrate.ts'
import { first, second, type Tables, third } from './test-migrations.ts'

let database: TestDatabase
let db: Kysely<Tables>
beforeEach(async () => {
  database = await openTestDatabase({ isMigrated: false })
  db = database.connect<Tables>()
  third.fault = null
})
afterEach(() => database.close())

const tables = async () => (await db.introspection.getTables()).map(({ name }) => name).toSorted()
const members = () => db.selectFrom('members').selectAll().orderBy('id').execute()
const letterCount = async () => (await db.selectFrom('letters').select('id').execute()).length

describe('migrations', () => {
  it('are made in their order, once', async () => {
    expect(await migrate(db, { '0001-first': first })).toEqual(['0001-first'])
    const both = { '0001-first': first, '0002-second': second }
    expect(await migrate(db, both)).toEqual(['0002-second'])
    expect(await migrate(db, both)).toEqual([])
    expect(await members()).toMatchObject([{ city: 'Rome' }, { city: 'Rome' }])
  })

  it('leave nothing of those that were to be made when one of them fails in the middle', async () => {
    await migrate(db, { '0001-first': first })
    const before = await tables()
    const all = { '0001-first': first, '0002-second': second, '0003-third': third }
    third.fault = new Error('The plug is out.')
    const failure = await migrate(db, all).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(MigrationFailedError)
    expect(String(failure)).toMatch(/"0003-third" failed and was undone \(The plug is out\.\)/)
    expect(await tables()).toEqual(before)
    expect(await members()).toEqual([
      { id: 1, name: 'Ada' },
      { id: 2, name: 'Ben' },
    ])
    expect(await letterCount()).toBe(2)
    expect((await migrationState(db, all)).pending).toEqual(['0002-second', '0003-third'])

    third.fault = null
    expect(await migrate(db, all)).toEqual(['0002-second', '0003-third'])
    expect(await tables()).toEqual(['journeys', 'letters', 'members'])
  })

  it('begin an empty database again when the very first fails', async () => {
    third.fault = new Error('The plug is out.')
    const all = { '0001-first': first, '0002-third': third }
    await expect(migrate(db, all)).rejects.toThrow(MigrationFailedError)
    expect(await tables()).toEqual([])
    third.fault = null
    expect(await migrate(db, all)).toEqual(['0001-first', '0002-third'])
  })

  it('are made by one of two that come together', async () => {
    const other = database.connect<Tables>()
    const all = { '0001-first': first, '0002-second': second }
    const made = await Promise.all([migrate(db, all), migrate(other, all)])
    expect(made.flat().toSorted()).toEqual(['0001-first', '0002-second'])
    expect(await letterCount()).toBe(2)
  })
})
