import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { DataFolderError, refuseForeignRoot } from './data-folder.ts'

const isRoot = process.getuid?.() === 0

it.skipIf(process.platform === 'win32')(
  'root writes nothing into the folder of another user',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'snug-owner-'))
    if (isRoot) await chown(folder, 1_000, 1_000)
    expect(() => refuseForeignRoot(folder, 0)).toThrow(DataFolderError)
    expect(() => refuseForeignRoot(folder, 0)).toThrow(/belongs to another user.+runuser -u/)
    // Its own user, root in what is root's, and where nothing is yet.
    refuseForeignRoot(folder, 1_000)
    refuseForeignRoot('/', 0)
    refuseForeignRoot(join(folder, 'none'), 0)
    await rm(folder, { recursive: true })
  },
)
