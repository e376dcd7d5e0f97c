import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { postWithImage } from '../../tests/actions/post-actions.ts'
import { snug as run } from '../../tests/commands.ts'
import { ada } from '../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'

// What of a backup the settings decide: where it may lie, who can read it, and whether pictures are
// in it.

let folder: string
let file: string
let restored: string
let server: TestServer
let member: Member
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'snug-backup-'))
  file = join(folder, 'backup.tar')
  restored = join(folder, 'restored')
  server = await openTestServer()
  member = await server.join(ada)
})
afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const snug = (words: string[], more: Record<string, string> = {}) =>
  run(words, { DATA_DIR: server.dataDir, ...more })
const backUp = () => snug(['backup', file])
const restore = (...more: string[]) => snug(['restore', file, ...more], { DATA_DIR: restored })

it('does not go into the data folder, by whatever way', async () => {
  const link = join(folder, 'link')
  await symlink(server.dataDir, link)
  await mkdir(join(server.dataDir, 'backups'))
  for (const place of [server.dataDir, join(server.dataDir, 'backups'), join(link, 'backups')]) {
    const { code, err } = await snug(['backup', join(place, 'backup.tar')])
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/ would lie in DATA_DIR, and a restore /),
    ])
  }
  const linked = await snug(['backup', join(server.dataDir, 'backup.tar')], { DATA_DIR: link })
  expect(linked.err).toMatch(/ would lie in DATA_DIR/)
})

it('is encrypted by hand, too, where the settings have it so, but where it is to be plain', async () => {
  const identity = await generateX25519Identity()
  const BACKUP_ENCRYPT_TO = await identityToRecipient(identity)
  const settings = { BACKUP_EVERY: '24h', BACKUP_DIR: folder, BACKUP_ENCRYPT_TO }
  const other = await identityToRecipient(await generateX25519Identity())
  const made = async (...more: string[]) => {
    await rm(file, { force: true })
    return { ...(await snug(['backup', file, ...more], settings)), bytes: await readFile(file) }
  }
  const said = /^It is encrypted to BACKUP_ENCRYPT_TO/m
  const byHand = await made()
  expect([byHand.code, byHand.out]).toEqual([0, expect.stringMatching(said)])
  await writeFile(join(folder, 'identity'), identity)
  expect(await restore('--identity', join(folder, 'identity'))).toMatchObject({ code: 0, err: '' })
  const named = await made('--encrypt-to', other)
  expect([named.code, named.out]).toEqual([0, expect.not.stringMatching(said)])
  expect((await restore('--yes', '--identity', join(folder, 'identity'))).err).toMatch(
    /another key/,
  )
  const plain = await made('--plain')
  expect([plain.code, plain.out]).toEqual([0, expect.not.stringMatching(said)])
  expect(plain.bytes.includes('snug.db')).toBe(true)
  const both = await snug(['backup', `${file}.2`, '--plain', '--encrypt-to', other], settings)
  expect(both.code).toBe(2)
})

/** Nobody answers there. */
const bucket = {
  ...{ S3_BUCKET: 'pictures', S3_ENDPOINT: 'http://127.0.0.1:1' },
  ...{ S3_ACCESS_KEY_ID: 'snug', S3_SECRET_ACCESS_KEY: 'secret' },
}

it('with its pictures is not brought back to where a bucket would be asked for them', async () => {
  await backUp()
  // Without any it is as good there as here.
  expect(await snug(['rehearse', file], bucket)).toMatchObject({ code: 0, err: '' })
  await rm(file)
  await postWithImage(server, member)
  await backUp()
  const there = { ...bucket, DATA_DIR: restored }
  for (const word of ['rehearse', 'restore'])
    expect(await snug([word, file], there)).toMatchObject({
      code: 1,
      err: 'The pictures of this backup are in it, and with S3_BUCKET set Snug looks for them in the bucket: take the S3_ settings away.',
    })
  expect(await readdir(folder)).toEqual(['backup.tar'])
  expect(await restore()).toMatchObject({ code: 0, err: '' })
})

it('leaves pictures to the bucket that keeps them, and says so', async () => {
  const sentence = /^Pictures are kept in the bucket, and are not in the backup\.$/m
  const made = await snug(['backup', file], bucket)
  expect([made.code, made.out]).toEqual([0, expect.stringMatching(sentence)])
  const { code, out } = await snug(['restore', file], { ...bucket, DATA_DIR: restored })
  expect([code, out]).toEqual([0, expect.stringMatching(sentence)])
  expect(await readdir(restored)).not.toContain('images')
})
