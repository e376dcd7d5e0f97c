import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MESSAGES as ACCOUNT_MESSAGES } from '../../../contract/accounts.ts'
import { MESSAGES, type SuspendedArchive } from '../../../contract/archive.ts'
import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts'
import type { PasskeyCreation, PasskeyRequest } from '../../../contract/passkeys.ts'
import { MESSAGES as FACTOR_MESSAGES } from '../../../contract/second-factor.ts'
import { MESSAGES as SUSPENSION_MESSAGES } from '../../../contract/suspension.ts'
import { post } from '../../../tests/actions/post-actions.ts'
import { codeOf } from '../../../tests/one-time-code.ts'
import { createPasskeyDevice } from '../../../tests/passkey-device.ts'
import { ada, ben, cleo, jon, type Person } from '../../../tests/people.ts'
import {
  type Member,
  openTestServer,
  secretIn,
  type TestServer,
} from '../../../tests/test-server.ts'
import { filesOfZip } from '../../../tests/zip-files.ts'

const PATH = '/users/suspension/archive'
const NEW_PASSWORD = 'Lanterns-At-Dusk-7!'

let server: TestServer
let administrator: Member
let suspended: Member
let other: Member
beforeAll(async () => {
  server = await openTestServer({ rateLimits: true })
  administrator = await server.join(ada)
  suspended = await server.join(ben)
  other = await server.join(cleo)
  const { _id } = await post(server, suspended, 'Still mine')
  const say = (body: object) =>
    server.call('POST', `/posts/${_id}/comments`, { as: suspended, body })
  const [said] = (await say({ text: 'And this' })).json()
  await say({ text: 'And that', parentId: said._id })
})
afterAll(() => server.close())

const send = (path: string, body: object) => server.call('POST', path, { body })
const ask = ({ email, password }: Person, code?: string) =>
  send(PATH, { email, password, ...(code && { code }) })
const opened = async (person: Person, code?: string) =>
  (await ask(person, code)).json<SuspendedArchive>()
const withPass = (path: 'status' | 'again' | 'link', pass: string) =>
  send(`${PATH}/${path}`, { pass })

async function judge(act: 'suspend' | 'lift', member: Member) {
  const body = { text: 'Too unkind', ...(act === 'suspend' && { days: null }) }
  const path = `/admin/user/${member.user._id}/${act}`
  const answer = await server.call('POST', path, { as: administrator, body })
  expect(answer.statusCode).toBe(200)
}

/** Where the archive opens, below `/api`, and the cookie it needs. */
async function linkBy(pass: string) {
  const answer = await withPass('link', pass)
  expect(answer.statusCode).toBe(200)
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
  return { path: answer.json<{ url: string }>().url.slice('/api'.length), cookie }
}

async function download({ path, cookie }: { path: string; cookie?: string }) {
  return server.call('GET', path, { headers: cookie ? { cookie } : {} })
}

async function setUpCodes(member: Member): Promise<string> {
  const begun = await server.call('POST', '/users/second-factor', { as: member })
  const { secret } = begun.json<{ secret: string }>()
  const body = { code: codeOf(secret, server.services.clock()) }
  await server.call('POST', '/users/second-factor/confirm', { as: member, body })
  return secret
}

