import { opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'

const KEPT_MS = 3_600_000

/** In bytes, counted at most once an hour; null until it is counted, and without the folder. */
export function createFolderSize(folder: string, clock: () => number): () => number | null {
  let bytes: number | null = null
  let countedAt = Number.NEGATIVE_INFINITY
  return () => {
    if (clock() - countedAt >= KEPT_MS) {
      countedAt = clock()
      void sizeBelow(folder).then((size) => {
        bytes = size
      })
    }
    return bytes
  }
}

async function sizeBelow(folder: string): Promise<number | null> {
  let bytes = 0
  try {
    for await (const entry of await opendir(folder, { recursive: true })) {
      if (!entry.isFile()) continue
      // One that was removed meanwhile takes no room.
      const file = await stat(join(entry.parentPath, entry.name)).catch(() => null)
      bytes += file?.size ?? 0
    }
    return bytes
  } catch {
    return null
  }
}
