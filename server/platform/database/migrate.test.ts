import type { Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../tests/database.ts'
import { MigrationFailedError } from './failures.ts'
import { foreignVersion, migrate, migrationState } from './migrate.ts'
import { first, second, type Tables, third } from './test-migrations.ts'
import { updateAhead } from './version-rollback.ts'

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

describe('an additive migration', () => {
  const later = { '0001-first': first, '0002-second.additive': second }
  const place = { databaseUrl: null, dataDir: '/srv/snug' }
  const state = () => migrationState(db, { '0001-first': first })

  it('is one that the version of before goes on serving with, and says so ahead', async () => {
    await migrate(db, { '0001-first': first })
    const ahead = updateAhead(await migrationState(db, later), place)
    expect(ahead).toBe(
      'This version changes the database: 0002-second.additive. The version of before can serve it afterwards, too.',
    )
    await migrate(db, later)
    expect((await state()).foreign).toBeNull()
    expect(await migrate(db, { '0001-first': first })).toEqual([])
    expect(await members()).toHaveLength(2)
  })

  it('does not help where another is beside it, or this version knows one that is not made', async () => {
    const both = { ...later, '0003-third': third }
    await migrate(db, both)
    expect((await state()).foreign).toBe('newer')
    const made = ['0001-first', '0002-second.additive']
    expect(foreignVersion(made, ['0001-first', '0002-other'])).toBe('newer')
    const pending = ['0002-second.additive', '0003-third']
    const ahead = updateAhead({ made: ['0001-first'], pending }, place)
    expect(ahead).toMatch(/no way back from 0003-third for .+\.before-0002-second\.additive,/)
    const remote = { databaseUrl: 'postgres://127.0.0.1/snug', dataDir: '' }
    expect(updateAhead({ made, pending: ['0003-third'] }, remote)).toMatch(
      /but a backup from before[.]$/,
    )
    expect(updateAhead({ made: [], pending: made }, place)).toBeNull()
  })
})
