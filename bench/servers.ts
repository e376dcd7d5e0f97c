import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Kysely } from 'kysely'
import { HOUR_MS } from '../contract/durations.ts'
import { freePort } from '../scripts/free-port.ts'
import { childrenOf } from '../scripts/postgres.ts'
import { createTokenCodec } from '../server/accounts/session-token.ts'
import { startSession } from '../server/accounts/sessions.ts'
import { systemClock } from '../server/platform/clock.ts'
import { postgresDialect } from '../server/platform/database/postgres/postgres-dialect.ts'
import { sqliteDialect } from '../server/platform/database/sqlite/sqlite-dialect.ts'
import type { Id } from '../server/platform/ids.ts'
import { openServerKeys } from '../server/platform/server-keys.ts'
import type { Schema } from '../server/schema.ts'

export interface RunningServer {
  url: string
  pid: number
  /** The process and those it started to serve beside it. */
  processes(): number[]
  stop(): Promise<void>
}

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/**
 * The real server on a data folder, as `npm start` runs it, without rate limits. `environment`:
 * further settings. It ends with this process, however that ends.
 */
export async function startSnug(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<RunningServer> {
  const port = await freePort()
  const settings = { PORT: String(port), DATA_DIR: dataDir, RATE_LIMITS: 'off', ...environment }
  const child = spawn(process.execPath, [here('../cli/main.ts'), 'start'], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  process.once('exit', () => child.kill('SIGTERM'))
  const url = `http://127.0.0.1:${port}`
  for (let attempt = 0; attempt < 600 && child.exitCode === null; attempt++) {
    const answer = await fetch(`${url}/api/health`).catch(() => undefined)
    if (answer?.ok) return running(child, url)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  child.kill('SIGTERM')
  throw new Error('The server did not start; what it said about it stands above.')
}

/** A bare route that answers with the same bytes. */
export async function startBareServer(body: string): Promise<RunningServer> {
  const child = fork(here('./bare-server.ts'))
  child.send(body)
  return listening(child)
}

/** A bare route that writes one row for each request, into a file in this folder. */
export function startBareWriter(
  folder: string,
  flushes: 'each' | 'grouped' = 'each',
): Promise<RunningServer> {
  return listening(fork(here('./bare-writer.ts'), [folder, flushes]))
}

async function listening(child: ChildProcess): Promise<RunningServer> {
  const [url] = await once(child, 'message')
  return running(child, String(url))
}

/** A token holds for a quarter of an hour, and nobody renews those of a bench. */
const twoHoursAhead = () => systemClock() + 2 * HOUR_MS

/** Tokens of these members, made the way signing in makes them. `databaseUrl`: of a PostgreSQL. */
export async function tokensOf(
  dataDir: string,
  members: Id[],
  databaseUrl?: string,
): Promise<string[]> {
  const db = new Kysely<Schema>({
    dialect: databaseUrl
      ? postgresDialect({ url: databaseUrl })
      : sqliteDialect(`${dataDir}/snug.db`),
  })
  const keys = await openServerKeys(db, { secretKey: null, dataDir })
  const tokens = createTokenCodec(keys('session tokens'))
  const made: string[] = []
  for (const member of members)
    made.push(await startSession({ db, clock: twoHoursAhead, tokens }, member, false))
  await db.destroy()
  return made
}

function running(child: ChildProcess, url: string): RunningServer {
  if (child.pid === undefined) throw new Error('A server did not start.')
  const { pid } = child
  return {
    url,
    pid,
    processes: () => [pid, ...childrenOf(pid)],
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
