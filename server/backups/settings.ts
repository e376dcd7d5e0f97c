import { DAY_MS } from '../../contract/durations.ts'

/** How backups come about, as the settings say. */
export interface BackupSettings {
  /** Made by the server itself; null: by hand, by cron or not at all. */
  schedule: BackupSchedule | null
  /** The public key of the age identity that alone can read them; null: they are plain. */
  encryptTo: string | null
  /** Whether it is a problem that none was made: not where others make them, nor on localhost. */
  areExpected: boolean
}

export interface BackupSchedule {
  everyMs: number
  /** How many archives are kept. */
  keep: number
  /** Absolute. */
  folder: string
}

/** A day longer than its turns: one may be late, and nobody is told too short a time. */
export function keptForMs({ everyMs, keep }: BackupSchedule): number {
  return everyMs * keep + DAY_MS
}
