import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import type { Clock } from '../platform/clock.ts'
import type { RunOncePer } from '../platform/run-once-per.ts'
import type { Database } from '../schema.ts'
import { communityId } from './folder-owner.ts'
import { type MakeBackup, type ScheduledBackups, scheduleBackups } from './scheduled-backups.ts'

const COMMAND_LINE = fileURLToPath(new URL('../../cli/main.ts', import.meta.url))

type Environment = Record<string, string | undefined>

interface Dependencies {
  db: Database
  clock: Clock
  log: FastifyBaseLogger
  environment?: Environment
}

/** Null where the settings ask for none. */
export function createScheduledBackups(
  config: Config,
  { db, clock, log, environment = {} }: Dependencies,
  runOncePer: RunOncePer,
): ScheduledBackups | null {
  const { dataDir, backups } = config
  const { schedule, encryptTo } = backups
  const makeBackup = runBackup(config, environment)
  const community = () => communityId(db)
  return (
    schedule &&
    scheduleBackups({ schedule, encryptTo, dataDir, community, clock, log, runOncePer, makeBackup })
  )
}

/** A process of its own that gives way: copying the database would keep this one from answering. */
function runBackup({ dataDir, databaseUrl }: Config, environment: Environment): MakeBackup {
  return async (file, { encryptTo, signal }) => {
    const words = ['backup', file, ...(encryptTo === null ? [] : ['--encrypt-to', encryptTo])]
    const child = spawn(process.execPath, [COMMAND_LINE, ...words], {
      env: { ...environment, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' },
      stdio: ['ignore', 'ignore', 'pipe'],
      signal,
    })
    const exited = once(child, 'exit')
    if (child.pid !== undefined) giveWay(child.pid)
    const [said, [code, killedBy]] = await Promise.all([text(child.stderr), exited])
    if (code === 0) return
    const reason = said.trim().split('\n').at(-1)
    throw new Error(reason || `the command ended with ${code ?? killedBy}`)
  }
}

function giveWay(pid: number) {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // It is as quick as others then.
  }
}
