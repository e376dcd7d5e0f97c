import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Postgres } from '../../scripts/postgres.ts'
import { migrations } from '../../server/migrations/all.ts'
import { migrate } from '../../server/platform/database/migrate.ts'
import type { Schema } from '../../server/schema.ts'
import {
  connectTo,
  newDatabase,
  openPostgres,
  startServer,
  untilHealth,
} from './database-servers.ts'
import { LONG_UPDATE } from './later-version.ts'

// The same on PostgreSQL as killed-update.test.ts on the embedded database.

const KILLS = 6
const LATER_MS = 25

let postgres: Postgres
beforeAll(async () => {
  postgres = await openPostgres()
})
afterAll(() => postgres.remove())

async function stateOf(db: Kysely<Schema>): Promise<string> {
  const { rows } = await sql`select table_name, column_name from information_schema.columns
    where table_schema = 'public' order by 1, 2`.execute(db)
  const made = await sql`select name from kysely_migration order by name`.execute(db)
  return JSON.stringify([rows, made.rows])
}

it('an update is made or not made, never in part, and the next start serves', async () => {
  const url = await newDatabase(postgres)
  const db = connectTo(url)
  await migrate(db, migrations)
  const before = await stateOf(db)
  const found: string[] = []
  const started = () => startServer({ DATABASE_URL: url, ...LONG_UPDATE })
  for (let kill = 0; kill < KILLS; kill++) {
    const killOne = async () => {
      const server = await started()
      // Of its ten steps the first two are passed quickly.
      const steps = () => server.output().split('begins: ').length - 1
      await expect.poll(steps, { interval: 1 }).toBeGreaterThan(2 + kill)
      await pause(Math.random() * LATER_MS)
      const ended = once(server.process, 'exit')
      server.process.kill(kill % 2 === 0 ? 'SIGKILL' : 'SIGTERM')
      await ended
      await server.close()
    }
    if (kill === 0) await whileItCannotEnd(db, killOne)
    else await killOne()
    found.push(await stateOf(db))
    // It was quicker than the kill: no further one would find a step of it.
    if (found.at(-1) !== before) break
  }
  const server = await started()
  await untilHealth(server, 200)
  await server.close()
  const after = await stateOf(db)
  expect(after).not.toBe(before)
  expect(found[0]).toBe(before)
  expect(found.filter((state) => state !== before && state !== after)).toEqual([])
  await db.destroy()
})

it('an update goes on by itself when the database went away in the middle of it', async () => {
  const url = await newDatabase(postgres)
  const db = connectTo(url)
  await migrate(db, migrations)
  const server = await whileItCannotEnd(db, async () => {
    const started = await startServer({ DATABASE_URL: url, ...LONG_UPDATE })
    await expect.poll(started.output, { interval: 1 }).toContain('begins: 9001-letters 2')
    await postgres.kill()
    return started
  })
  await db.destroy()
  await postgres.start()
  await untilHealth(server, 200)
  const began = server.output().split('begins: 9001-letters 1').length - 1
  expect(began).toBe(2)
  await server.close()
})

/** One of its later steps changes the posts, which are held meanwhile. */
async function whileItCannotEnd<Result>(
  db: Kysely<Schema>,
  act: () => Promise<Result>,
): Promise<Result> {
  const [held, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = db.transaction().execute(async (trx) => {
    await sql`lock table posts in access share mode`.execute(trx)
    held.resolve()
    await done.promise
  })
  await held.promise
  try {
    return await act()
  } finally {
    done.resolve()
    // The database may have gone meanwhile.
    await holding.catch(() => {})
  }
}
