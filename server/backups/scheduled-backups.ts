import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS, HOUR_MS } from '../../contract/durations.ts'
import type { Clock } from '../platform/clock.ts'
import { type BackgroundJob, periodicTask } from '../platform/concurrency/periodic-task.ts'
import { lockFile } from '../platform/database/sqlite/exclusive-lock.ts'
import { DAYS_KEPT, daysServedSince } from '../platform/free-disk-history.ts'
import type { Log } from '../platform/log.ts'
import type { RunOncePer } from '../platform/run-once-per.ts'
import { secondInName } from '../platform/timestamps.ts'
import { claimFolder, ownerOf } from './folder-owner.ts'
import { isImageDeletionLocked } from './image-deletion-lock.ts'
import { lastBackupFailure, recordBackupFailure } from './last-backup.ts'
import { type BackupSchedule, type BackupSettings, keptForMs } from './settings.ts'

// Backups that the server has made by itself, one after the other in a folder. Only archives with
// the names given here are ever looked at or removed: others may lie in the same folder.

const LOOK_EVERY_MS = 5 * 60_000
const RETRY_AFTER_MS = HOUR_MS
/**
 * While one is made no other machine begins, which would take what is unfinished away. A little
 * less than from one try to the next, so that no turn is missed.
 */
const TURN_MS = RETRY_AFTER_MS - LOOK_EVERY_MS

/**
 * In the data folder: while one is made no other process of this machine begins, with Redis or
 * without.
 */
const LOCK = 'backup.lock'

const NAME = /^snug-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar(?:\.age)?$/
const UNFINISHED = /^snug-[\dTZ-]+\.tar(?:\.age)?\.partial$/

/** Writes one whole archive under this name, or throws an error whose message says why not. */
export type MakeBackup = (
  file: string,
  options: { encryptTo: string | null; signal: AbortSignal },
) => Promise<void>

interface Dependencies extends Pick<BackupSettings, 'encryptTo'> {
  schedule: BackupSchedule
  dataDir: string
  /** Names the community whose backups they are. */
  community: () => Promise<string>
  clock: Clock
  log: Log<'info' | 'error'>
  runOncePer: RunOncePer
  makeBackup: MakeBackup
}

export interface ScheduledBackups extends BackgroundJob {
  makeIfDue(): Promise<void>
  /** Ends one that is being made: what it wrote is no archive, and goes with the next. */
  stop(): Promise<void>
}

interface Archive {
  file: string
  at: number
}

export function scheduleBackups(dependencies: Dependencies): ScheduledBackups {
  const { schedule, dataDir, clock, log, runOncePer } = dependencies
  const ending = new AbortController()

  async function isDue(): Promise<boolean> {
    if (await isImageDeletionLocked(dataDir)) return false
    const now = clock()
    const failure = await lastBackupFailure(dataDir)
    if (failure && failure.at <= now && now - failure.at < RETRY_AFTER_MS) return false
    // To try is to hear why not, and to have that told.
    if (!(await isOurs(dependencies))) return true
    const [newest] = await archivesIn(schedule.folder, now)
    return newest === undefined || now - newest.at >= schedule.everyMs
  }

  async function make() {
    const startedAt = clock()
    try {
      using lock = lockFile(join(dataDir, LOCK))
      // Who had it before may have made one.
      if (!lock || !(await isDue())) return
      const file = await makeArchive(dependencies, ending.signal)
      log.info({ file, bytes: (await stat(file)).size }, 'backup made')
    } catch (error) {
      if (ending.signal.aborted) return
      const reason = error instanceof Error ? error.message : String(error)
      await recordBackupFailure(dataDir, { at: startedAt, reason })
      log.error({ reason }, 'backup failed')
    }
    if (await isOurs(dependencies)) await removeOld(schedule, dataDir, clock())
  }

  async function makeIfDue() {
    if (await isDue()) await runOncePer('backup', TURN_MS, make)
  }

  const fail = (error: unknown) => log.error({ err: error }, 'backups could not be looked after')
  const watch = periodicTask(LOOK_EVERY_MS, makeIfDue, fail)
  return {
    makeIfDue,
    start: watch.start,
    async stop() {
      ending.abort()
      await watch.stop()
    },
  }
}

/** Whether no other community has the folder: not where it cannot be read. */
async function isOurs({ schedule, community }: Dependencies): Promise<boolean> {
  const owner = await ownerOf(schedule.folder).catch(() => undefined)
  // Where the database is away nobody knows who asks: that is no failure of a backup.
  return owner === null || (owner !== undefined && owner === (await community()))
}

async function makeArchive(
  { schedule, encryptTo, community, clock, makeBackup }: Dependencies,
  signal: AbortSignal,
): Promise<string> {
  const { folder } = schedule
  await claimFolder(folder, await community())
  for (const name of await readdir(folder))
    if (UNFINISHED.test(name)) await rm(join(folder, name), { force: true })
  const file = join(folder, `snug-${secondInName(clock())}Z.tar${encryptTo === null ? '' : '.age'}`)
  await makeBackup(file, { encryptTo, signal })
  return file
}

/** The newest stays, whatever its age: while none can be made it is the last good one. */
async function removeOld(schedule: BackupSchedule, dataDir: string, now: number) {
  const archives = await archivesIn(schedule.folder, now)
  for (const [index, { file, at }] of archives.entries()) {
    if (index === 0) continue
    if (index >= schedule.keep || (await isTooOld(schedule, dataDir, { at, now })))
      await rm(file, { force: true })
  }
}

/**
 * A clock that is far ahead makes everything old at once. So it is believed only where the server
 * was there on more than half of the days that it says went by; else archives go by their number
 * alone.
 */
async function isTooOld(
  schedule: BackupSchedule,
  dataDir: string,
  { at, now }: { at: number; now: number },
): Promise<boolean> {
  const keptMs = keptForMs(schedule)
  if (now - at <= keptMs) return false
  const served = await daysServedSince(dataDir, at, now)
  return served > Math.min(DAYS_KEPT - 1, keptMs / DAY_MS / 2)
}

/**
 * The newest first. One of tomorrow is of a clock that was wrong: it counts once that day is over.
 */
async function archivesIn(folder: string, now: number): Promise<Archive[]> {
  const names = await readdir(folder).catch(() => [])
  return names
    .map((name) => ({ file: join(folder, name), at: timeOf(name) }))
    .filter(({ at }) => at <= now)
    .toSorted((one, other) => other.at - one.at)
}

function timeOf(name: string): number {
  const [, day, hours, minutes, seconds] = NAME.exec(name) ?? []
  return Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`)
}
