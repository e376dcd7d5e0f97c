import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { Header } from 'tar'

// A tar archive of plain files and nothing else, written and read as a stream. The list of
// checksums is in the order of the archive, and as `sha256sum --check` reads it.

const BLOCK = 512
const MODE = 0o600
const CHUNK_BYTES = 256 * 1024

/** A file to put into an archive: its path there, where its bytes are now, and what sums them. */
export interface Packed {
  path: string
  source: string
  size: number
  checksum: Checksum
}

/** Writes an archive, flushed to the disk; `file` must not be there yet. */
export async function writeArchive(file: string, entries: AsyncIterable<Packed>): Promise<void> {
  const target = createWriteStream(file, { flags: 'wx', mode: MODE, flush: true })
  await pipeline(packed(entries), target)
}

async function* packed(entries: AsyncIterable<Packed>): AsyncGenerator<Buffer> {
  for await (const { path, source, size, checksum } of entries) {
    yield headerOf(path, size)
    // Exactly so many bytes, whatever becomes of the file meanwhile.
    let left = size
    if (size > 0)
      for await (const chunk of checksum.through(createReadStream(source, { end: size - 1 }))) {
        left -= chunk.length
        yield chunk
      }
    if (left > 0) throw new Error(`${source} became shorter while it was read.`)
    yield Buffer.alloc(paddingAfter(size))
  }
  yield Buffer.alloc(2 * BLOCK)
}

function headerOf(path: string, size: number): Buffer {
  const block = Buffer.alloc(BLOCK)
  new Header({ path, size, mode: MODE, type: 'File', mtime: new Date(0) }).encode(block)
  return block
}

/** A file in an archive: `read` gives its bytes, once, before the next one is asked for. */
export interface Found {
  path: string
  size: number
  read(): AsyncIterable<Buffer>
}

/** Not an archive of ours, or one that was changed or cut off. The message is a sentence. */
export class ArchiveError extends Error {}

/** The files of an archive in its order. Throws ArchiveError for whatever is no plain file. */
export async function* readArchive(path: string): AsyncGenerator<Found> {
  await using file = await open(path, 'r')
  let position = 0
  for (;;) {
    const header = await headerAt(file, position)
    if (!header) return
    const start = position + BLOCK
    yield { ...header, read: () => bytesOf(file, start, header.size) }
    position = start + header.size + paddingAfter(header.size)
  }
}

/** Null at the end of the archive. */
async function headerAt(file: FileHandle, position: number) {
  const block = Buffer.alloc(BLOCK)
  const { bytesRead } = await file.read(block, 0, BLOCK, position)
  if (bytesRead < BLOCK) throw new ArchiveError('The archive is cut off.')
  const header = new Header(block)
  if (header.nullBlock) return null
  const { path, size } = header
  if (!header.cksumValid || path === undefined || size === undefined)
    throw new ArchiveError('This is not an archive made by "snug backup".')
  if (header.type !== 'File') throw new ArchiveError(`The archive holds what is no file: ${path}`)
  return { path, size }
}

// Not as a stream of the file: each one would listen to it until it is closed.
async function* bytesOf(file: FileHandle, start: number, size: number): AsyncGenerator<Buffer> {
  for (let done = 0; done < size; ) {
    const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, size - done))
    const { bytesRead } = await file.read(chunk, 0, chunk.length, start + done)
    if (bytesRead === 0) throw new ArchiveError('The archive is cut off.')
    yield chunk.subarray(0, bytesRead)
    done += bytesRead
  }
}

function paddingAfter(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK
}

/** The checksum of what comes, passing it on. */
export class Checksum {
  readonly #hash = createHash('sha256')

  async *through(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      this.#hash.update(chunk)
      yield chunk
    }
  }

  hex(): string {
    return this.#hash.digest('hex')
  }
}

export async function checksumOf(file: string): Promise<string> {
  const checksum = new Checksum()
  for await (const _ of checksum.through(createReadStream(file)));
  return checksum.hex()
}

export function checksumLine(hex: string, path: string): string {
  return `${hex}  ${path}\n`
}
