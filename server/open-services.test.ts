import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MINUTE_MS } from '../contract/durations.ts'
import { openTestDatabase, type TestDatabase } from '../tests/database.ts'
import { memberRow } from '../tests/member-rows.ts'
import { readConfig } from './config.ts'
import { openServices } from './open-services.ts'
import type { Schema } from './schema.ts'

const NOW = Date.UTC(2026, 0, 15, 12)
const LISTENER = 101
const LOUD = 102

let database: TestDatabase
beforeEach(async () => {
  database = await openTestDatabase()
  const db = database.connect<Schema>()
  const members = [memberRow('listener', 1, LISTENER), memberRow('loud', 2, LOUD)]
  await db.insertInto('users').values(members).execute()
  const mute = { user_id: LISTENER, muted_id: LOUD, until: NOW - MINUTE_MS }
  await db.insertInto('mutes').values(mute).execute()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await database.close()
})

const openHere = () =>
  openServices(
    readConfig({ DATABASE_URL: database.databaseUrl ?? '', DATA_DIR: database.dataDir }),
    {
      clock: () => NOW,
      log: pino({ level: 'silent' }),
      mailTransport: { send: async () => {}, close: async () => {} },
      safeFetch: { get: () => Promise.reject(new Error('Nobody answers.')) },
    },
  )
const mutes = () => database.connect<Schema>().selectFrom('mutes').selectAll().execute()

test('a command that takes long leaves what is over to the server', async () => {
  const { closeServices } = await openHere()
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS)
  // Whatever had begun would be done then.
  await closeServices()
  expect(await mutes()).toHaveLength(1)
})

test('once started it ends what is over, and waits for that when it is closed', async () => {
  const { startServices, closeServices } = await openHere()
  startServices()
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS)
  await closeServices()
  expect(await mutes()).toEqual([])
})
