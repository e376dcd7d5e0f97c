import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { Postgres } from '../../scripts/postgres.ts'
import type { Schema } from '../../server/schema.ts'
import { type Outcome, snug } from '../commands.ts'
import {
  connectTo,
  newDatabase,
  openPostgres,
  type Server,
  startServer,
} from './database-servers.ts'
import { contentsHere, contentsThere, makeCommunity } from './move-fixture.ts'

/** For each test a community of its own and an empty database to move it to. */
export interface MoveEnvironment {
  postgres: Postgres
  /** Of the test file. */
  folder: string
  dataDir: string
  url: string
  db: Kysely<Schema>
  move(environment?: Record<string, string>): Promise<Outcome>
  /** Makes the tables there, as a server does that never had a member. */
  makeTables(): Promise<void>
  start(environment: Record<string, string>): Promise<Server>
  expectAllThere(): Promise<void>
}

export function openMoveEnvironment(): MoveEnvironment {
  let servers: Server[] = []
  const world = {
    async move(environment = {}) {
      const config = { DATA_DIR: world.dataDir, ...environment }
      const outcome = await snug(['move', '--to', world.url], config)
      // Whatever goes wrong is a sentence.
      expect(outcome.err).not.toMatch(/^ {4}at |went wrong/m)
      return outcome
    },
    async makeTables() {
      expect((await snug(['migrate'], { DATABASE_URL: world.url })).code).toBe(0)
    },
    async start(environment) {
      const server = await startServer({
        ...{ DATA_DIR: world.dataDir, SECRET_KEY: '' },
        ...environment,
      })
      servers.push(server)
      return server
    },
    async expectAllThere() {
      const there = await contentsThere(world.db)
      const here = contentsHere(world.dataDir)
      const differing = [...new Set([...Object.keys(there), ...Object.keys(here)])].filter(
        (name) => JSON.stringify(there[name]) !== JSON.stringify(here[name]),
      )
      for (const name of differing) expect({ [name]: there[name] }).toEqual({ [name]: here[name] })
      expect(differing).toEqual([])
    },
  } as MoveEnvironment

  beforeAll(async () => {
    world.postgres = await openPostgres()
    world.folder = await mkdtemp(join(tmpdir(), 'snug-move-'))
    await makeCommunity(join(world.folder, 'made'))
  })
  afterAll(async () => {
    await world.postgres.remove()
    await rm(world.folder, { recursive: true, force: true })
  })
  beforeEach(async () => {
    world.dataDir = join(world.folder, 'data')
    const made = join(world.folder, 'made')
    await cp(made, world.dataDir, { recursive: true, preserveTimestamps: true })
    world.url = await newDatabase(world.postgres)
    world.db = connectTo(world.url)
  })
  afterEach(async () => {
    await Promise.all(servers.map((server) => server.close()))
    servers = []
    await world.db.destroy()
    await rm(world.dataDir, { recursive: true })
  })
  return world
}
