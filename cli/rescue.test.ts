import { afterAll, beforeAll, expect, it } from 'vitest'
import { MESSAGES as ADMIN_MESSAGES } from '../contract/admin.ts'
import { MESSAGES as MAIL_MESSAGES } from '../contract/failed-mails.ts'
import { MESSAGES as REMOVAL_MESSAGES } from '../contract/removal.ts'
import { startSmtpServer } from '../server/mail/test-smtp-server.ts'
import { snug as run } from '../tests/commands.ts'
import { ada, ben, cleo } from '../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../tests/test-server.ts'

// What helps where somebody stands before the door, beside a server that serves the same folder.

let server: TestServer
let first: Member
beforeAll(async () => {
  server = await openTestServer()
  first = await server.join(ada)
})
afterAll(() => server.close())

const snug = (...words: string[]) => run(words, { DATA_DIR: server.dataDir, PUBLIC_URL })
const PUBLIC_URL = 'https://snug.example.org'
/** As she is once her password is another. */
const ADA = { ...ada, password: 'Quiet-Lamp-7!' }
const acts = async () =>
  (await server.services.db.selectFrom('admin_acts').select('act').execute()).map(({ act }) => act)

it('makes a link to a new password for who lost their mailbox', async () => {
  const { code, out } = await snug('member', 'reset-password', 'ADA', '--json')
  const { username, link } = JSON.parse(out)
  expect([code, username]).toEqual([0, 'Ada'])
  expect(link).toMatch(/^https:\/\/snug\.example\.org\/reset-password\/[\w-]{43}$/)
  const said = await snug('member', 'reset-password', 'Ada')
  expect(said.out).toMatch(/^Ada chooses a new password within an hour at https:\S+$/)
  // The newest alone works, and not at once.
  const reset = (url: string) =>
    server.call('POST', `/users/reset-password/${url.split('/').at(-1)}`, {
      body: { password: ADA.password },
    })
  expect((await reset(link)).statusCode).toBe(400)
  expect((await server.call('GET', '/users/user', { as: first })).statusCode).toBe(200)
  expect((await reset(said.out)).statusCode).toBe(200)
  expect((await server.call('GET', '/users/user', { as: first })).statusCode).toBe(401)
  await server.signIn(ADA)
  expect(await acts()).toContain('reset_password')
})

it('takes an email for verified whose mail did not arrive', async () => {
  await server.register(ben)
  expect(await snug('member', 'verify', 'Ben')).toEqual({
    ...{ code: 0, out: 'Ben is verified and can sign in now.', err: '' },
  })
  await server.signIn(ben)
  expect(await snug('member', 'verify', 'Ben')).toMatchObject({
    ...{ code: 1, err: ADMIN_MESSAGES.verifiedAlready },
  })
  await snug('registration', 'approval')
  await server.call('POST', '/users/register', { body: { ...cleo, answers: [] } })
  const { out } = await snug('member', 'verify', 'Cleo', '--json')
  expect(JSON.parse(out)).toEqual({ username: 'Cleo', became: 'waiting' })
})

