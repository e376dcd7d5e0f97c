import { existsSync, readFileSync, statfsSync } from 'node:fs'

/** What a run keeps at once: databases, PostgreSQL's log, pictures, a release that is tried. */
const NEEDED_BYTES = 4 * 1024 ** 3
/** With the processes of the tests. */
const FREE_BYTES = 2 * NEEDED_BYTES

export interface Place {
  folder: string
  /** What the system has mounted, as Linux lists it. */
  mounts: string
  /** Bytes that fit in there. */
  room: number
  /** Bytes of the machine that nobody uses. */
  freeMemory: number
}

/**
 * Where tests lay what they write and throw away: thousands of databases, flushed with each commit,
 * which on a disk is waited for. Undefined where memory has no folder with room for it, or none
 * that programs may run from.
 */
export function folderInMemory(place: Place = sharedMemory()): string | undefined {
  const { folder, mounts, room, freeMemory } = place
  const mounted = mounts
    .split('\n')
    .map((line) => line.split(' '))
    .findLast(([, at]) => at === folder)
  const [, , kind, options = ''] = mounted ?? []
  if (kind !== 'tmpfs' || /\b(ro|noexec)\b/.test(options)) return undefined
  return room >= NEEDED_BYTES && freeMemory >= FREE_BYTES ? folder : undefined
}

function sharedMemory(): Place {
  const [folder, list] = ['/dev/shm', '/proc/mounts']
  const mounts = existsSync(list) ? readFileSync(list, 'utf8') : ''
  const { bavail, bsize } = existsSync(folder) ? statfsSync(folder) : { bavail: 0, bsize: 0 }
  return { folder, mounts, room: bavail * bsize, freeMemory: process.availableMemory() }
}
