import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Kysely, sql } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { type Postgres, startPostgres } from '../../scripts/postgres.ts'
import { createTokenCodec } from '../../server/accounts/session-token.ts'
import { startSession } from '../../server/accounts/sessions.ts'
import { postgresDialect } from '../../server/platform/database/postgres/postgres-dialect.ts'
import type { Id } from '../../server/platform/ids.ts'
import { parseSecret, type SecretPlace } from '../../server/platform/secret.ts'
import { openServerKeys } from '../../server/platform/server-keys.ts'
import type { Schema } from '../../server/schema.ts'
import { memberRow } from '../member-rows.ts'
import { COMPILE_CACHE } from '../setup/compile-cache.ts'

// The real command as processes on a PostgreSQL of the test's own, which can be pulled from under
// them.

const MAIN = fileURLToPath(new URL('../../server/main.ts', import.meta.url))
const PATIENCE_MS = 120_000
/** Each question takes of the processor that the start needs. */
const ASK_AGAIN_MS = 100
/** What all servers on one database must share. */
const SECRET_KEY = '5e'.repeat(32)
const programs = process.env.SNUG_TEST_POSTGRES

export function openPostgres(): Promise<Postgres> {
  if (!programs)
    throw new Error("SNUG_TEST_POSTGRES must name the folder of PostgreSQL's programs.")
  return startPostgres(programs, { isDurable: true })
}

export interface Server {
  origin: string
  dataDir: string
  process: ChildProcess
  /** What it wrote, both streams. */
  output(): string
  call(method: string, path: string, token?: string, more?: Sending): Promise<Answer>
  /** The status of `/api/health`; 0 when nobody answers. */
  health(): Promise<number>
  close(): Promise<void>
}

interface Sending {
  body?: unknown
  form?: Record<string, string>
  headers?: Record<string, string>
}

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the tests of the routes parse these answers
  body: any
}

/** Does not wait until it is ready. Without `PORT` it takes any. */
export async function startServer(environment: Record<string, string>): Promise<Server> {
  const dataDir = await mkdtemp(join(tmpdir(), 'snug-faults-'))
  const port = Number(environment.PORT) || (await freePort())
  const origin = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...{ HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir, RATE_LIMITS: 'off' },
      SECRET_KEY,
      ...COMPILE_CACHE,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      output += text.toString()
    })

  async function call(
    method: string,
    path: string,
    token = '',
    { body, form, headers }: Sending = {},
  ) {
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const answer = await fetch(`${origin}/api${path}`, {
      method,
      headers: { ...type, ...(token ? { 'x-auth-token': token } : {}), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(form ? { body: formData(form) } : {}),
    })
    return { status: answer.status, body: await answer.json() }
  }

  return {
    ...{ origin, dataDir },
    process: child,
    output: () => output,
    call,
    health: () =>
      call('GET', '/health').then(
        ({ status }) => status,
        () => 0,
      ),
    async close() {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
      }
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Resolves once it answers with this status, with how long that took. */
export async function untilHealth(server: Server, status: number): Promise<number> {
  const start = performance.now()
  while ((await server.health()) !== status) {
    const hasEnded = status === 200 && server.process.exitCode !== null
    if (hasEnded || performance.now() - start > PATIENCE_MS)
      throw new Error(`It never answered ${status}:\n${server.output()}`)
    await pause(ASK_AGAIN_MS)
  }
  return performance.now() - start
}

let made = 0

/** An empty database of the test's own. Returns its address. */
export async function newDatabase({ url }: Postgres): Promise<string> {
  made += 1
  const name = `faults_${made}`
  const admin = connectTo(url)
  await sql`create database ${sql.id(name)}`.execute(admin)
  await admin.destroy()
  return new URL(`/${name}`, url).href
}

export function connectTo(url: string) {
  return new Kysely<Schema>({ dialect: postgresDialect({ url }) })
}

/**
 * A PostgreSQL with one empty database, from before the first test of a file until after its last.
 */
export function openFileDatabase() {
  let postgres: Postgres
  let url: string
  let db: Kysely<Schema>
  beforeAll(async () => {
    postgres = await openPostgres()
    url = await newDatabase(postgres)
    db = connectTo(url)
  })
  afterAll(async () => {
    await db.destroy()
    await postgres.remove()
  })
  return {
    get url() {
      return url
    },
    get db() {
      return db
    },
  }
}

export interface SignedIn {
  id: Id
  email: string
  token: string
}

const sharedSecret: SecretPlace = { secretKey: parseSecret(SECRET_KEY), dataDir: '' }

/** So many verified members, each signed in, as they would be after a long time. */
export async function signedIn(
  db: Kysely<Schema>,
  count: number,
  secret = sharedSecret,
): Promise<SignedIn[]> {
  const keys = await openServerKeys(db, secret)
  const tokens = createTokenCodec(keys('session tokens'))
  const clock = Date.now
  const users = Array.from({ length: count }, (_, index) => memberRow(`guest_${index}`, index + 1))
  await db.insertInto('users').values(users).execute()
  await db.insertInto('counters').values({ name: 'user_number', value: count }).execute()
  return Promise.all(
    users.map(async ({ id, email }) => ({
      ...{ id, email },
      token: await startSession({ db, clock, tokens }, id, true),
    })),
  )
}

function formData(fields: Record<string, string>) {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}
