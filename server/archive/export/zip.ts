import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'
import { createZipDirectory, endOfFile, headerOf } from './zip-records.ts'

// A zip as it is written: one file after the other, so that never more than a little of it is in
// memory, however large it becomes. Of each file that is written nothing stays but its record in
// the zip's directory, about a hundred bytes: libraries keep some kilobytes of each until the end.

/**
 * Resolves once all of the file is in the zip. Pictures are small already: they are not squeezed,
 * and what comes of them is taken before more is asked for.
 */
export type AddFile = (
  path: string,
  content: AsyncIterable<Buffer | string> | string,
  options?: { isSmall?: boolean },
) => Promise<void>

/** `write` adds files one by one, `sink` takes bytes in order. Rejects with what either throws. */
export async function writeZip(
  sink: (chunk: Buffer) => Promise<void>,
  write: (add: AddFile) => Promise<void>,
): Promise<void> {
  const directory = createZipDirectory()
  const madeAt = new Date()
  let place = 0

  async function put(bytes: Buffer) {
    place += bytes.length
    await sink(bytes)
  }

  await write(async (path, content, { isSmall = false } = {}) => {
    const file = { path, isSmall, madeAt, start: place }
    await put(headerOf(file))
    const begin = place
    let [crc, size] = [0, 0]
    async function* counted() {
      for await (const chunk of chunksOf(content)) {
        crc = crc32(chunk, crc)
        size += chunk.length
        yield chunk
      }
    }
    for await (const chunk of isSmall ? counted() : squeezed(counted())) await put(chunk)
    const written = { ...file, crc, size, packed: place - begin }
    await put(endOfFile(written))
    directory.add(written)
  })
  for (const block of directory.end(place)) await sink(block)
}

async function* chunksOf(content: Parameters<AddFile>[1]): AsyncGenerator<Buffer> {
  if (typeof content === 'string') yield Buffer.from(content)
  else
    for await (const chunk of content) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk
}

/** Ends with what the reading of the bytes ended with. */
function squeezed(bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  return pipeline(Readable.from(bytes), createDeflateRaw(), () => {})
}
