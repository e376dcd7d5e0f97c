import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { snug } from '../../tests/commands.ts'
import { ada, ben, cleo } from '../../tests/people.ts'
import { openTestServer, type TestServer } from '../../tests/test-server.ts'

let folder: string
let server: TestServer
let file: string
let restored: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'snug-deleted-since-'))
  file = join(folder, 'backup.tar')
  restored = join(folder, 'restored')
  server = await openTestServer()
  await server.join(ada)
  await server.join(ben)
  await backUp(server, file)
})
afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

async function backUp({ dataDir }: TestServer, to: string) {
  expect(await snug(['backup', to], { DATA_DIR: dataDir })).toMatchObject({ code: 0 })
}
async function restore(from: string, ...more: string[]) {
  const outcome = await snug(['restore', from, '--yes', ...more], { DATA_DIR: restored })
  // Named by the second, in which the next one may be.
  for (const name of await readdir(folder))
    if (name.includes('.before-restore-')) await rm(join(folder, name), { recursive: true })
  return outcome
}

it('a restore says what comes back with it, and names whose deleted account does', async () => {
  const since = /^What was deleted, .+ since then is as it was then: do it anew\.$/m
  expect(await restore(file)).toMatchObject({ out: expect.stringMatching(since), err: '' })
  const database = { ...server.database, databaseUrl: null, dataDir: restored }
  const of = await openTestServer({ beside: { database } })
  const as = await of.signIn(ben)
  expect((await of.call('DELETE', '/users/me', { as })).statusCode).toBe(200)
  await of.close()
  expect((await restore(file)).err).toMatch(
    new RegExp(
      `^Deleted since then, and seen by others again: ${ben.username}\\. .+ delete NAME"\\.$`,
    ),
  )
  // They are there again.
  expect(await restore(file)).toMatchObject({ code: 0, err: '' })
})

it('a restore of a later day than what was there names nobody', async () => {
  expect((await restore(file)).code).toBe(0)
  await server.join(cleo)
  const later = join(folder, 'later.tar')
  await backUp(server, later)
  expect(await restore(later)).toMatchObject({ code: 0, err: '' })
})

it('a restore names nobody where another community was, or a database that is damaged', async () => {
  const other = await openTestServer()
  other.pass(1_000)
  await other.join(ada)
  const ofOther = join(folder, 'other.tar')
  await backUp(other, ofOther)
  await other.close()
  expect((await restore(ofOther)).code).toBe(0)
  const named = async () => JSON.parse((await restore(file, '--json')).out).deletedSince
  expect(await named()).toEqual([])
  await writeFile(join(restored, 'snug.db'), 'Not a database at all.\n'.repeat(1_000))
  expect(await named()).toEqual([])
})
