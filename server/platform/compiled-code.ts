import { readdir, rm, rmdir, stat } from 'node:fs/promises'
import { getCompileCacheDir } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { DAY_MS } from '../../contract/durations.ts'

// Node keeps what it compiled by the path of the module and by its own version, and removes
// nothing: of each release and each Node all would stay.

const KEPT_MS = 30 * DAY_MS
/** Visitors come first: a start has enough to do. */
const LOOKED_AFTER_MS = 60_000

/** As `v26.10.0-x64-310b2ce3-998`: the version, the machine, the options and the user. */
const FOLDER = /^v\d+(?:\.\d+){2}\S*-\w+-[0-9a-f]{1,8}(?:-\d+)?$/
const ENTRY = /^[0-9a-f]{8}(?:\.[^/]*)?$/

/** Once this process serves for a while. It keeps no process alive that is to end. */
export function removeUnusedCodeSoon() {
  const folder = getCompileCacheDir()
  if (folder === undefined) return
  const remove = () => void removeUnusedCode(dirname(folder), basename(folder), Date.now())
  setTimeout(remove, LOOKED_AFTER_MS).unref()
}

/**
 * Removes what nothing has read for 30 days. A start has just read all that it needs, and what a
 * file system that does not note that loses is compiled once more. Whatever cannot be removed
 * stays.
 */
export async function removeUnusedCode(cache: string, ours: string, now: number): Promise<void> {
  for (const name of await namesIn(cache, FOLDER)) {
    const folder = join(cache, name)
    for (const entry of await namesIn(folder, ENTRY)) await removeUnused(join(folder, entry), now)
    // One that is not empty stays.
    if (name !== ours) await rmdir(folder).catch(() => {})
  }
}

async function namesIn(folder: string, pattern: RegExp): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => pattern.test(name))
}

// Another process may do the same.
async function removeUnused(path: string, now: number) {
  const file = await stat(path).catch(() => null)
  if (file && Math.max(file.atimeMs, file.mtimeMs) < now - KEPT_MS)
    await rm(path, { force: true }).catch(() => {})
}
