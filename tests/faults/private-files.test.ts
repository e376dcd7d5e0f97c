import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ada } from '../people.ts'
import { COMPILE_CACHE } from '../setup/compile-cache.ts'
import { form, testImage } from '../test-images.ts'
import { type Community, openCommunity } from './writing.ts'

// What a server and its commands keep is for their own user, also where everything else is for
// everybody: under the umask 000.

const CLI = fileURLToPath(new URL('../../cli/main.ts', import.meta.url))

let umask: number
let folder: string
let community: Community
beforeEach(async () => {
  umask = process.umask(0)
  folder = await mkdtemp(join(tmpdir(), 'snug-private-'))
  community = await openCommunity(1, folder)
})
afterEach(async () => {
  process.umask(umask)
  await community.close()
  await rm(folder, { recursive: true, force: true })
})

async function snug(words: string[], dataDir: string) {
  const env = { ...COMPILE_CACHE, DATA_DIR: dataDir }
  const child = spawn(process.execPath, [CLI, ...words], { env, stdio: 'ignore' })
  expect(await once(child, 'exit')).toEqual([0, null])
}

/** Every file and folder below, by its path, that others than its user may do anything with. */
async function openToOthers(): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = found.map((entry) => join(entry.parentPath, entry.name))
  const modes = await Promise.all(paths.map(async (path) => (await stat(path)).mode))
  return paths.flatMap((path, index) => ((modes[index] ?? 0) & 0o077 ? relative(folder, path) : []))
}

async function names(): Promise<string[]> {
  const found = await readdir(folder, { recursive: true })
  return found.map((path) => path.replace(/^snug-embedded-\w+/, 'data'))
}

it('database, log, pictures, mail, secret, backup and what is restored are for their user alone', async () => {
  const { server, members, call } = community
  const token = members[0]?.token ?? ''
  const image = { name: 'image', filename: 'picture.png', bytes: await testImage() }
  expect((await call('POST', '/posts', token, form({ text: 'Look' }, image))).status).toBe(201)
  expect((await call('POST', '/users/register', '', ada)).status).toBe(201)
  const has = async (pattern: RegExp) => (await names()).some((name) => pattern.test(name))
  await expect.poll(() => has(/^data\/mail\/[^.].+\.eml$/)).toBe(true)
  await snug(['backup', join(folder, 'backup.tar')], server.dataDir)
  await snug(['restore', join(folder, 'backup.tar')], join(folder, 'parent', 'elsewhere'))
  for (const pattern of [
    /^data\/snug\.db$/,
    /^data\/snug\.db-wal$/,
    /^data\/snug\.db-shm$/,
    /^data\/snug\.lock$/,
    /^data\/secret\.key$/,
    /^data\/uploads$/,
    /^data\/images\/post\/\w\w\/.+\.webp$/,
    /^backup\.tar$/,
    /^parent\/elsewhere\/snug\.db$/,
    /^parent\/elsewhere\/images\/post\/\w\w\/.+\.webp$/,
  ])
    expect(await has(pattern), String(pattern)).toBe(true)
  expect(await openToOthers()).toEqual([])
})
