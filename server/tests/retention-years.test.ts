import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { DAY_MS } from '../../contract/durations.ts'
import { ada } from '../../tests/people.ts'
import { openTestServer } from '../../tests/test-server.ts'
import { hourlyTasks } from '../hourly-tasks.ts'
import { isPostgres } from '../platform/database/portable-sql.ts'
import { newId } from '../platform/ids.ts'

const MONTH = 30 * DAY_MS
const MONTHS = 20
const EACH_MONTH = 300
/** The longest that a notification stays is a year. */
const FULL_AFTER = 14

it('over years the database is as large as what is kept of the last one', async () => {
  const server = await openTestServer()
  const { services, dataDir } = server
  const { db } = services
  const { id: userId } = await server.join(ada)
  const file = join(dataDir, 'snug.db')
  const found: { rows: number; bytes: number; log: number }[] = []
  const bytesOf = async (path: string) => (await stat(path).catch(() => null))?.size ?? 0
  for (let month = 0; month < MONTHS; month++) {
    const params = JSON.stringify({ text: `${month} `.repeat(100) })
    const made = { kind: 'friend_accepted' as const, params, is_read: 0, user_id: userId }
    const rows = Array.from({ length: EACH_MONTH }, () => ({
      ...{ ...made, id: newId(), created_at: services.clock() },
    }))
    await db.insertInto('notifications').values(rows).execute()
    server.pass(MONTH)
    for (const task of Object.values(hourlyTasks(services))) await task()
    const left = await db.selectFrom('notifications').select('id').execute()
    const [bytes, log] = [await bytesOf(file), await bytesOf(`${file}-wal`)]
    found.push({ rows: left.length, bytes, log })
  }
  const full = found.slice(FULL_AFTER)
  const most = Math.max(...full.map(({ rows }) => rows))
  expect(most).toBeGreaterThan(EACH_MONTH)
  expect(most).toBeLessThan(FULL_AFTER * EACH_MONTH)
  const sizes = full.map(({ bytes }) => bytes)
  // PostgreSQL keeps its files elsewhere: there only the rows are looked at.
  if (!isPostgres(db)) expect(Math.min(...sizes)).toBeGreaterThan(0)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(Math.min(...sizes) * 1.05)
  expect(full.map(({ log }) => log).filter((bytes) => bytes > 0)).toEqual([])
  await server.close()
})
