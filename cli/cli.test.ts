import { spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrations } from '../server/migrations/all.ts'
import { newId } from '../server/platform/ids.ts'
import { type Outcome, snug as run } from '../tests/commands.ts'
import { COMPILE_CACHE } from '../tests/compile-cache.ts'
import { ada, ben, cleo } from '../tests/people.ts'
import { form, picture } from '../tests/pictures.ts'
import { openTestServer, type TestServer } from '../tests/test-server.ts'

// Every command once as a real process, beside a server that serves the same folder.

const CLI = fileURLToPath(new URL('./main.ts', import.meta.url))
let folder: string
let server: TestServer | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'snug-cli-'))
})
afterEach(async () => {
  await server?.close()
  server = undefined
  await rm(folder, { recursive: true, force: true })
})

const environmentOf = (more: Record<string, string>) => ({
  DATA_DIR: server?.dataDir ?? join(folder, 'data'),
  ...more,
})

/** A command as a process of its own. */
async function spawned(words: string[], more: Record<string, string> = {}): Promise<Outcome> {
  const child = spawn(process.execPath, [CLI, ...words], {
    cwd: folder,
    env: { ...environmentOf(more), ...COMPILE_CACHE },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return outcome(code, out, err)
}

/** The same without a process, for what needs none: starting one takes a second. */
async function snug(words: string[], more: Record<string, string> = {}): Promise<Outcome> {
  const { code, out, err } = await run(words, environmentOf(more))
  return outcome(code, out, err)
}

function outcome(code: number | null, out: string, err: string): Outcome {
  // Whatever goes wrong is a sentence, never a stack.
  expect(err).not.toMatch(/^ {4}at |node:internal|Warning/m)
  return { code, out: out.trim(), err: err.trim() }
}

describe('snug', () => {
  it('tells a script by its exit code how it went', async () => {
    expect((await spawned(['nonsense'])).code).toBe(2)
    expect((await spawned(['member', 'list'])).code).toBe(1)
  })

  it('helps, with every command and without one', async () => {
    for (const ask of [() => spawned([]), () => snug(['--help']), () => snug(['help'])]) {
      const { code, out } = await ask()
      expect(code).toBe(0)
      for (const name of [
        'admin',
        'member',
        'backup',
        'restore',
        'doctor',
        'migrate',
        'keys',
        'move',
        'demo',
      ])
        expect(out).toContain(`  ${name}`)
    }
    for (const words of [['admin', 'grant'], ['member', 'delete'], ['backup'], ['demo']])
      expect(await snug([...words, '--help'])).toMatchObject({
        code: 0,
        out: expect.stringContaining(`Usage: snug ${words.join(' ')}`),
      })
  })

  it.each([
    [['nonsense'], /unknown command 'nonsense'/],
    [['admin'], /Usage: snug admin/],
    [['admin', 'grant'], /missing required argument 'name'/],
    [['backup'], /missing required argument 'file'/],
    [['move'], /required option '--to <url>' not specified/],
    [['doctor', '--fast'], /unknown option '--fast'/],
  ])('says of %j that it is not understood', async (words, sentence) => {
    expect(await snug(words)).toMatchObject({ code: 2, err: expect.stringMatching(sentence) })
  })

  it('begins no community where there is none', async () => {
    for (const words of [
      ['member', 'list'],
      ['migrate'],
      ['backup', 'b.tar'],
      ['move', '--to', 'postgres://127.0.0.1:1/snug'],
      ['admin', 'grant', 'Ada'],
    ])
      expect(await snug(words)).toMatchObject({
        code: 1,
        err: expect.stringMatching(/^There is no community in .+\/data yet\./),
      })
    expect(await readdir(folder)).toEqual([])
  })

  it('names a setting that makes no sense', async () => {
    const sentence = 'PORT must be a whole number from 0 to 65535, not "x".'
    for (const words of [
      ['member', 'list'],
      ['start', '--check'],
    ])
      expect(await snug(words, { PORT: 'x' })).toMatchObject({ code: 1, err: sentence })
  })
})

it('tries beside a server whether it starts, and keeps what it compiled for the real start', async () => {
  server = await openTestServer()
  const cache = join(folder, 'cache')
  const { code, out, err } = await snug(['start', '--check'], { NODE_COMPILE_CACHE: cache })
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(/^Snug [\d.]+ starts on this machine\. What it compiled is in .+\/cache\.$/)
  const [kept = ''] = await readdir(cache)
  expect((await readdir(join(cache, kept))).length).toBeGreaterThan(1_000)
  await rm(cache, { recursive: true })
  await writeFile(cache, '')
  const unkept = await snug(['start', '--check'], { NODE_COMPILE_CACHE: join(cache, 'below') })
  expect([unkept.code, unkept.out]).toEqual([0, expect.stringContaining('could not be kept in ')])
})

describe('beside a server', () => {
  it('prints the link of an invitation in the name of a member', async () => {
    server = await openTestServer()
    await server.join(ada)
    const { out } = await snug(['admin', 'invite', 'ada', '--uses', '1', '--days', '2'])
    const code = out.slice(out.lastIndexOf('/') + 1)
    const answer = await server.call('GET', `/invitations/${code}`)
    expect(answer.json()).toMatchObject({ inviter: ada.username })
    expect(await snug(['admin', 'invite', 'ada', '--uses', '0'])).toMatchObject({
      ...{ code: 1, err: 'An invitation can be used 1 to 100 times, or without a limit.' },
    })
    expect((await snug(['admin', 'invite', 'nobody'])).err).toMatch(/no member called nobody/)
  })

  it('grants and revokes, which the server sees at once and the log keeps', async () => {
    server = await openTestServer()
    const [first, second] = [await server.join(ada), await server.join(ben)]
    const isDenied = async (as = second) => (await server?.call('GET', '/all', { as }))?.statusCode
    expect(await isDenied()).toBe(403)
    expect(await snug(['admin', 'revoke', 'Ada'])).toMatchObject({
      code: 1,
      err: 'The last administrator cannot be revoked. Make another one first.',
    })
    expect(await spawned(['admin', 'grant', 'bEN'])).toEqual({
      ...{ code: 0, out: 'Ben is an administrator now.', err: '' },
    })
    expect(await isDenied()).toBe(200)
    expect((await snug(['admin', 'grant', 'Ben'])).out).toBe('Ben is an administrator already.')
    expect((await snug(['admin', 'revoke', 'Ada'])).out).toBe('Ada is no administrator any more.')
    expect(await isDenied(first)).toBe(403)
    const acts = (await server.call('GET', '/admin/acts', { as: second })).json()
    expect(acts).toMatchObject([
      { act: 'revoke', admin: null, memberNumber: 1 },
      { act: 'grant', admin: null, memberNumber: 2 },
    ])
    const why = ['--reason', 'Enough']
    expect(await snug(['admin', 'suspend', 'Ada', '--days', '7', ...why])).toMatchObject({
      ...{ code: 0, out: 'Ada is suspended.' },
    })
    expect(await isDenied(first)).toBe(401)
    expect((await snug(['admin', 'suspend', 'Ada', '--days', '3', ...why])).code).toBe(1)
    expect((await snug(['admin', 'lift', 'Ada', ...why])).out).toBe(
      'Ada is not suspended any more.',
    )
    expect((await snug(['admin', 'lift', 'Ada', ...why])).code).toBe(1)
    await server.register(cleo)
    expect(await snug(['admin', 'grant', 'Cleo'])).toMatchObject({
      ...{ code: 0, err: expect.stringMatching(/not verified their email yet/) },
    })
    expect(await snug(['admin', 'grant', 'Nobody'])).toMatchObject({
      ...{ code: 1, err: 'There is no such member.' },
    })
  })

  it('lists members, and deletes one with their pictures', async () => {
    server = await openTestServer()
    await server.join(ada)
    const member = await server.join(ben)
    const image = { name: 'image', filename: 'picture.png', bytes: await picture() }
    await server.call('POST', '/posts', { as: member, body: form({ text: 'Mine' }, image) })
    const { out } = await snug(['member', 'list'])
    expect(out.split('\n')).toEqual([
      expect.stringMatching(/^#2 +Ben +ben@example\.org +\d{4}-\d\d-\d\d$/),
      expect.stringMatching(/^#1 +Ada +ada@example\.org +\d{4}-\d\d-\d\d +administrator$/),
    ])
    expect((await snug(['member', 'list', '--search', 'be'])).out).toMatch(/^#2 .*\d$/)

    const unasked = await snug(['member', 'delete', 'Ben'])
    expect([unasked.code, unasked.err]).toEqual([1, expect.stringMatching(/Add --yes/)])
    expect((await snug(['member', 'delete', 'Nobody', '--yes'])).err).toBe(
      'There is no member called Nobody.',
    )
    expect((await snug(['member', 'delete', 'Ada', '--yes'])).err).toMatch(/last administrator/)
    expect(await pictures(server.dataDir)).not.toEqual([])
    expect(await spawned(['member', 'delete', 'Ben', '--yes'])).toMatchObject({
      ...{ code: 0, out: 'Ben is deleted.' },
    })
    expect(await pictures(server.dataDir)).toEqual([])
    expect((await server.call('GET', '/users/user', { as: member })).statusCode).toBe(401)
  })

  it('backs up, and restores elsewhere but never under the server', async () => {
    server = await openTestServer()
    const member = await server.join(ada)
    await server.call('POST', '/posts', { as: member, body: form({ text: 'Kept' }) })
    const file = join(folder, 'backup.tar')
    expect(await spawned(['backup', file])).toMatchObject({
      ...{ code: 0, out: `${file} holds 1 account, 1 post and 0 picture files.` },
    })
    expect((await snug(['backup', file])).err).toBe(`${file} is there already.`)
    expect((await snug(['restore', file])).err).toMatch(/Add --yes/)
    expect((await spawned(['restore', file, '--yes'])).err).toMatch(/Snug is running on .+ Stop it/)

    const elsewhere = join(folder, 'elsewhere')
    const restored = await snug(['restore', file], { DATA_DIR: elsewhere })
    expect([restored.code, restored.out]).toEqual([0, expect.stringMatching(/is as it was on 20/)])
    expect((await snug(['doctor'], { DATA_DIR: elsewhere })).code).toBe(0)
    const again = await snug(['restore', file, '--yes'], { DATA_DIR: elsewhere })
    expect(again.out).toMatch(/What was there before is kept in .+elsewhere\.before-restore-/)
    expect((await snug(['restore', join(folder, 'no.tar')])).err).toMatch(/^There is no file/)
  })
})

describe('migrate', () => {
  it('says what it did, and refuses a database of a newer version', async () => {
    server = await openTestServer()
    expect((await snug(['migrate'])).out).toBe('The database is up to date.')
    expect((await snug(['migrate', '--check'])).out).toMatch(/^The database is up to date: /)
    const later = sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030')`
    await later.execute(server.services.db)
    for (const words of [['migrate'], ['migrate', '--check'], ['member', 'list']])
      expect(await snug(words)).toMatchObject({
        ...{ code: 1, err: expect.stringMatching(/newer version of Snug.+ It made 9999-later/) },
      })
    expect((await snug(['doctor'])).out).toMatch(/^problem +migrations: a newer version/m)
  })

  it('says of a damaged database what helps', async () => {
    await mkdir(join(folder, 'data'))
    await writeFile(join(folder, 'data', 'snug.db'), 'Not a database at all.\n'.repeat(1_000))
    expect(await snug(['member', 'list'])).toMatchObject({
      ...{ code: 1, err: expect.stringMatching(/damaged.+"snug restore FILE"/) },
    })
    expect((await snug(['doctor'])).out).toMatch(/^problem +database: it is damaged: .+ Restore a/m)
  })

  it('makes what is missing, and until then other commands ask for it', async () => {
    const file = join(folder, 'data', 'snug.db')
    await mkdir(join(folder, 'data'))
    new DatabaseSync(file).close()
    expect((await snug(['member', 'list'])).err).toMatch(/run "snug migrate"/)
    expect((await snug(['doctor'])).out).toMatch(/^problem +migrations: \d+ to be made/m)
    const ahead = await snug(['migrate', '--check', '--json'])
    expect(JSON.parse(ahead.out).pending).toEqual(Object.keys(migrations))
    expect((await snug(['member', 'list'])).err).toMatch(/run "snug migrate"/)
    expect((await spawned(['migrate'])).out).toMatch(/^0001-baseline is done\.$/m)
    expect((await snug(['member', 'list'])).code).toBe(0)
  })
})

describe('doctor', () => {
  it('finds everything well, and says so in one line each', async () => {
    server = await openTestServer()
    // The clock of the test's server stands elsewhere, but never in the future.
    const { code, out } = await spawned(['doctor'])
    expect(out.split('\n').filter((line) => !line.startsWith('ok '))).toEqual([])
    expect(code).toBe(0)
    expect(out).toMatch(/mail: no SMTP_URL: mail is written to files/)
  })

  it('finds a data folder that others can look into, and what update a copy is kept of', async () => {
    server = await openTestServer()
    const { dataDir } = server
    await writeFile(join(dataDir, 'snug.db.before-0002-later'), '', { mode: 0o600 })
    expect((await snug(['doctor'])).out).toMatch(
      /^ok +migrations: all made; .+ before 0002-later is kept in .+\/snug\.db\.before-0002-later until 20/m,
    )
    for (const [path, mode] of [
      [dataDir, 0o755],
      [join(dataDir, 'snug.db'), 0o640],
    ] as const) {
      const { mode: before } = await stat(path)
      await chmod(path, mode)
      const { code, out } = await snug(['doctor'])
      expect(code).toBe(1)
      expect(out).toContain(`can get at ${path}: run "chmod -R go= ${dataDir}"`)
      await chmod(path, before & 0o777)
    }
    expect((await snug(['doctor'])).code).toBe(0)
  })

  it('finds what is wrong', async () => {
    server = await openTestServer()
    const member = await server.join(ada)
    const image = { name: 'image', filename: 'picture.png', bytes: await picture() }
    await server.call('POST', '/posts', { as: member, body: form({ text: 'Mine' }, image) })
    const [lost = ''] = await pictures(server.dataDir)
    await rm(lost)
    const passkey = {
      public_key: '',
      sign_count: 0,
      transports: '[]',
      name: 'Phone',
      created_at: 0,
    }
    await server.services.db
      .insertInto('passkeys')
      .values({
        ...{ ...passkey, id: newId(), user_id: member.id, credential_id: 'AAAA' },
        ...{ works_at: 'old.example.org', last_used_at: null },
      })
      .execute()
    const { code, out } = await snug(['doctor'], {
      SMTP_URL: 'smtp://127.0.0.1:1',
      PUBLIC_URL: 'http://snug.example.org',
    })
    expect(code).toBe(1)
    expect(out).toMatch(/^problem +pictures: 1 files? (is|are) missing/m)
    expect(out).toMatch(/^problem +mail: 127\.0\.0\.1:1 would not take mail/m)
    expect(out).toMatch(/^problem +PUBLIC_URL: .+ is not https/m)
    expect(out).toMatch(/^problem +passkeys: 1 were added at another address/m)
    expect(out).toMatch(/^ok +database: is whole/m)
  })

  it('names a setting that makes no sense', async () => {
    const { code, out } = await snug(['doctor'], { HOST: '0.0.0.0', PORT: 'x' })
    expect([code, out]).toEqual([1, expect.stringMatching(/^problem +settings: PORT must be/m)])
  })
})

describe('demo', () => {
  it('makes a living community, once', async () => {
    const made = await spawned(['demo', '--folder', 'demo'])
    expect([made.code, made.err]).toEqual([0, ''])
    expect(made.out).toMatch(/Sign in as maya@example\.org with the password/)
    const environment = { DATA_DIR: join(folder, 'demo') }
    expect((await snug(['member', 'list'], environment)).out.split('\n')).toHaveLength(14)
    expect(await snug(['doctor'], environment)).toMatchObject({ code: 0 })
    using database = new DatabaseSync(join(folder, 'demo', 'snug.db'), { readOnly: true })
    const count = (of: string) =>
      Number(database.prepare(`select count(*) as n from ${of}`).get()?.n)
    expect(count('posts')).toBeGreaterThanOrEqual(60)
    expect(count('spaces')).toBe(6)
    expect(count('mail_outbox')).toBe(0)
    for (const table of ['comments', 'vibes', 'post_reactions', 'friend_requests', 'squad_places'])
      expect([table, count(table) > 4]).toEqual([table, true])
    expect(count('posts where created_at > unixepoch() * 1000')).toBe(0)
    // In the order of time, as ids are.
    const moments = database.prepare('select created_at from posts order by id').all()
    expect(moments).toEqual(moments.toSorted((a, b) => Number(a.created_at) - Number(b.created_at)))

    const again = await snug(['demo', '--folder', join(folder, 'demo')])
    expect([again.code, again.err]).toEqual([1, expect.stringMatching(/^There is something in/)])
  })
})

async function pictures(dataDir: string): Promise<string[]> {
  const found = await readdir(join(dataDir, 'images'), { recursive: true, withFileTypes: true })
  return found
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => join(parentPath, name))
}
