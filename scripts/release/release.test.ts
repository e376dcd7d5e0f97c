import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { madeFor, requireContents } from './contents.ts'
import { reachedFrom } from './modules.ts'
import { foldersOf, type LockedPackages, runtimeOf } from './packages.ts'
import { PLATFORMS, platformNamed } from './platforms.ts'
import { ENTRIES } from './stage.ts'
import { pack } from './tarball.ts'

const ROOT = join(import.meta.dirname, '../..')

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

it.each(PLATFORMS)(
  'has all it needs for %s among the locked packages, and no tool',
  async (name) => {
    const platform = platformNamed(name) ?? linux
    const { packages }: { packages: Record<string, { dev?: boolean }> } = JSON.parse(
      await readFile(join(ROOT, 'package-lock.json'), 'utf8'),
    )
    const locked = packages as LockedPackages
    const folders = foldersOf(reachedFrom(ROOT, ENTRIES).packages, locked, platform)
    expect(folders).toContain(`node_modules/@img/sharp-${name}`)
    expect(folders.filter((folder) => packages[folder]?.dev)).toEqual([])
    expect(runtimeOf(locked, platform)).toMatch(/^node_modules\/node-.+\/bin\/node/)
  },
)

it('refuses what is for another machine, by its first bytes', async () => {
  const head = (at: Record<number, number | string>) => {
    const bytes = Buffer.alloc(256)
    for (const [place, value] of Object.entries(at))
      if (typeof value === 'string') bytes.write(value, Number(place), 'latin1')
      else bytes.writeUInt32LE(value, Number(place))
    return bytes
  }
  const programs = {
    'linux-x64': head({ 0: '\x7fELF', 18: 62 }),
    'linux-arm64': head({ 0: '\x7fELF', 18: 183 }),
    'darwin-x64': head({ 0: 0xfeed_facf, 4: 0x0100_0007 }),
    'darwin-arm64': head({ 0: 0xfeed_facf, 4: 0x0100_000c }),
    'win32-x64': head({ 0: 'MZ', 60: 128, 128: 'PE', 132: 0x8664 }),
  }
  for (const [name, program] of Object.entries(programs)) expect(madeFor(program)).toBe(name)
  expect([madeFor(Buffer.from('#!/bin/sh')), madeFor(head({ 0: 'MZ', 60: 4_000 }))]).toEqual([
    ...[null, null],
  ])
  await mkdir(join(folder, 'bin'))
  await writeFile(join(folder, 'bin/node'), programs['linux-x64'])
  await writeFile(join(folder, 'sharp.node'), programs['linux-x64'])
  await requireContents(folder, linux)
  await writeFile(join(folder, 'libvips.so.42'), programs['darwin-x64'])
  await expect(requireContents(folder, linux)).rejects.toThrow('libvips.so.42 is for darwin-x64.')
})
