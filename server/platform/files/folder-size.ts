import { opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { HOUR_MS } from '../../../contract/durations.ts'
import type { Clock } from '../clock.ts'
import { staleWhileRevalidate } from '../concurrency/timed-cache.ts'

const KEPT_MS = HOUR_MS

/** In bytes, counted at most once an hour; null until it is counted, and without the folder. */
export function createFolderSize(folder: string, clock: Clock): () => number | null {
  return staleWhileRevalidate(KEPT_MS, clock, () => sizeBelow(folder))
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
