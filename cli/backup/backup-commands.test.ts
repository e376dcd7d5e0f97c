import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { communityId } from '../../server/backups/folder-owner.ts'
import { post } from '../../tests/actions/post-actions.ts'
import { snug as run } from '../../tests/commands.ts'
import type { TestDatabase } from '../../tests/database.ts'
import { ada } from '../../tests/people.ts'
import { type Member, openTestServer, secretIn, type TestServer } from '../../tests/test-server.ts'

// What of a backup still opens a door where it is restored, and who can read it.

let folder: string
let file: string
let restored: string
let server: TestServer
let member: Member
let link: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'snug-backup-'))
  file = join(folder, 'backup.tar')
  restored = join(folder, 'restored')
  server = await openTestServer()
  member = await server.join(ada)
  await post(server, member, 'Between the two of us')
  await server.call('POST', '/users/forgot-password', { body: { email: ada.email } })
  link = secretIn(await server.mailTo(ada.email, 1))
})
afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const snug = (words: string[], more: Record<string, string> = {}) =>
  run(words, { DATA_DIR: server.dataDir, ...more })
const backUp = (...more: string[]) => snug(['backup', file, ...more])
const restore = (...more: string[]) => snug(['restore', file, ...more], { DATA_DIR: restored })

/** Does something with a server on what was restored. */
async function onRestored(work: (of: TestServer) => Promise<void>) {
  const database: TestDatabase = { ...server.database, databaseUrl: null, dataDir: restored }
  const of = await openTestServer({ beside: { database } })
  await work(of)
  await of.close()
}

const whoAmI = async (of: TestServer, { token }: { token: string }) =>
  (await of.call('GET', '/users/user', { as: { token } })).statusCode
const linkStatus = async (of: TestServer) =>
  (await of.call('GET', `/users/reset-password/${link}`)).statusCode
const secretOf = (dataDir: string) => readFile(join(dataDir, 'secret.key'), 'utf8')

describe('a restore', () => {
  it('ends every session and mailed link, makes another secret, and says so', async () => {
    expect((await backUp()).code).toBe(0)
    expect(await readFile(file, 'latin1')).not.toContain('secret.key')
    const { code, out } = await restore()
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^Every session and every link in mail/m),
    ])
    expect(await secretOf(restored)).not.toBe(await secretOf(server.dataDir))
    expect((await stat(join(restored, 'secret.key'))).mode & 0o777).toBe(0o600)
    expect([await whoAmI(server, member), await linkStatus(server)]).toEqual([200, 200])
    await onRestored(async (of) => {
      expect([await whoAmI(of, member), await linkStatus(of)]).toEqual([401, 400])
      expect(await whoAmI(of, await of.signIn(ada))).toBe(200)
    })
  })

  it('does so of a backup with the secret, too', async () => {
    const { out } = await backUp()
    const [, images] = /and (\d+ picture files?)\./.exec(out) ?? []
    await rm(file)
    // The secret is none of the pictures.
    expect((await backUp('--with-secret')).out).toMatch(
      new RegExp(`and ${images}\\.\n.* holds the secret as well`),
    )
    expect((await restore()).code).toBe(0)
    expect(await secretOf(restored)).not.toBe(await secretOf(server.dataDir))
    await onRestored(async (of) => expect(await whoAmI(of, member)).toBe(401))
  })

  it('says whose apps for codes count no more, which none does where the secret of before is there', async () => {
    const { secondFactorKeys, db } = server.services
    const secret = secondFactorKeys.encrypt('the secret of an app', member.id)
    const factor = { user_id: member.id, secret, confirmed_at: 1, last_step: 0, ends_at: null }
    await db.insertInto('second_factors').values(factor).execute()
    await backUp()
    const lost =
      /^The app of 1 member counts no more: they sign in with a recovery code or a passkey/
    expect(await restore()).toMatchObject({ code: 0, err: expect.stringMatching(lost) })
    expect(JSON.parse((await restore('--yes', '--json')).out)).toMatchObject({ lostApps: 1 })
    restored = join(folder, 'with its secret')
    await mkdir(restored, { mode: 0o700 })
    await writeFile(join(restored, 'secret.key'), await secretOf(server.dataDir), { mode: 0o600 })
    expect(await restore('--yes')).toMatchObject({ code: 0, err: '' })
    await onRestored(async ({ services }) => {
      const kept = await services.db
        .selectFrom('second_factors')
        .select('secret')
        .executeTakeFirst()
      expect(services.secondFactorKeys.decrypt(kept?.secret ?? '', member.id)).toBe(
        'the secret of an app',
      )
    })
    await rm(file)
    await backUp('--with-secret')
    restored = join(folder, 'with it in the backup')
    expect(await restore()).toMatchObject({ code: 0, err: '' })
  })

  it('keeps everybody signed in where that is asked, of a backup with the secret', async () => {
    await backUp('--with-secret')
    const { code, out } = await restore('--keep-sessions')
    expect([code, out]).toEqual([0, expect.not.stringMatching(/session/)])
    await onRestored(async (of) => {
      expect([await whoAmI(of, member), await linkStatus(of)]).toEqual([200, 200])
    })
  })

  it('cannot keep sessions without the secret, and then changes nothing', async () => {
    await backUp()
    expect((await restore('--keep-sessions')).err).toMatch(/made without --with-secret/)
    expect(await readdir(folder)).toEqual(['backup.tar'])
  })
})

