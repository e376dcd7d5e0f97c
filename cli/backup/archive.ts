import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
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

/** What the bytes of an archive go through on their way to the disk or from it. */
export type Passage = (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>

/** Writes an archive, flushed to the disk; `file` must not be there yet. */
export async function writeArchive(
  file: string,
  entries: AsyncIterable<Packed>,
  pass: Passage = (bytes) => bytes,
): Promise<void> {
  const target = createWriteStream(file, { flags: 'wx', mode: MODE, flush: true })
  await pipeline(pass(packed(entries)), target)
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
export async function* readArchive(
  path: string,
  pass: Passage = (bytes) => bytes,
): AsyncGenerator<Found> {
  await using bytes = new Bytes(pass(createReadStream(path, { highWaterMark: CHUNK_BYTES })))
  for (;;) {
    const header = headerIn(await bytes.block())
    if (!header) break
    const unread = { left: header.size }
    yield { ...header, read: () => bytes.take(unread) }
    unread.left += paddingAfter(header.size)
    for await (const _ of bytes.take(unread));
  }
  // To the very end: only there it shows that nothing was cut off.
  await bytes.skipRest()
}

/** Null at the end of the archive. */
function headerIn(block: Buffer) {
  const header = parsed(block)
  if (header?.nullBlock) return null
  if (!header?.cksumValid || header.path === undefined || header.size === undefined)
    throw new ArchiveError('This is not an archive made by "snug backup".')
  const { path, size } = header
  if (header.type !== 'File') throw new ArchiveError(`The archive holds what is no file: ${path}`)
  return { path, size }
}

/** Null for one with a number that is none. */
function parsed(block: Buffer): Header | null {
  try {
    return new Header(block)
  } catch {
    return null
  }
}

/** Bytes that come in chunks of any size. */
class Bytes implements AsyncDisposable {
  readonly #chunks: AsyncIterator<Uint8Array>
  #rest: Buffer = Buffer.alloc(0)

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  async block(): Promise<Buffer> {
    const parts: Buffer[] = []
    for await (const part of this.take({ left: BLOCK })) parts.push(part)
    return Buffer.concat(parts)
  }

  /** So many of the next, counted down as they are read. */
  async *take(unread: { left: number }): AsyncGenerator<Buffer> {
    while (unread.left > 0) {
      if (this.#rest.length === 0 && !(await this.#readOn()))
        throw new ArchiveError('The archive is cut off.')
      const part = this.#rest.subarray(0, unread.left)
      this.#rest = this.#rest.subarray(part.length)
      unread.left -= part.length
      yield part
    }
  }

  async skipRest() {
    while (await this.#readOn());
  }

  async #readOn(): Promise<boolean> {
    const { done, value } = await this.#chunks.next()
    if (done) return false
    this.#rest = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    return true
  }

  async [Symbol.asyncDispose]() {
    await this.#chunks.return?.()
  }
}

function paddingAfter(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK
}

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
