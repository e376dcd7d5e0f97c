import { close, read } from 'node:fs'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import yauzl from 'yauzl'

const CHUNK_BYTES = 64 * 1024

/**
 * The bytes of a sent archive, for the library that unpacks it. The library's own reader throws
 * from within a callback, which ends the process: where the archive names an offset that no file
 * has, and where one file of it breaks while another is read.
 */
export class ImportFileReader extends yauzl.RandomAccessReader {
  readonly #file: number
  readonly #size: number
  readonly #underWay = new Set<Promise<unknown>>()

  constructor(file: number, size: number) {
    super()
    this.#file = file
    this.#size = size
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#chunks(start, end), { objectMode: false })
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    // The declarations of the library forget that it looks at how much was read.
    callback: (error: Error | null, bytesRead?: number) => void,
  ) {
    this.#read(buffer, offset, length, position)
      .then((bytesRead) => callback(null, bytesRead))
      .catch(callback)
  }

  /** Once nothing is read any more: the number of a closed file may be another's at once. */
  override close(callback: (error: Error | null) => void) {
    void Promise.allSettled(this.#underWay).then(() => close(this.#file, callback))
  }

  async *#chunks(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; ) {
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, end - at))
      const bytesRead = await this.#read(chunk, 0, chunk.length, at)
      if (bytesRead === 0) throw new Error('The archive is shorter than it was.')
      at += bytesRead
      yield chunk.subarray(0, bytesRead)
    }
  }

  async #read(buffer: Buffer, offset: number, length: number, position: number): Promise<number> {
    if (!(position >= 0 && position + length <= this.#size))
      throw new Error('The archive names an offset outside of it.')
    const reading = promisify(read)(this.#file, buffer, offset, length, position)
    this.#underWay.add(reading)
    try {
      return (await reading).bytesRead
    } finally {
      this.#underWay.delete(reading)
    }
  }
}