it('is rehearsed beside the server, which finds what a restore would', async () => {
  const rehearse = (...more: string[]) => snug(['rehearse', file, ...more])
  expect((await backUp()).code).toBe(0)
  const { code, out, err } = await rehearse()
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(/^The backup of 20\S+ can be brought back: all \d+ rows of \d+ tables and /)
  expect(JSON.parse((await rehearse('--json')).out)).toMatchObject({ file, files: 1 })
  const whole = await readFile(file)
  // A row more than was counted: the archive is what was packed, and yet not all of it.
  const counted = whole.toString('latin1').replace(/"users": 1\b/, '"users": 2')
  await writeFile(file, Buffer.from(counted, 'latin1'))
  expect((await rehearse()).err).toBe('Not every row came back: users.')
  await writeFile(file, whole.subarray(0, whole.length - 2_000))
  expect((await rehearse()).err).toBe('The archive is cut off.')
  const beside = (await readdir(dirname(server.dataDir))).filter((name) =>
    name.startsWith(`${basename(server.dataDir)}.`),
  )
  expect([beside, await readdir(folder)]).toEqual([[], ['backup.tar']])
  expect(await whoAmI(server, member)).toBe(200)
})

describe('an encrypted backup', () => {
  let identity: string
  let identityFile: string
  beforeEach(async () => {
    identity = await generateX25519Identity()
    identityFile = join(folder, 'identity')
    await writeFile(identityFile, `# public key: …\n${identity}\n`)
    const { code, err } = await backUp('--encrypt-to', await identityToRecipient(identity))
    expect([code, err]).toEqual([0, ''])
  })

  it('tells nothing, and is brought back with its key', async () => {
    const bytes = await readFile(file, 'latin1')
    expect(bytes).toMatch(/^age-encryption\.org\/v1\n/)
    for (const word of ['Between the two', ada.email, 'snug.db', 'SQLite', identity])
      expect(bytes).not.toContain(word)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await restore('--identity', identityFile)).toMatchObject({ code: 0, err: '' })
    await onRestored(async (of) => {
      const feed = await of.call('GET', '/posts/friends', { as: await of.signIn(ada) })
      expect(feed.json().posts).toMatchObject([{ text: 'Between the two of us' }])
    })
  })

  it('says in a sentence why it cannot be read, and changes nothing', async () => {
    const other = join(folder, 'other')
    await writeFile(other, `${await generateX25519Identity()}\n`)
    const nonsense = join(folder, 'nonsense')
    await writeFile(nonsense, 'AGE-SECRET-KEY-1NONSENSE\n')
    const cases: [string[], RegExp][] = [
      [[], /^The backup is encrypted: name the file of the age key with --identity\.$/],
      [['--identity', other], /^The backup was encrypted to another key/],
      [['--identity', nonsense], /holds no age identity that can be used/],
      [['--identity', join(folder, 'nowhere')], /^There is no file .+nowhere that can be read\.$/],
    ]
    for (const [words, sentence] of cases)
      expect(await restore(...words)).toMatchObject({
        ...{ code: 1, err: expect.stringMatching(sentence) },
      })
    const names = await readdir(folder)
    expect(names.sort()).toEqual(['backup.tar', 'identity', 'nonsense', 'other'])
  })

  it('that was changed or cut off anywhere is refused', async () => {
    const whole = await readFile(file)
    const changed = Buffer.from(whole)
    changed[whole.length - 700] = (changed[whole.length - 700] ?? 0) ^ 1
    const refused = async () =>
      expect((await restore('--identity', identityFile)).err).toMatch(
        /^The archive is (damaged or )?cut off\.$|^This backup is not encrypted|not an archive/,
      )
    await writeFile(file, changed)
    await refused()
    // Between two parts of the encryption, and within one; before its header ends; the very end.
    for (const size of [60, 150, 65_752, whole.length / 2, whole.length - 1]) {
      await writeFile(file, whole)
      await truncate(file, Math.floor(size))
      await refused()
    }
    expect((await readdir(folder)).sort()).toEqual(['backup.tar', 'identity'])
  })
})

