import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

// When the last backup was made by this data folder's own command. What is copied in other ways
// leaves no trace here, and a restored folder begins without one.

const fileOf = (dataDir: string) => join(dataDir, 'last-backup')

/** `at` in milliseconds. A backup is no less whole where this cannot be kept. */
export async function noteBackup(dataDir: string, at: number): Promise<void> {
  const text = `${new Date(at).toISOString()}\n`
  await writeFile(fileOf(dataDir), text, { mode: 0o600 }).catch(() => undefined)
}

/** As an ISO time; null where none is known. */
export async function lastBackupAt(dataDir: string): Promise<string | null> {
  const text = await readFile(fileOf(dataDir), 'utf8').catch(() => '')
  const at = Date.parse(text.trim())
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}
