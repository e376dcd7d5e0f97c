import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { create, type WriteEntry } from 'tar'

/** Packs a folder so that the same files make the same bytes, whoever packs them and when. */
export async function pack(
  cwd: string,
  folder: string,
  archive: string,
  madeAt: Date,
): Promise<void> {
  const files = (await readdir(join(cwd, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(cwd.length + 1))
    .sort()
  await create(
    {
      ...{ cwd, file: archive, mtime: madeAt, noMtime: false, noDirRecurse: true },
      gzip: { level: 9, portable: true },
      portable: true,
      // Whatever umask laid the files.
      onWriteEntry(entry: WriteEntry) {
        if (entry.stat) entry.stat.mode = entry.stat.mode & 0o100 ? 0o755 : 0o644
      },
    },
    files,
  )
}