it('is encrypted to an age key only, and says when the secret is no file', async () => {
  expect((await backUp('--encrypt-to', 'ada@example.org')).err).toMatch(/begins with age1/)
  expect((await backUp('--encrypt-to', 'age1nonsense')).err).toMatch(/begins with age1/)
  const SECRET_KEY = 'cd'.repeat(32)
  const withSecret = await snug(['backup', file, '--with-secret'], { SECRET_KEY })
  expect(withSecret.err).toMatch(/^SECRET_KEY is set/)
  await backUp()
  expect((await restore('--identity', file)).code).toBe(1)
  expect((await readdir(folder)).sort()).toEqual(['backup.tar'])
})

it('is made by the server itself, when it is time, as the settings say', async () => {
  const identity = await generateX25519Identity()
  const environment = {
    ...{ BACKUP_EVERY: '24h', BACKUP_DIR: join(folder, 'scheduled') },
    BACKUP_ENCRYPT_TO: await identityToRecipient(identity),
  }
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const of = await openTestServer({ environment, beside: { database: server.database } })
  vi.advanceTimersByTime(5 * 60_000)
  vi.useRealTimers()
  const made = async () => (await readdir(join(folder, 'scheduled')).catch(() => [])).sort()
  // It gives way to everything else, so on a machine with much to do it has to wait for its turns.
  await expect
    .poll(made, { timeout: 5 * 30_000 })
    .toEqual([...[expect.stringMatching(/\.age$/), 'snug-community']])
  const whose = await readFile(join(folder, 'scheduled', 'snug-community'), 'utf8')
  expect(whose.trim()).toBe(await communityId(of.services.db))
  await of.close()
  const [name = ''] = await made()
  expect(name).toBe('snug-2026-01-15T12-00-00Z.tar.age')
  await writeFile(join(folder, 'identity'), identity)
  await rename(join(folder, 'scheduled', name), file)
  expect(await restore('--identity', join(folder, 'identity'))).toMatchObject({ code: 0, err: '' })
  await onRestored(async (of) => {
    expect(await whoAmI(of, await of.signIn(ada))).toBe(200)
    // Its backups are of the same community, whatever became of its secret and its folder.
    expect(await communityId(of.services.db)).toBe(whose.trim())
  })
})
