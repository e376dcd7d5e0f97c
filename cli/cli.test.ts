import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MESSAGES } from '../contract/admin.ts'
import { UNEXPLAINED } from '../server/admin/audit-log.ts'
import { ada, ben, cleo } from '../tests/people.ts'
import { commandScene, imagesIn } from '../tests/scenes/command-scene.ts'
import { form, testImage } from '../tests/test-images.ts'
import type { Member } from '../tests/test-server.ts'

// Every command once as a real process, beside a server that serves the same folder.

const { inFolder, serve, snug, spawned } = commandScene()

const NEED_A_REASON = [
  ...[
    ['admin', 'revoke'],
    ['admin', 'suspend'],
    ['admin', 'lift'],
  ],
  ...[
    ['member', 'delete'],
    ['member', 'end-sessions'],
  ],
]

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
    ...NEED_A_REASON.map((words): [string[], RegExp] => [
      [...words, 'Ben'],
      /required option '--reason <words>' not specified/,
    ]),
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
    expect(await readdir(inFolder())).toEqual([])
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
  await serve()
  const cache = inFolder('cache')
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
    const server = await serve()
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
    const server = await serve()
    const [first, second] = [await server.join(ada), await server.join(ben)]
    const isDenied = async (as = second) => (await server.call('GET', '/all', { as })).statusCode
    expect(await isDenied()).toBe(403)
    const why = ['--reason', 'Enough']
    expect(await snug(['admin', 'revoke', 'Ada', ...why])).toMatchObject({
      code: 1,
      err: 'The last administrator cannot be revoked. Make another one first.',
    })
    expect(await spawned(['admin', 'grant', 'bEN'])).toEqual({
      ...{ code: 0, out: 'Ben is an administrator now.', err: '' },
    })
    expect(await isDenied()).toBe(200)
    expect((await snug(['admin', 'grant', 'Ben'])).out).toBe('Ben is an administrator already.')
    expect((await snug(['admin', 'revoke', 'Ada', ...why])).out).toBe(
      'Ada is no administrator any more.',
    )
    expect(await isDenied(first)).toBe(403)
    const acts = (await server.call('GET', '/admin/acts', { as: second })).json()
    expect(acts).toMatchObject([
      { act: 'revoke', admin: null, memberNumber: 1, reason: 'Enough' },
      { act: 'grant', admin: null, memberNumber: 2, reason: UNEXPLAINED },
    ])
    const told = async (as: Member) =>
      (await server.call('GET', '/notifications', { as })).json()[0]?.text
    expect(await told(first)).toBe(`${MESSAGES.administrationTaken}: Enough`)
    expect(await told(second)).toBe(MESSAGES.administrationGiven)
    for (const words of NEED_A_REASON)
      expect(await snug([...words, 'Ada', '--reason', ' '])).toMatchObject({
        ...{ code: 1, err: 'Please say why.' },
      })
    expect(await snug(['admin', 'suspend', 'Ada', '--days', '7', ...why])).toMatchObject({
      ...{ code: 0, out: 'Ada is suspended.' },
    })
    expect(await isDenied(first)).toBe(401)
    expect((await snug(['admin', 'suspend', 'Ada', '--days', '1', ...why])).out).toMatch(
      /^Ada was suspended for longer already, and stays so until 2\d{3}-.+ UTC\.$/,
    )
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
    const server = await serve()
    await server.join(ada)
    const member = await server.join(ben)
    const image = { name: 'image', filename: 'picture.png', bytes: await testImage() }
    await server.call('POST', '/posts', { as: member, body: form({ text: 'Mine' }, image) })
    const { out } = await snug(['member', 'list'])
    expect(out.split('\n')).toEqual([
      expect.stringMatching(/^#2 +Ben +ben@example\.org +\d{4}-\d\d-\d\d$/),
      expect.stringMatching(/^#1 +Ada +ada@example\.org +\d{4}-\d\d-\d\d +administrator$/),
    ])
    expect((await snug(['member', 'list', '--search', 'be'])).out).toMatch(/^#2 .*\d$/)

    const why = ['--reason', 'Selling, once more']
    const unasked = await snug(['member', 'delete', 'Ben', ...why])
    expect([unasked.code, unasked.err]).toEqual([1, expect.stringMatching(/Add --yes/)])
    expect((await snug(['member', 'delete', 'Nobody', '--yes', ...why])).err).toBe(
      'There is no member called Nobody.',
    )
    expect((await snug(['member', 'delete', 'Ada', '--yes', ...why])).err).toMatch(
      /last administrator/,
    )
    expect(await imagesIn(server.dataDir)).not.toEqual([])
    expect(await spawned(['member', 'delete', 'Ben', '--yes', ...why])).toMatchObject({
      ...{ code: 0, out: 'Ben is deleted.' },
    })
    expect(await imagesIn(server.dataDir)).toEqual([])
    expect((await server.call('GET', '/users/user', { as: member })).statusCode).toBe(401)
    // The command has the time of the day; the server sends what is due by its own.
    server.pass(Date.now() - server.services.clock())
    server.services.outbox.wake()
    const mail = await server.mailTo(ben.email, 1)
    expect(mail.subject).toBe('Your account on Snug was deleted')
    expect(mail.text).toContain('They say why: Selling, once more')
  })

  it('backs up, and restores elsewhere but never under the server', async () => {
    const server = await serve()
    const member = await server.join(ada)
    await server.call('POST', '/posts', { as: member, body: form({ text: 'Kept' }) })
    const file = inFolder('backup.tar')
    expect(await spawned(['backup', file])).toMatchObject({
      ...{ code: 0, out: `${file} holds 1 account, 1 post and 0 picture files.` },
    })
    expect((await snug(['backup', file])).err).toBe(`${file} is there already.`)
    expect((await snug(['restore', file])).err).toMatch(/Add --yes/)
    expect((await spawned(['restore', file, '--yes'])).err).toMatch(/Snug is running on .+ Stop it/)

    const elsewhere = inFolder('elsewhere')
    const restored = await snug(['restore', file], { DATA_DIR: elsewhere })
    expect([restored.code, restored.out]).toEqual([0, expect.stringMatching(/is as it was on 20/)])
    expect((await snug(['doctor'], { DATA_DIR: elsewhere })).code).toBe(0)
    const again = await snug(['restore', file, '--yes'], { DATA_DIR: elsewhere })
    expect(again.out).toMatch(/What was there before is kept in .+elsewhere\.before-restore-/)
    expect((await snug(['restore', inFolder('no.tar')])).err).toMatch(/^There is no file/)
  })
})
