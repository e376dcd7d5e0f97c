import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isImageDeletionLocked } from './image-deletion-lock.ts'

it('no picture goes where nobody can tell whether a backup is under way', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'snug-lock-'))
  try {
    expect(await isImageDeletionLocked(dataDir)).toBe(false)
    const unreadable = join(dataDir, 'unreadable')
    await writeFile(unreadable, 'A file')
    await expect(isImageDeletionLocked(unreadable)).rejects.toThrow('ENOTDIR')
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})
