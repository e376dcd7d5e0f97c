import { stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The embedded database in the data folder, and in an archive of a backup. */
export const DATABASE_FILE = 'snug.db'

export const databaseFile = (dataDir: string) => join(dataDir, DATABASE_FILE)

/** How much room it takes, with its log. */
export async function embeddedBytes(dataDir: string): Promise<number> {
  const file = databaseFile(dataDir)
  const sizes = [file, `${file}-wal`].map(async (path) => {
    const found = await stat(path).catch(() => null)
    return found?.size ?? 0
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
