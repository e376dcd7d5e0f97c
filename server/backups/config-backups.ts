import { dirname, join, resolve } from 'node:path'
import { DAY_MS, HOUR_MS } from '../../contract/durations.ts'
import { ConfigError } from '../config-error.ts'
import { liesWithin } from '../platform/files/folder-problem.ts'
import { type BackupSchedule, type BackupSettings, keptForMs } from './settings.ts'

const UNITS_MS = { h: HOUR_MS, d: DAY_MS }
const BACKUP_EVERY_MAX_MS = 31 * UNITS_MS.d
const BACKUP_KEEP_MAX = 1_000

/** Throws ConfigError. */
export function backupsOf(
  given: (name: string) => string | undefined,
  { dataDir, isPublic }: { dataDir: string; isPublic: boolean },
): BackupSettings {
  const every = given('BACKUP_EVERY')
  const encryptTo = given('BACKUP_ENCRYPT_TO') ?? null
  if (encryptTo !== null && !/^age1[0-9a-z]{58}$/.test(encryptTo))
    throw new ConfigError('BACKUP_ENCRYPT_TO must be the public key of an age identity: age1….')
  // The other settings may be those of a machine beside this one, where they are made.
  if (every === 'off') return { schedule: null, encryptTo, areExpected: false }
  if (every === undefined) {
    const stray = ['BACKUP_KEEP', 'BACKUP_DIR'].find(given)
    if (stray) throw new ConfigError(`${stray} needs BACKUP_EVERY: how often they are made.`)
    return { schedule: null, encryptTo, areExpected: isPublic }
  }
  const [, number, unit] = /^([1-9]\d{0,2})([hd])$/.exec(every) ?? []
  const everyMs = Number(number) * UNITS_MS[unit as keyof typeof UNITS_MS]
  if (!(everyMs <= BACKUP_EVERY_MAX_MS))
    throw new ConfigError(
      `BACKUP_EVERY must be from "1h" to "31d", as in "24h" or "7d", or "off", not "${every}".`,
    )
  const keep = given('BACKUP_KEEP') ?? '7'
  if (!/^[1-9]\d{0,3}$/.test(keep) || Number(keep) > BACKUP_KEEP_MAX)
    throw new ConfigError(
      `BACKUP_KEEP must be a whole number from 1 to ${BACKUP_KEEP_MAX}, not "${keep}".`,
    )
  const folder = resolve(given('BACKUP_DIR') ?? join(dirname(dataDir), 'backups'))
  if (liesWithin(dataDir, folder))
    throw new ConfigError(
      'BACKUP_DIR must lie outside of DATA_DIR: a restore puts another folder in the place of that.',
    )
  return { schedule: { everyMs, keep: Number(keep), folder }, encryptTo, areExpected: true }
}

/** Who says so may keep copies longer elsewhere. */
export function backupKeepDaysOf(
  given: (name: string) => string | undefined,
  schedule: BackupSchedule | null,
): number | null {
  const said = daysOf(given, 'BACKUP_KEEP_DAYS')
  if (!schedule) return said
  return Math.max(said ?? 0, Math.ceil(keptForMs(schedule) / UNITS_MS.d))
}

function daysOf(given: (name: string) => string | undefined, name: string): number | null {
  const text = given(name)
  if (text === undefined) return null
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw new ConfigError(`${name} must be a whole number of days, not "${text}".`)
  return Number(text)
}
