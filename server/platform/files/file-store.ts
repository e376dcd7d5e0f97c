import type { Readable } from 'node:stream'

/**
 * Where uploaded pictures are kept. A key is `kind/uuid/name`, as in
 * `posts/0199a6c2-8f1e-7c3a-9d52-3f6b1f0c77ab/960.webp`. What is stored under a key is never
 * rewritten, only removed. Text that is no such key never reaches a disk: `put` and `remove`
 * throw a TypeError, `open` finds nothing.
 */
export type FileStore = {
  /**
   * Stores the bytes whole or not at all; once it resolves they survive a power cut.
   * @throws the disk's own error, with `code: 'ENOSPC'` when there is no room.
   */
  put(key: string, bytes: Buffer): Promise<void>
  /** Null when it is not there. The caller reads the stream to its end or destroys it. */
  open(key: string): Promise<StoredFile | null>
  /** A key that is not there is no error. */
  remove(keys: string[]): Promise<void>
}

/** `size` is in bytes. */
export type StoredFile = { stream: Readable; size: number }