it('lists who waits, and who is suspended, as what they are', async () => {
  const lineOf = async (name: string) => (await snug('member', 'list', '--search', name)).out
  expect(await lineOf('cleo')).toMatch(/^- .+ waits to be let in$/)
  await snug('admin', 'suspend', 'Ben', '--reason', 'Selling')
  expect(await lineOf('#2')).toMatch(/^#2 +Ben .+ suspended$/)
  await snug('admin', 'lift', 'Ben', '--reason', 'Enough')
})

it('lets in who waits where they are made an administrator, and tells them', async () => {
  const { out, err } = await snug('admin', 'grant', 'Cleo')
  expect([out.split('\n')[0], err]).toEqual(['Cleo is an administrator now.', ''])
  expect(out).toMatch(/a member now, and told by mail\.$/)
  const as = await server.signIn(cleo)
  expect(as.user).toMatchObject({ userNumber: 3, isAdmin: true })
  const waiting = await server.call('GET', '/admin/waiting', { as })
  expect([waiting.statusCode, waiting.json()]).toEqual([200, { people: [], total: 0 }])
  const queued = await server.services.db.selectFrom('mail_outbox').select('kind').execute()
  expect(queued).toContainEqual({ kind: 'let-in' })
  const acts = (await server.call('GET', '/admin/acts', { as })).json()
  expect(acts[0]).toMatchObject({ act: 'grant', memberNumber: 3 })
  expect(acts[1]).toMatchObject({ act: 'let_in', memberNumber: 3 })
  expect((await snug('admin', 'grant', 'Cleo')).out).toBe('Cleo is an administrator already.')
  await snug('admin', 'revoke', 'Cleo', '--reason', 'Enough')
})

it('counts as the last administrator who can act: nobody who is no member yet', async () => {
  const dora = { ...ben, username: 'Dora', email: 'dora@example.org' }
  await snug('registration', 'open')
  await server.register(dora)
  await snug('admin', 'grant', 'Dora')
  const why = ['--reason', 'Enough']
  expect(await snug('admin', 'revoke', 'Ada', ...why)).toMatchObject({
    ...{ code: 1, err: ADMIN_MESSAGES.lastAdministratorStays },
  })
  expect((await snug('member', 'delete', 'Ada', '--yes', ...why)).err).toBe(
    ADMIN_MESSAGES.lastAdministrator,
  )
  expect((await snug('admin', 'suspend', 'Ada', ...why)).err).toMatch(/last administrator/)
  expect((await snug('member', 'delete', 'Dora', '--yes', ...why)).code).toBe(0)
})

it('ends the sessions of who was robbed', async () => {
  const as = await server.signIn(ben)
  const why = ['--reason', 'A lost phone']
  expect((await snug('member', 'end-sessions', 'ben', ...why)).out).toBe(
    'Ben is signed out everywhere.',
  )
  expect((await server.call('GET', '/users/user', { as })).statusCode).toBe(401)
  const again = await server.signIn(ben)
  const [told] = (await server.call('GET', '/notifications', { as: again })).json()
  expect(told.text).toBe(`${REMOVAL_MESSAGES.signedOut}: A lost phone`)
  const log = (await server.call('GET', '/admin/acts', { as: await server.signIn(ADA) })).json()
  expect(log[0]).toMatchObject({ act: 'end_sessions', admin: null, reason: 'A lost phone' })
  for (const command of [['reset-password'], ['verify'], ['end-sessions', ...why]])
    expect(await snug('member', ...command, 'Nobody')).toMatchObject({
      ...{ code: 1, err: 'There is no member called Nobody.' },
    })
})

it('closes registration at once, and opens it again', async () => {
  const register = () =>
    server.call('POST', '/users/register', {
      body: { ...ben, username: 'Dora', email: 'dora@example.org' },
    })
  expect((await snug('registration', 'closed')).out).toBe('Nobody may register now.')
  expect((await register()).statusCode).toBe(403)
  expect(JSON.parse((await snug('registration', 'open', '--json')).out)).toEqual({
    registration: 'open',
  })
  expect((await register()).statusCode).toBe(201)
  expect(await snug('registration', 'shut')).toMatchObject({
    ...{ code: 1, err: 'Registration can be open, approval, invite, closed, not "shut".' },
  })
})

it('lists mails that failed, and drops one', async () => {
  expect((await snug('mail', 'failed')).out).toBe('No mail failed.')
  const failed = { kind: 'verify-email-again', payload: '{"email":"eve@example.org"}', attempts: 3 }
  const times = { next_attempt_at: Date.UTC(2100, 0), created_at: 1 }
  await server.services.db
    .insertInto('mail_outbox')
    .values({ id: 77, ...failed, ...times, failure: 'no such mailbox' })
    .execute()
  expect((await snug('mail', 'failed')).out).toBe(
    '77 verify-email-again to eve@example.org, tried 3 times: no such mailbox',
  )
  expect(JSON.parse((await snug('mail', 'failed', '--json')).out)).toMatchObject({
    ...{ total: 1, mails: [{ _id: '77', email: 'eve@example.org' }] },
  })
  expect((await snug('mail', 'drop', 'all')).err).toMatch(/^"all" is no number of a mail/)
  expect((await snug('mail', 'drop', '77')).out).toBe('The mail 77 will not be sent.')
  expect(await snug('mail', 'drop', '77')).toMatchObject({ code: 1, err: MAIL_MESSAGES.missing })
})

it('says what the mail server answers to a mail to try', async () => {
  const test = (to: string, SMTP_URL = '') =>
    run(['mail', 'test', to], { DATA_DIR: server.dataDir, PUBLIC_URL, SMTP_URL })
  expect((await test('nobody')).err).toBe('"nobody" is no email address.')
  expect((await test('ada@example.org')).err).toMatch(/^There is no SMTP_URL/)
  const smtp = await startSmtpServer()
  try {
    const sent = await test('ada@example.org', smtp.url)
    expect(sent.out).toBe(`127.0.0.1:${smtp.port} took a mail to ada@example.org.`)
    expect(smtp.received.map(({ to }) => to)).toEqual([['ada@example.org']])
  } finally {
    await smtp.close()
  }
  const away = await test('ada@example.org', 'smtp://127.0.0.1:1')
  expect([away.code, away.err]).toEqual([1, expect.stringMatching(/^127\.0\.0\.1:1 did not take/)])
})
