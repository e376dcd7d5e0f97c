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
  run('mount', '-o', 'loop', image, folder)
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

const UNMOUNT_TRIES = 50

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
  for (let tries = 1; ; tries++) {
    try {
      run('umount', folder)
      break
    } catch (error) {
      // Something on the machine that looks at every new disk may be in it for a moment.
      if (tries === UNMOUNT_TRIES) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
    }
  }
  rmSync(folder, { recursive: true })
}

function run(program: string, ...args: string[]): string {
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}
