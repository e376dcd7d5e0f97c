import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

// File systems of a test's own, small and real. Only root may mount them, and not in every
// container: where they cannot be had, `canMount` says so and the tests are skipped.

export interface SmallDisk {
  folder: string
  /** How often it was told so far to put what it holds where no power cut reaches it. */
  flushes(): number
  remove(): void
}

/** In memory: as full as `bytes`. */
export function mountMemory(bytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'snug-disk-'))
  run('mount', '-t', 'tmpfs', '-o', `size=${bytes}`, 'snug-test', folder)
  return {
    folder,
    flushes: () => 0,
    remove: () => unmount(folder),
  }
}

/** A file that the system takes for a disk, and counts as one. */
export function mountDisk(bytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'snug-disk-'))
  const image = `${folder}.img`
  writeFileSync(image, '')
  truncateSync(image, bytes)
  run('mkfs.ext4', '-q', image)
  // Another test, or whatever else mounts, may take the same free device at the same moment.
  untilDone(() => run('mount', '-o', 'loop', image, folder))
  const device = basename(run('findmnt', '-no', 'SOURCE', folder).trim())
  return {
    folder,
    // The sixteenth figure: https://docs.kernel.org/block/stat.html
    flushes: () =>
      Number(readFileSync(`/sys/block/${device}/stat`, 'utf8').trim().split(/\s+/)[15]),
    remove() {
      unmount(folder)
      rmSync(image)
    },
  }
}

const TRIES = 50

/** Whether such a file system can be had here; tried once, with the smallest. */
export function canMount(kind: typeof mountMemory | typeof mountDisk): boolean {
  try {
    const disk = kind(4 * 1024 * 1024)
    const isCounted = Number.isFinite(disk.flushes())
    disk.remove()
    return isCounted
  } catch {
    return false
  }
}

function unmount(folder: string) {
  // Something on the machine that looks at every new disk may be in it for a moment.
  untilDone(() => run('umount', folder))
  rmSync(folder, { recursive: true })
}

/** The last failure is passed on. */
function untilDone(attempt: () => void) {
  for (let tries = 1; ; tries++) {
    try {
      return attempt()
    } catch (error) {
      if (tries === TRIES) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
    }
  }
}

function run(program: string, ...args: string[]): string {
  // Where Debian keeps what root runs, also for a root whose path is a user's.
  const PATH = `${process.env.PATH}:/usr/sbin:/sbin`
  const env = { ...process.env, PATH }
  return execFileSync(program, args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}
