import { type PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

// A zip as it is written: one file after the other, so that never more than a little of it is in
// memory, however large it becomes.

/** Resolves once all of the file is in the zip. Pictures are small already: they are not squeezed. */
export type AddFile = (
  path: string,
  content: Readable | AsyncIterable<string> | string,
  options?: { isSmall?: boolean },
) => Promise<void>

/**
 * Writes a zip: `write` adds its files one after the other, `sink` takes its bytes in order. Rejects
 * with what either of them throws, once both have ended.
 */
export async function writeZip(
  sink: (chunk: Buffer) => Promise<void>,
  write: (add: AddFile) => Promise<void>,
): Promise<void> {
  const zip = new ZipFile()
  // Itself, as yazl makes it: what was wrapped around it would end only with its next bytes, which
  // never come once a file has failed.
  const output = zip.outputStream as PassThrough
  zip.on('error', (error) => output.destroy(error))
  const drained = drain(output, sink)

  async function add(...[path, content, { isSmall = false } = {}]: Parameters<AddFile>) {
    const stream = typeof content === 'string' ? Readable.from([content]) : streamOf(content)
    const read = finished(stream, { writable: false })
    zip.addReadStreamLazy(path, { compress: !isSmall }, openerOf(stream))
    try {
      await Promise.race([read, drained])
    } finally {
      stream.destroy()
    }
  }

  const written = write(add).then(
    () => zip.end(),
    (error: Error) => {
      output.destroy(error)
      throw error
    },
  )
  const [first, second] = await Promise.allSettled([written, drained])
  for (const { reason } of [first, second].filter((end) => end.status === 'rejected')) throw reason
}

/** Lets go of it once it is read: the zip keeps what opens each of its files until its very end. */
function openerOf(stream: Readable) {
  let unread: Readable | null = stream
  return (begin: (error: unknown, opened: Readable) => void) => {
    if (unread) begin(null, unread)
    unread = null
  }
}

function streamOf(content: Readable | AsyncIterable<string>): Readable {
  return content instanceof Readable ? content : Readable.from(content)
}

async function drain(output: Readable, sink: (chunk: Buffer) => Promise<void>) {
  for await (const chunk of output) await sink(chunk)
}
