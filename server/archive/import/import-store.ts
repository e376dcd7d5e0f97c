import { close, createReadStream, createWriteStream, existsSync, open, write } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { DAY_MS } from '../../../contract/durations.ts'
import { IMPORT_UNDO_DAYS } from '../../../contract/import.ts'
import type { Clock } from '../../platform/clock.ts'
import { Mutex } from '../../platform/concurrency/mutex.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { FREE_BYTES_KEPT, freeBytes } from '../../platform/files/free-disk-space.ts'
import type { UploadedFile } from '../../platform/http/uploads.ts'
import { newUuid } from '../../platform/ids.ts'
import type { Database } from '../../schema.ts'
import * as queries from './import-queries.ts'

// Where archives that are sent here lie until they are read: each as one file of this machine, or,
// where pictures lie in a bucket, as its pieces there, since each of them may come to another
// machine.

const UNREAD_MS = 7 * DAY_MS
/** Of each file in a bucket but the last of a piece. */
const PART_BYTES = 4 * 1024 * 1024
/** Twice as many as the largest archive has, for pieces that are sent again. */
const PART_COUNT_MAX = 1_024

// Bare numbers: what reads archives closes them itself.
const openFile = promisify(open)
const closeFile = promisify(close)
const writeTo = promisify(write)

export type ImportStore = ReturnType<typeof createImportStore>

interface Options {
  db: Database
  clock: Clock
  dataDir: string
  /** Where all processes of the server reach it; null where they have one folder. */
  bucket: FileStore | null
}

type Sent = Pick<queries.ImportRow, 'file_id' | 'part_count'>

export function createImportStore({ db, clock, dataDir, bucket }: Options) {
  const places = bucket ? bucketOfPieces(bucket, db, dataDir) : folderOfFiles(dataDir)
  async function remove(sent: Sent) {
    await places.remove(sent)
    await queries.noteFileRemoved(db, sent.file_id)
  }
  return {
    ...places,
    remove,
    hasRoom: async (bytes = 0) => (await freeBytes(dataDir)) >= FREE_BYTES_KEPT + bytes,
    /**
     * Removes those whose time is over, and what was left of files; gives up what nobody goes on
     * with.
     */
    async removeEnded(): Promise<void> {
      const now = clock()
      await queries.endUnsent(db, now - DAY_MS)
      await queries.giveUpUnread(db, now - UNREAD_MS, now + IMPORT_UNDO_DAYS * DAY_MS)
      for (const row of await queries.dueImports(db, now)) {
        await places.remove(row)
        await queries.deleteImport(db, row.id)
      }
      // Who read it may have ended before it was removed, or the bucket was away.
      for (const sent of await queries.filesDone(db))
        if (places.has(sent.file_id)) await remove(sent)
    },
  }
}

function folderOfFiles(dataDir: string) {
  const folder = importsFolder(dataDir)
  const pathOf = (fileId: string) => join(folder, `${fileId}.zip`)
  return {
    /** Whether it can be read, and written to, by this process. */
    has: (fileId: string) => existsSync(pathOf(fileId)),
    async create(fileId: string) {
      await closeFile(await openNew(folder, pathOf(fileId)))
    },
    /** Over what was there. Resolves to the numbers of its files in a bucket; null: not wanted. */
    async write({ file_id }: Sent, offset: number, piece: UploadedFile): Promise<number[] | null> {
      const file = createWriteStream(pathOf(file_id), { flags: 'r+', start: offset })
      await pipeline(createReadStream(piece.path), file)
      return []
    },
    /** How much of this machine's disk is taken while one is open. */
    bytesToOpen: (_row: queries.ImportRow) => 0,
    /** The whole archive, as an open file, for who closes it. */
    open: ({ file_id }: queries.ImportRow, _beforePart: () => Promise<void>) =>
      openFile(pathOf(file_id), 'r'),
    /** Pieces that came a second time, or too late. */
    async removeParts(_row: Sent, _parts: number[]) {},
    remove: ({ file_id }: Sent) => rm(pathOf(file_id), { force: true }),
  }
}

function bucketOfPieces(
  bucket: FileStore,
  db: Database,
  dataDir: string,
): ReturnType<typeof folderOfFiles> {
  const folder = importsFolder(dataDir)
  // However many send at once, one part is in memory.
  const turn = new Mutex()
  const addPart = (fileId: string, read: () => Readable): Promise<number | null> =>
    turn.run(async () => {
      const part = await queries.addPart(db, fileId, PART_COUNT_MAX)
      if (part !== null) await bucket.put(keyOf(fileId, part), await buffer(read()))
      return part
    })
  return {
    has: () => true,
    create: async () => {},
    async write({ file_id }, _offset, piece) {
      const parts: number[] = []
      for (let start = 0; start < piece.size; start += PART_BYTES) {
        const end = start + PART_BYTES - 1
        // Opened once it is wanted: nobody would close one that is not.
        const read = () => createReadStream(piece.path, { start, end })
        const part = await addPart(file_id, read)
        if (part === null) return null
        parts.push(part)
      }
      return parts
    },
    bytesToOpen: ({ bytes }) => Number(bytes),
    async open({ file_id, parts }, beforePart) {
      const path = join(folder, `${newUuid()}.zip`)
      const file = await openNew(folder, path)
      // Without a name from the start: a process that is killed leaves nothing behind.
      await rm(path)
      const keys = (JSON.parse(parts) as number[]).map((part) => keyOf(file_id, part))
      try {
        for await (const bytes of bytesOf(bucket, keys, beforePart))
          for (let place = 0; place < bytes.length; )
            place += (await writeTo(file, bytes, place)).bytesWritten
      } catch (error) {
        await closeFile(file)
        throw error
      }
      return file
    },
    removeParts: ({ file_id }, parts) => bucket.remove(parts.map((part) => keyOf(file_id, part))),
    async remove({ file_id, part_count }) {
      for (let part = 1; part <= part_count; part++) await bucket.remove([keyOf(file_id, part)])
    },
  }
}

async function* bytesOf(bucket: FileStore, keys: string[], beforePart: () => Promise<void>) {
  for (const key of keys) {
    await beforePart()
    const part = await bucket.open(key)
    if (!part) throw new Error('A piece of a sent archive is not there.')
    yield* part.stream as AsyncIterable<Buffer>
  }
}

async function openNew(folder: string, path: string): Promise<number> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return openFile(path, 'wx+', 0o600)
}

function importsFolder(dataDir: string): string {
  return join(dataDir, 'imports')
}

function keyOf(fileId: string, part: number): string {
  return `import/${fileId}/${part}.part`
}
