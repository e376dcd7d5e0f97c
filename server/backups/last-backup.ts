import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { DAY_MS } from '../../contract/durations.ts'
import { DAYS_KEPT, daysServedSince } from '../platform/free-disk-history.ts'
import { isoTimestamp } from '../platform/timestamps.ts'
import type { LastBackup } from './backup-problem.ts'

// When the last backup was made by this data folder's own command, and why the last one of the
// schedule could not be. What is copied in other ways leaves no trace here, and a restored folder
// begins without one.

const fileOf = (dataDir: string) => join(dataDir, 'last-backup')
const failureFileOf = (dataDir: string) => join(dataDir, 'backup-failure')

const backupFailure = z.object({ at: z.number(), reason: z.string() })
/** Why a backup could not be made; `at` in milliseconds. */
export type BackupFailure = z.infer<typeof backupFailure>

/** `at` in milliseconds. A backup is no less whole where this cannot be kept. */
export async function recordBackup(dataDir: string, at: number): Promise<void> {
  const text = `${isoTimestamp(at)}\n`
  await writeFile(fileOf(dataDir), text, { mode: 0o600 }).catch(() => undefined)
  await rm(failureFileOf(dataDir), { force: true }).catch(() => undefined)
}

export async function recordBackupFailure(dataDir: string, failure: BackupFailure): Promise<void> {
  const text = `${JSON.stringify(failure)}\n`
  await writeFile(failureFileOf(dataDir), text, { mode: 0o600 }).catch(() => undefined)
}

/** What tells whether all is well. Times in milliseconds. */
export async function readLastBackup(dataDir: string, now: number): Promise<LastBackup> {
  return {
    at: await lastBackupAt(dataDir),
    failure: await lastBackupFailure(dataDir),
    daysServed: await daysServedSince(dataDir, now - DAYS_KEPT * DAY_MS, now),
  }
}

async function lastBackupAt(dataDir: string): Promise<number | null> {
  const text = await readFile(fileOf(dataDir), 'utf8').catch(() => '')
  const at = Date.parse(text.trim())
  return Number.isNaN(at) ? null : at
}

/** Null where none failed since one was made. */
export async function lastBackupFailure(dataDir: string): Promise<BackupFailure | null> {
  const text = await readFile(failureFileOf(dataDir), 'utf8').catch(() => 'null')
  try {
    return backupFailure.nullable().parse(JSON.parse(text))
  } catch {
    return null
  }
}
