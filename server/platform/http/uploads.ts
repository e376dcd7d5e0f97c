import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { HOUR_MS } from '../../../contract/durations.ts'
import { countUnderWay } from '../concurrency/count-under-way.ts'
import type { Id } from '../ids.ts'
import { HttpError } from './http-error.ts'

// Files that members send lie on the disk while they are received and decoded, so that neither
// many of them nor slow ones fill the server's memory. They are removed when the request is over.

export interface UploadedFile {
  path: string
  /** In bytes, at least 1. */
  size: number
  /** SHA-256 of its content. */
  hash: string
}

export interface Uploads {
  /**
   * One more form of this member's; call what it returns when it is over. Refuses (429) too many.
   */
  beginForm(memberId: Id): () => void
  /** The same of what brings files. */
  beginFiles(memberId: Id): () => void
  /** Keeps what the stream brings; null when that is nothing. The caller removes it. */
  receive(stream: Readable): Promise<UploadedFile | null>
  remove(file: UploadedFile): Promise<void>
  /** Removes what a server that was killed left behind. */
  sweep(): Promise<void>
}

/** So many at once of one member; what a form says besides its files is in memory. */
const FORMS_MAX = 64
const WITH_FILES_MAX = 3
const RETRY_AFTER_SECONDS = 5
/** Longer than any request may take, since other processes use the same folder. */
const STALE_AFTER_MS = HOUR_MS

export function createUploads(folder: string): Uploads {
  return {
    beginForm: countUnderWay(FORMS_MAX, tooManyAtOnce),
    beginFiles: countUnderWay(WITH_FILES_MAX, tooManyAtOnce),

    async receive(stream) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, randomUUID())
      try {
        const { size, hash } = await write(stream, path)
        if (size > 0) return { path, size, hash }
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
      await rm(path, { force: true })
      return null
    },

    remove: ({ path }) => rm(path, { force: true }),

    async sweep() {
      const names = await readdir(folder).catch(() => [])
      for (const name of names) {
        const path = join(folder, name)
        const found = await stat(path).catch(() => null)
        if (found && Date.now() - found.mtimeMs > STALE_AFTER_MS) await rm(path, { force: true })
      }
    },
  }
}

async function write(stream: Readable, path: string) {
  const hash = createHash('sha256')
  let size = 0
  const tap = new PassThrough()
  tap.on('data', (chunk: Buffer) => {
    size += chunk.length
    hash.update(chunk)
  })
  await pipeline(stream, tap, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  return { size, hash: hash.digest('base64url') }
}

function tooManyAtOnce() {
  const sentence = 'Your other uploads are still on their way. Please wait for them.'
  return new HttpError('too_many_requests', sentence, { retryAfter: RETRY_AFTER_SECONDS })
}
