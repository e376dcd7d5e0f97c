import { DAY_MS, HOUR_MS } from '../../contract/durations.ts'
import { DAYS_KEPT } from '../platform/free-disk-history.ts'
import { utcDay } from '../platform/timestamps.ts'
import type { BackupSchedule, BackupSettings } from './settings.ts'

/** What is made by hand is looked after once a week, and a day late is no trouble. */
const OLD_BY_HAND_MS = 8 * DAY_MS

/** What is known in a data folder. */
export interface LastBackup {
  /** Null where none is known to have been made. */
  at: number | null
  failure: { at: number; reason: string } | null
  /** On how many days it was served lately. */
  daysServed: number
}

/** Two turns, and the day on which it began. */
function patienceDays({ everyMs }: BackupSchedule): number {
  return Math.min(1 + (2 * everyMs) / DAY_MS, DAYS_KEPT - 1)
}

/** What is wrong with backups, in a sentence; null where nothing is. Times in milliseconds. */
export function backupProblem(
  { schedule, areExpected }: Omit<BackupSettings, 'encryptTo'>,
  last: LastBackup,
  now: number,
): string | null {
  if (schedule && last.failure)
    return `The backup of ${utcDay(last.failure.at)} could not be made: ${last.failure.reason}`
  if (!areExpected) return null
  if (last.at === null) {
    const isWaiting = schedule !== null && last.daysServed <= patienceDays(schedule)
    return isWaiting ? null : 'No backup was ever made.'
  }
  // One that is late is tried again for as long as the next turn.
  const oldAfterMs = schedule ? 2 * schedule.everyMs + HOUR_MS : OLD_BY_HAND_MS
  // One of a time to come is of a clock that was ahead, and nobody knows how old it is.
  return Math.abs(now - last.at) > oldAfterMs ? `The last backup is of ${utcDay(last.at)}.` : null
}
