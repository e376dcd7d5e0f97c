import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { reachedFrom } from './modules.ts'
import { foldersOf, type LockedPackages, runtimeOf } from './packages.ts'
import { pack } from './tarball.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'snug-release-test-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const linux = { os: 'linux', cpu: 'x64' }

it('takes the files and packages that run, not those that only describe types', async () => {
  const sources = {
    'main.ts': [
      "import { a } from './a.ts'",
      "import type { B } from './types.ts'",
      "import type {\n  C,\n} from 'only-types'",
      "import pino from 'pino'",
      "export * from '@scope/package/part'",
      "const late = () => import('./late.ts')",
      "new URL('./child.ts', import.meta.url)",
      "import { join } from 'node:path'",
    ],
    'a.ts': ["import './main.ts'"],
    'late.ts': ["import 'sharp'"],
    'child.ts': [],
    'types.ts': [],
  }
  for (const [name, lines] of Object.entries(sources))
    await writeFile(join(folder, name), lines.join('\n'))
  expect(reachedFrom(folder, ['main.ts'])).toEqual({
    files: ['a.ts', 'child.ts', 'late.ts', 'main.ts'],
    packages: ['@scope/package', 'pino', 'pino-pretty', 'sharp'],
  })
})

it('takes what packages need on this platform, in the version that each finds', () => {
  const locked: LockedPackages = {
    '': {},
    'node_modules/a': { dependencies: { b: '1' }, optionalDependencies: { lin: '1', mac: '1' } },
    'node_modules/a/node_modules/b': { dependencies: { c: '1' } },
    'node_modules/b': {},
    'node_modules/c': {
      peerDependencies: { d: '1', e: '1' },
      peerDependenciesMeta: { e: { optional: true } },
    },
    'node_modules/d': {},
    'node_modules/e': {},
    'node_modules/lin': { os: 'linux', cpu: ['x64'], libc: ['glibc'] },
    'node_modules/mac': { os: ['darwin'] },
    'node_modules/node-mac': { os: 'darwin', bin: { node: 'bin/node' } },
    'node_modules/node-lin': { os: ['linux'], cpu: 'x64', bin: { node: 'bin/node' } },
  }
  expect(foldersOf(['a'], locked, linux)).toEqual(
    ['a', 'a/node_modules/b', 'c', 'd', 'lin'].map((name) => `node_modules/${name}`),
  )
  expect(runtimeOf(locked, linux)).toBe('node_modules/node-lin/bin/node')
  expect(runtimeOf(locked, { os: 'win32', cpu: 'x64' })).toBeUndefined()
})

it('packs the same bytes, whoever laid the files and when', async () => {
  const packed = async (name: string, umask: number, day: string) => {
    const cwd = join(folder, name)
    await mkdir(join(cwd, 'snug/bin'), { recursive: true })
    for (const [path, mode] of [
      ['snug/z.txt', 0o666],
      ['snug/bin/node', 0o777],
    ] as const) {
      await writeFile(join(cwd, path), path)
      await chmod(join(cwd, path), mode & ~umask)
      await utimes(join(cwd, path), new Date(day), new Date(day))
    }
    const archive = join(cwd, 'snug.tar.gz')
    await pack(cwd, 'snug', archive, new Date('2026-01-01'))
    return createHash('sha256')
      .update(await readFile(archive))
      .digest('hex')
  }
  const first = await packed('one', 0o022, '2026-05-05')
  expect(await packed('two', 0o077, '2026-06-06')).toBe(first)
})
