import { close, fstat, read } from 'node:fs'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { IMAGE_MAX_BYTES } from '../../../contract/posts.ts'
import { ImportFileReader } from './import-file-reader.ts'
import { ImportRefusedError } from './import-refused.ts'

// An archive that somebody sent: made by nobody knows whom. Nothing of it is ever written under its
// own name, and of no file more is read than it may have. All that a look at the list of its files
// tells is judged before any of them is opened.

const FILES_MAX = 50_000
/** All files unpacked, beyond what words alone take, which are squeezed more than four times. */
const RATIO_MAX = 4
const UNPACKED_FREE_BYTES = 256 * 1024 * 1024
/** Of a list of `data/`. */
const LIST_MAX_BYTES = 512 * 1024 * 1024
/** Of what is no list there. */
const OBJECT_MAX_BYTES = 1024 * 1024
/** Of what the list says of one file besides: all of the list is in memory. */
const NAME_MAX_BYTES = 255
const EXTRA_MAX_BYTES = 512
/** Of a file in a zip, before its name. */
const HEADER_BYTES = 30
const LINK_TYPE = 0o120000
const TYPE_MASK = 0o170000
const PROFILE = 'data/profile.json'

export type ImportZip = Awaited<ReturnType<typeof openImportZip>>

/** `file` is closed with the archive, also where this throws ImportRefusedError. */
export async function openImportZip(file: number) {
  const { size } = await promisify(fstat)(file).catch((error) => refuseFile(file, error))
  const opened = yauzl.fromRandomAccessReaderPromise(new ImportFileReader(file, size), size, {
    autoClose: false,
    lazyEntries: true,
    decodeStrings: false,
    validateEntrySizes: true,
  })
  const zip = await opened.catch((error) => refuseFile(file, error))
  try {
    const entries = await entriesOf(zip)
    const folder = folderOf(entries)
    const find = (name: string) => entries.get(folder + name)
    return {
      /** The bytes of a list of `data/`, as they come; undefined where there is none. */
      async list(name: string): Promise<AsyncIterable<Buffer> | undefined> {
        const entry = find(`data/${name}.json`)
        return entry && chunksOf(await open(zip, entry, LIST_MAX_BYTES))
      },
      /** Of what is no list; undefined where there is none. */
      async object(name: 'profile' | 'settings'): Promise<unknown> {
        const entry = find(`data/${name}.json`)
        if (!entry) return undefined
        const bytes = await buffer(chunksOf(await open(zip, entry, OBJECT_MAX_BYTES)))
        try {
          return JSON.parse(String(bytes))
        } catch (error) {
          throw new ImportRefusedError('not an archive', error)
        }
      },
      /** A file of `pictures/`, once; null where it is missing, too large or damaged. */
      async image(file: string): Promise<Buffer | null> {
        const entry = find(file)
        // Else one picture that a million posts name becomes a million pictures here.
        entries.delete(folder + file)
        if (!entry || entry.uncompressedSize === 0) return null
        try {
          return await buffer(await open(zip, entry, IMAGE_MAX_BYTES))
        } catch {
          return null
        }
      },
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > FILES_MAX) throw new ImportRefusedError('too many files')
  const entries = new Map<string, Entry>()
  let unpacked = 0
  const each = zip.eachEntry()
  for (;;) {
    const { value: entry, done } = await each.next().catch(refuse)
    if (done) break
    const { fileNameLength, extraFieldLength, fileCommentLength } = entry
    if (fileNameLength > NAME_MAX_BYTES || extraFieldLength + fileCommentLength > EXTRA_MAX_BYTES)
      throw new ImportRefusedError('names')
    const name = nameOf(entry)
    // Which of two is shown depends on who opens it.
    if (entries.has(name)) throw new ImportRefusedError('names')
    if (entry.isEncrypted()) throw new ImportRefusedError('locked')
    unpacked += entry.uncompressedSize
    entries.set(name, entry)
  }
  if (unpacked > RATIO_MAX * zip.fileSize + UNPACKED_FREE_BYTES)
    throw new ImportRefusedError('too much')
  refuseOverlap(entries.values())
  return entries
}

/** A name as others would unpack it; refuses one that leads elsewhere. */
function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields, ...entry }: Entry): string {
  const name = yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true)
  const isLink = ((entry.externalFileAttributes >>> 16) & TYPE_MASK) === LINK_TYPE
  if (yauzl.validateFileName(name) !== null || isLink || name.includes('\u0000'))
    throw new ImportRefusedError('names')
  return name
}

/** The same bytes as many files: few of them become very many. */
function refuseOverlap(entries: Iterable<Entry>) {
  const inOrder = [...entries].sort(
    (one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader,
  )
  let end = 0
  for (const { relativeOffsetOfLocalHeader: start, fileNameLength, compressedSize } of inOrder) {
    if (start < end) throw new ImportRefusedError('broken')
    end = start + HEADER_BYTES + fileNameLength + compressedSize
  }
}

/** Where its files lie: who unpacked it and packed it again has them in a folder. */
function folderOf(entries: Map<string, Entry>): string {
  if (entries.has(PROFILE)) return ''
  const found = [...entries.keys()].find((name) => /^[^/]+\/data\/profile\.json$/.test(name))
  if (!found) throw new ImportRefusedError('not an archive')
  return found.slice(0, -PROFILE.length)
}

async function open(zip: ZipFile, entry: Entry, bytesMax: number): Promise<Readable> {
  if (entry.uncompressedSize > bytesMax) throw new ImportRefusedError('too much')
  if (!entry.canDecodeFileData()) throw new ImportRefusedError('broken')
  return zip.openReadStreamPromise(entry).catch(refuse)
}

/** What does not have the size it says it has, or cannot be unpacked, is found while it is read. */
async function* chunksOf(stream: Readable): AsyncGenerator<Buffer> {
  try {
    yield* stream as AsyncIterable<Buffer>
  } catch (error) {
    refuse(error)
  }
}

/** Most often it is another file, and now and then one that broke off. */
async function refuseFile(file: number, error: unknown): Promise<never> {
  const first = Buffer.alloc(2)
  try {
    await promisify(read)(file, first, 0, first.length, 0)
  } finally {
    await promisify(close)(file)
  }
  throw new ImportRefusedError(String(first) === 'PK' ? 'broken' : 'not an archive', error)
}

function refuse(error: unknown): never {
  throw new ImportRefusedError('broken', error)
}
