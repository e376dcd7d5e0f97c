import { execFileSync } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Platform } from './packages.ts'

/** Named as Node names them. */
export const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64']

export function platformNamed(name: string): Platform | undefined {
  const [os = '', cpu = ''] = name.split('-')
  return PLATFORMS.includes(name) ? { os, cpu } : undefined
}

/**
 * A folder with the installed packages of this platform: the repository's own for this machine, a
 * passing one for others. No script of a package runs.
 */
export async function modulesFor({ os, cpu }: Platform, root: string) {
  if (os === process.platform && cpu === process.arch)
    return { folder: root, remove: async () => {} }
  const folder = await mkdtemp(join(tmpdir(), 'snug-release-'))
  for (const name of ['package.json', 'package-lock.json'])
    await cp(join(root, name), join(folder, name))
  const options = ['--omit=dev', '--ignore-scripts', '--no-save', '--no-audit', '--no-fund']
  const target = [`--os=${os}`, `--cpu=${cpu}`, ...(os === 'linux' ? ['--libc=glibc'] : [])]
  execFileSync('npm', ['install', '--force', '--loglevel=error', ...options, ...target], {
    cwd: folder,
    shell: process.platform === 'win32',
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