describe('who is suspended', () => {
  it('gets what they made, packed, told by mail, and in this browser alone', async () => {
    await judge('suspend', suspended)
    const { email, password } = ben
    const appeal = await send('/users/appeal', { email, password, text: 'It was a joke' })
    expect(appeal.statusCode).toBe(201)
    const { pass, archive } = await opened(ben)
    expect(archive).toMatchObject({ state: 'making', problem: null })
    await server.services.archiveJobs.finish(suspended.id)
    expect((await withPass('status', pass)).json()).toMatchObject({ state: 'ready' })
    const isReady = ({ to, subject }: { to: string; subject: string }) =>
      to === ben.email && subject.includes('is ready')
    await expect.poll(() => server.mails.find(isReady)?.text).toContain('Download my data')
    expect(server.mails.find(isReady)?.link).toBe('https://snug.example.org/login')

    const way = await linkBy(pass)
    const file = await download(way)
    expect(file.statusCode).toBe(200)
    const files = await filesOfZip(file.rawPayload)
    const list = (name: string) => JSON.parse(String(files.get(`data/${name}.json`)))[name]
    expect(list('posts')).toMatchObject([{ text: 'Still mine' }])
    expect(list('comments')).toMatchObject([
      { text: 'And this', answers: { author: 'Ben', text: 'Still mine' } },
      { text: 'And that', answers: { author: 'Ben', text: 'And this' } },
    ])
    expect(JSON.parse(String(files.get('data/settings.json'))).appeal).toMatchObject({
      ...{ text: 'It was a joke', answer: '' },
    })
    expect(String(files.get('index.html'))).toContain('It was a joke')
    const elsewhere = await linkBy((await opened(ben)).pass)
    for (const wrong of [
      { path: way.path },
      { ...way, cookie: elsewhere.cookie },
      { ...way, path: way.path.split('?')[0] ?? '' },
    ]) {
      const refused = await download(wrong)
      expect([refused.statusCode, refused.json().msg]).toEqual([403, MESSAGES.linkInvalid])
    }

    const again = await withPass('again', pass)
    expect([again.statusCode, again.json().msg]).toEqual([429, MESSAGES.oncePerDay])
    server.pass(HOUR_MS)
    expect((await download(way)).statusCode).toBe(403)
    const over = await withPass('status', pass)
    expect([over.statusCode, over.json().msg]).toEqual([403, MESSAGES.passOver])
    server.pass(DAY_MS)
    const { pass: next, archive: kept } = await opened(ben)
    expect(kept).toMatchObject({ state: 'ready', nextAt: null })
    expect((await withPass('again', next)).statusCode).toBe(202)
    await server.services.archiveJobs.finish(suspended.id)
  })

  it('has no session of it: nothing else is opened, and nobody else', async () => {
    const { pass } = await opened(ben)
    const { cookie } = await linkBy(pass)
    for (const path of ['/users/user', '/users/me/archive', '/posts']) {
      const asToken = await server.call('GET', path, { as: { token: pass } })
      const asCookie = await server.call('GET', path, { headers: { cookie } })
      expect([asToken.statusCode, asCookie.statusCode], path).toEqual([401, 401])
    }
    const [, expires = '', signature = ''] = pass.split('.')
    for (const forged of [
      `${other.id}.${expires}.${signature}`,
      `${suspended.id}.${Number(expires) + 1}.${signature}`,
      'none',
    ])
      for (const path of ['status', 'again', 'link'] as const)
        expect((await withPass(path, forged)).statusCode, `${path} ${forged}`).toBe(403)
  })

  it('is asked for a code where the account has one, or for a passkey', async () => {
    other = await server.signIn(cleo)
    administrator = await server.signIn(ada)
    const secret = await setUpCodes(other)
    const device = createPasskeyDevice()
    const made = await server.call('POST', '/users/passkeys/options', { as: other })
    const credential = device.create(made.json<PasskeyCreation>())
    const body = { name: 'Phone', credential }
    expect((await server.call('POST', '/users/passkeys', { as: other, body })).statusCode).toBe(200)
    await judge('suspend', other)
    const asked = await ask(cleo)
    expect([asked.statusCode, asked.json().error, asked.json().challenge]).toEqual([
      ...[401, 'second_factor_needed', undefined],
    ])
    const wrong = await ask(cleo, '000000')
    expect([wrong.statusCode, wrong.json().fields]).toEqual([
      ...[400, { code: FACTOR_MESSAGES.codeWrong }],
    ])
    server.pass(30_000)
    const code = codeOf(secret, server.services.clock())
    expect(await opened(cleo, code)).toMatchObject({ archive: { state: 'making' } })
    expect((await ask(cleo, code)).statusCode).toBe(400)

    const options = await send('/users/login/passkey/options', {})
    const signed = { credential: device.get(options.json<PasskeyRequest>()) }
    const byPasskey = await send(`${PATH}/passkey`, signed)
    expect(byPasskey.statusCode).toBe(200)
    const { pass } = byPasskey.json<SuspendedArchive>()
    expect((await withPass('status', pass)).statusCode).toBe(200)
    expect((await send(`${PATH}/passkey`, signed)).statusCode).toBe(400)
  })

  it('has it until the password changes, the suspension or the account ends', async () => {
    const before = await opened(ben)
    const way = await linkBy(before.pass)
    expect((await download(way)).statusCode).toBe(200)
    const mailed = server.mails.filter(({ to }) => to === ben.email).length
    await send('/users/forgot-password', { email: ben.email })
    const secret = secretIn(await server.mailTo(ben.email, mailed))
    await send(`/users/reset-password/${secret}`, { password: NEW_PASSWORD })
    const ended = await withPass('link', before.pass)
    expect([ended.statusCode, ended.json().msg]).toEqual([403, MESSAGES.passEnded])
    expect((await download(way)).statusCode).toBe(403)

    const anew = { ...ben, password: NEW_PASSWORD }
    const after = await opened(anew)
    const last = await linkBy(after.pass)
    await judge('lift', suspended)
    expect((await withPass('link', after.pass)).statusCode).toBe(403)
    expect((await download(last)).statusCode).toBe(403)
    suspended = await server.signIn(anew)
    await judge('suspend', suspended)
    expect((await download(last)).statusCode).toBe(200)
    const path = `/admin/user/${suspended.user._id}`
    const body = { text: 'Gone' }
    await server.call('DELETE', path, { as: administrator, body })
    expect((await withPass('status', after.pass)).statusCode).toBe(403)
    expect((await download(last)).statusCode).toBe(403)
    expect((await ask(anew)).statusCode).toBe(400)
  })

  // The last one: it takes all that this address may guess.
  it('is refused like everybody with a wrong password, and counted with those who sign in', async () => {
    const member = await server.join(jon)
    const notKeptOut = await ask(jon)
    expect([notKeptOut.statusCode, notKeptOut.json().msg]).toEqual([
      ...[404, SUSPENSION_MESSAGES.notSuspended],
    ])
    await judge('suspend', member)
    const sentences = new Set<string>()
    const wrong = { ...jon, password: NEW_PASSWORD }
    for (const person of [
      wrong,
      { ...wrong, email: 'nobody@example.org' },
      { ...wrong, email: ada.email },
    ]) {
      const refused = await ask(person)
      expect(refused.statusCode).toBe(400)
      sentences.add(refused.json().msg)
    }
    expect([...sentences]).toEqual([ACCOUNT_MESSAGES.wrongCredentials])
    for (let count = 3; count < 10; count++)
      await send(count % 2 ? PATH : '/users/login', { email: jon.email, password: NEW_PASSWORD })
    for (const path of [PATH, '/users/login'])
      expect((await send(path, { email: jon.email, password: jon.password })).statusCode).toBe(429)
  })
})
