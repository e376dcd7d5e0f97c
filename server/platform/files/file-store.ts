import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { newUuid } from '../ids.ts'

/**
 * Where uploaded pictures are kept. A key is `kind/uuid/name`, as in
 * `posts/0199a6c2-8f1e-7c3a-9d52-3f6b1f0c77ab/960.webp`. What is stored under a key is never
 * rewritten, only removed. Text that is no such key never reaches a disk: `put` and `remove`
 * throw a TypeError, `open` finds nothing.
 */
export type FileStore = {
  /** Whole or not at all; survives a power cut. @throws `code: 'ENOSPC'` when there is no room. */
  put(key: string, bytes: Buffer): Promise<void>
  /** Null when it is not there. The caller reads the stream to its end or destroys it. */
  open(key: string): Promise<StoredFile | null>
  /**
   * Gives `take` what is stored, a chunk at a time, and lets go of the file once it resolves. A
   * chunk may lie in `held`, where the next takes its place. False, and `take` is not called,
   * when it is not there.
   */
  readInto(
    key: string,
    held: Buffer,
    take: (chunks: AsyncIterable<Buffer>) => Promise<void>,
  ): Promise<boolean>
  /** A key that is not there is no error. */
  remove(keys: string[]): Promise<void>
}

/** `size` is in bytes. */
export type StoredFile = { stream: Readable; size: number }

const KIND = '[a-z]{1,32}'
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
// Each dot stands between two letters or digits, so no name is `..` or hidden.
const NAME = '(?=.{1,64}$)[a-z0-9]+(?:\\.[a-z0-9]+)*'
const KEY = new RegExp(`^(?<kind>${KIND})/(?<id>${UUID})/(?<name>${NAME})$`)

export type FileKey = { kind: string; id: string; name: string }

/** The parts of a key, or null when the text is no key. */
export function parseFileKey(text: string): FileKey | null {
  const { kind, id, name } = KEY.exec(text)?.groups ?? {}
  return kind && id && name ? { kind, id, name } : null
}

/** The files are kept elsewhere, and that place does not answer. Nothing was kept. */
export class FilesAwayError extends Error {
  override readonly name = 'FilesAwayError'

  constructor(cause: unknown) {
    super('Pictures cannot be kept or shown right now. Please try again in a few minutes.', {
      cause,
    })
  }
}

/** Of a file that is not there, to ask whether there is an answer. */
export const absentKey = () => `probe/${newUuid()}/absent.txt`

/** Stores, reads and removes a small file; throws what the store throws when it cannot. */
export async function probe(files: FileStore): Promise<void> {
  const key = `probe/${newUuid()}/probe.txt`
  const bytes = Buffer.from('Snug was here.')
  await files.put(key, bytes)
  try {
    const file = await files.open(key)
    const read = file && (await buffer(file.stream))
    if (!read?.equals(bytes)) throw new Error('What was stored did not come back.')
  } finally {
    await files.remove([key])
  }
}
