import { Readable } from 'node:stream'
import type { Clock } from '../../platform/clock.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { freeBytes } from '../../platform/files/free-disk-space.ts'
import type { Database } from '../../schema.ts'
import * as queries from '../queries.ts'

// Where archives lie: each as several files, so that one of any size takes little memory to keep
// and to send, in a folder as in a bucket.

/** Of each file but the last. */
const PART_BYTES = 4 * 1024 * 1024

/** A file that was to be there is not: it was removed, or never came with a backup. */
export class ArchiveGoneError extends Error {
  override readonly name = 'ArchiveGoneError'
}

export type ArchiveStore = ReturnType<typeof createArchiveStore>

interface Options {
  files: FileStore
  db: Database
  clock: Clock
  /** Null where they lie in a bucket. */
  folder: string | null
}

export function createArchiveStore({ files, db, clock, folder }: Options) {
  async function remove(fileId: string, partCount: number) {
    for (let part = 1; part <= partCount; part++) await files.remove([keyOf(fileId, part)])
  }

  return {
    remove,

    /**
     * Takes the bytes of one archive; `beforePart` is told the number of each file before it is
     * there.
     */
    writer(fileId: string, beforePart: (part: number) => Promise<void>) {
      return createWriter(files, fileId, beforePart)
    },

    /**
     * The bytes from `start` to `end`, both among them. Throws ArchiveGoneError before any is read.
     */
    async read(fileId: string, start: number, end: number): Promise<Readable> {
      const first = await files.open(keyOf(fileId, partWith(start)))
      if (!first) throw new ArchiveGoneError('The first file is not there.')
      const bytes = bytesOf(files, fileId, { start, end, first: first.stream })
      const read = Readable.from(bytes, { objectMode: false })
      // Where whoever asks is gone before the first byte, nothing of `bytesOf` ever runs.
      return read.once('close', () => first.stream.destroy())
    },

    /** How many bytes there are where the archives lie: a bucket has no end. */
    async freeBytes(): Promise<number> {
      return folder === null ? Number.POSITIVE_INFINITY : freeBytes(folder)
    },

    async removeEnded(): Promise<void> {
      for (const { id, file_id, part_count } of await queries.dueArchives(db, clock())) {
        if (file_id) await remove(file_id, part_count)
        await queries.deleteArchive(db, id)
      }
    },
  }
}

function createWriter(
  files: FileStore,
  fileId: string,
  beforePart: (part: number) => Promise<void>,
) {
  // One for all of them: garbage of 4 MB would stay until there is much of it.
  const held = Buffer.allocUnsafe(PART_BYTES)
  let heldBytes = 0
  let part = 0

  async function flush() {
    part++
    await beforePart(part)
    await files.put(keyOf(fileId, part), held.subarray(0, heldBytes))
    heldBytes = 0
    // What was read of pictures lies outside of the heap, where the collector comes late.
    globalThis.gc?.({ type: 'minor', execution: 'sync' })
  }

  return {
    async write(chunk: Buffer) {
      for (let place = 0; place < chunk.length; ) {
        const taken = chunk.copy(held, heldBytes, place)
        place += taken
        heldBytes += taken
        if (heldBytes === PART_BYTES) await flush()
      }
    },
    /** Resolves to how many bytes there are in all. */
    async end(): Promise<number> {
      const bytes = part * PART_BYTES + heldBytes
      if (heldBytes > 0) await flush()
      return bytes
    },
  }
}

interface ByteRange {
  start: number
  end: number
  first: AsyncIterable<Buffer>
}

async function* bytesOf(files: FileStore, fileId: string, { start, end, first }: ByteRange) {
  let stream = first
  for (let part = partWith(start); ; part++) {
    let place = (part - 1) * PART_BYTES
    for await (const chunk of stream) {
      const wanted = chunk.subarray(Math.max(0, start - place), Math.max(0, end + 1 - place))
      place += chunk.length
      if (wanted.length > 0) yield wanted
    }
    if (place > end) return
    const next = await files.open(keyOf(fileId, part + 1))
    if (!next) throw new ArchiveGoneError('A file is not there.')
    stream = next.stream
  }
}

function partWith(place: number): number {
  return Math.floor(place / PART_BYTES) + 1
}

function keyOf(fileId: string, part: number): string {
  return `archive/${fileId}/${part}.part`
}
