import { open, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { ifMissing } from '../platform/files/if-missing.ts'

// While a backup is being made no picture may go: the copy of the database names pictures whose
// files come after it. The lock is a file, so that the server and the command line, two
// processes, know of it; one that is not renewed, since its process died, counts no longer.

const RENEW_EVERY_MS = 20_000
const LIFETIME_MS = 120_000

const lockPath = (dataDir: string) => join(dataDir, 'backup-under-way')

/** Whether pictures must stay. Ask after having looked which may go, never before. */
export async function isImageDeletionLocked(dataDir: string): Promise<boolean> {
  const file = await stat(lockPath(dataDir)).catch(ifMissing(null))
  // One of a time to come is of a clock that was ahead, and would hold until that time.
  return file !== null && Math.abs(Date.now() - file.mtimeMs) < LIFETIME_MS
}

/** Null when another backup holds them already. Throws where the folder cannot be written to. */
export async function lockImageDeletion(dataDir: string): Promise<AsyncDisposable | null> {
  const path = lockPath(dataDir)
  if (await isImageDeletionLocked(dataDir)) return null
  await rm(path, { force: true })
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return null
    throw error
  })
  if (!file) return null
  await file.close()
  const renewal = setInterval(() => {
    const now = new Date()
    utimes(path, now, now).catch(() => {})
  }, RENEW_EVERY_MS)
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(renewal)
      await rm(path, { force: true })
    },
  }
}
