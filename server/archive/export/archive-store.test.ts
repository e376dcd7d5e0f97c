import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import type { FileStore } from '../../platform/files/file-store.ts'
import { createArchiveStore } from './archive-store.ts'

it('a file of an archive is closed where whoever asked for it is gone before its first byte', async () => {
  const opened = new PassThrough()
  const files = { open: async () => ({ stream: opened, size: 9 }) } as Partial<FileStore>
  const store = createArchiveStore({
    ...{ files: files as FileStore, db: {} as never, clock: () => 0, folder: null },
  })
  const read = await store.read('an-archive', 0, 8)
  read.destroy()
  await expect.poll(() => opened.destroyed).toBe(true)
})
