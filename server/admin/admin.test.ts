import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MESSAGES } from '../../contract/admin.ts'
import { DAY_MS, HOUR_MS } from '../../contract/durations.ts'
import { feed, post, texts } from '../../tests/actions/post-actions.ts'
import { crowd } from '../../tests/actions/space-actions.ts'
import { ada, ben, cleo, MISSING_ID } from '../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { recordBackup } from '../backups/last-backup.ts'
import { newId } from '../platform/ids.ts'

let server: TestServer
let admin: Member
let member: Member
beforeEach(async () => {
  server = await openTestServer()
  admin = await server.join(ada)
  member = await server.join(ben)
})
afterEach(() => server.close())

const NOBODY = MISSING_ID
const namesOf = (list: { username: string }[]) => list.map(({ username }) => username)
const users = async () => namesOf((await server.call('GET', '/all', { as: admin })).json())
const page = async (query: string) => {
  const answer = await server.call('GET', `/all${query}`, { as: admin })
  const { users: found, ...rest } = answer.json()
  return { names: namesOf(found), ...rest }
}
const remove = (kind: 'user' | 'post', id: string, as = admin, query = '') =>
  server.call('DELETE', `/admin/${kind}/${id}${query}`, { as })
const acts = async () => (await server.call('GET', '/admin/acts', { as: admin })).json()
const makeAdministrator = (one: Member) =>
  server.services.db.updateTable('users').set({ is_admin: 1 }).where('id', '=', one.id).execute()

describe('GET /all', () => {
  it('lists everybody, newest first, with what only administrators see', async () => {
    await server.register(cleo)
    expect(await users()).toEqual(['Cleo', 'Ben', 'Ada'])
    const [newest, second] = (await server.call('GET', '/all', { as: admin })).json()
    expect(newest).toMatchObject({ email: 'cleo@example.org', isVerified: false, isAdmin: false })
    expect(second).toMatchObject({ _id: member.user._id, userNumber: 2, isVerified: true })
  })

  it.each([498, 499, 1_100])('lists everybody, and %i more, by one call', async (more) => {
    const crowded = await crowd(server, more)
    const answer = await server.call('GET', '/all', { as: admin })
    expect(answer.headers['content-type']).toBe('application/json')
    const everybody = [...crowded.map(({ username }) => username).reverse(), 'Ben', 'Ada']
    expect(namesOf(answer.json())).toEqual(everybody)
    expect(await page('?page=1')).toMatchObject({ names: everybody.slice(0, 20), hasMore: true })
  })

  it('finds by the beginning of a username or an email, in pages', async () => {
    expect(await page('?q=BE')).toEqual({ names: ['Ben'], page: 1, hasMore: false })
    expect(await page('?q=ada@')).toEqual({ names: ['Ada'], page: 1, hasMore: false })
    expect((await server.call('GET', '/all?q=%00b', { as: admin })).statusCode).toBe(400)
    expect(await page('?q=%25')).toEqual({ names: [], page: 1, hasMore: false })
    expect(await page('?page=1')).toEqual({ names: ['Ben', 'Ada'], page: 1, hasMore: false })
    const first = { names: ['Ben'], page: 1, hasMore: true }
    expect(await page('?limit=1&page=1')).toEqual(first)
    expect(await page('?limit=1&page=2')).toEqual({ names: ['Ada'], page: 2, hasMore: false })
    expect(await page('?page=3')).toEqual({ names: [], page: 3, hasMore: false })
    for (const query of ['?page=0', '?page=-1', '?page=1000000000', '?limit=0', '?limit=many'])
      expect((await server.call('GET', `/all${query}`, { as: admin })).statusCode).toBe(400)
  })

  it('finds who has a number first, as the log or the command line writes it', async () => {
    const { id } = await server.join({ ...cleo, username: '1zwelf', email: '1@example.org' })
    const { db } = server.services
    await db.updateTable('users').set({ user_number: 12 }).where('id', '=', id).execute()
    for (const q of ['2', '%232']) expect(await page(`?q=${q}`)).toMatchObject({ names: ['Ben'] })
    expect(await page('?q=1')).toEqual({ names: ['Ada', '1zwelf'], page: 1, hasMore: false })
    expect(await page('?q=1&limit=1&page=2')).toMatchObject({ names: ['1zwelf'], hasMore: false })
    expect(await page('?q=12')).toEqual({ names: ['1zwelf'], page: 1, hasMore: false })
    expect(await page('?q=1,2')).toMatchObject({ names: ['1zwelf'] })
    expect(await page('?q=2&only=administrators')).toEqual({ names: [], page: 1, hasMore: false })
    expect(await page('?q=99999999999')).toMatchObject({ names: [] })
  })

  it('shows administrators, the suspended or the unverified alone', async () => {
    await server.register(cleo)
    const { db } = server.services
    await db.updateTable('users').set({ suspended_until: 1 }).where('id', '=', member.id).execute()
    expect(await page('?page=1&only=administrators')).toMatchObject({
      names: ['Ada'],
      hasMore: false,
    })
    expect(await page('?page=1&only=suspended')).toMatchObject({ names: ['Ben'], hasMore: false })
    expect(await page('?only=unverified')).toMatchObject({ names: ['Cleo'], hasMore: false })
    expect(await page('?q=b&only=unverified')).toMatchObject({ names: [], hasMore: false })
    expect((await server.call('GET', '/all?only=friends', { as: admin })).statusCode).toBe(400)
  })

  it('goes into a spreadsheet whole, and as nothing but text', async () => {
    const more = 500
    await crowd(server, more)
    const { db } = server.services
    const evil = { email: '=HYPERLINK("x")', username: '@SUM,1' }
    await db.updateTable('users').set(evil).where('id', '=', member.id).execute()
    const answer = await server.call('GET', '/admin/users.csv', { as: admin })
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    const lines = answer.body.split('\r\n')
    expect(lines).toHaveLength(more + 4)
    expect(lines[0]).toBe(
      'userNumber,username,email,isVerified,isAdmin,isPrivate,isSuspended,invitedBy,createdAt',
    )
    expect(lines.at(-3)).toContain(`"2","'@SUM,1","'=HYPERLINK(""x"")","true","false"`)
    expect((await server.call('GET', '/admin/users.csv', { as: member })).statusCode).toBe(403)
  })

  it('tells of one account', async () => {
    const one = (id: string, as: Member) => server.call('GET', `/admin/user/${id}`, { as })
    expect((await one(admin.user._id, admin)).json()).toMatchObject({
      ...{ username: 'Ada', isAdmin: true, isSuspended: false },
    })
    for (const id of [NOBODY, 'nonsense']) expect((await one(id, admin)).statusCode).toBe(404)
    expect((await one(admin.user._id, member)).statusCode).toBe(403)
  })

  it('gives nothing to others', async () => {
    const answer = await server.call('GET', '/all', { as: member })
    expect(answer.statusCode).toBe(403)
    expect(answer.json().msg).toBe('Access denied.')
  })
})

describe('DELETE /admin/user/{id}', () => {
  it('takes the member away, with all they made, and writes down who did it and why', async () => {
    await post(server, member, 'Buy my things')
    const reason = encodeURIComponent('Sells things')
    expect((await remove('user', member.user._id, admin, `?reason=${reason}`)).statusCode).toBe(200)
    expect(await users()).toEqual(['Ada'])
    expect(texts(await feed(server, admin, 'public'))).toEqual([])
    expect((await server.call('GET', '/users/user', { as: member })).statusCode).toBe(401)
    expect(await acts()).toMatchObject([
      { act: 'delete_user', admin: { username: 'Ada' }, memberNumber: 2, reason: 'Sells things' },
    ])
    const isTold = ({ subject }: { subject: string }) => subject.endsWith('was deleted')
    await expect.poll(() => server.mails.find(isTold)?.text).toContain('Sells things')
  })

  it('tells nobody whose address was not proved to be theirs', async () => {
    await server.register(cleo)
    const [newest] = (await server.call('GET', '/all', { as: admin })).json()
    expect((await remove('user', newest._id)).statusCode).toBe(200)
    expect((await remove('user', member.user._id)).statusCode).toBe(200)
    const told = () => server.mails.filter(({ subject }) => subject.endsWith('was deleted'))
    await expect.poll(() => told().map(({ to }) => to)).toEqual([ben.email])
  })

  it('is refused to members, and for nobody', async () => {
    expect((await remove('user', admin.user._id, member)).statusCode).toBe(403)
    for (const id of [NOBODY, 'nonsense']) expect((await remove('user', id)).statusCode).toBe(404)
    expect(await users()).toEqual(['Ben', 'Ada'])
    expect(await acts()).toEqual([])
  })

  it('never takes who asks, who is asked in their settings who they are', async () => {
    await makeAdministrator(member)
    const refused = await remove('user', admin.user._id)
    expect([refused.statusCode, refused.json().msg]).toEqual([400, MESSAGES.deleteOneself])
    expect(await users()).toEqual(['Ben', 'Ada'])
    expect(await acts()).toEqual([])
  })

  it('never takes the last administrator when two are deleted at once', async () => {
    await makeAdministrator(member)
    const answers = await Promise.all([
      remove('user', admin.user._id, member),
      remove('user', member.user._id, admin),
    ])
    const [done, refused] = answers.toSorted((one, other) => one.statusCode - other.statusCode)
    expect(done?.statusCode).toBe(200)
    // Who asks once the first has been answered is nobody any more.
    if (refused?.statusCode !== 401) expect(refused?.json().msg).toBe(MESSAGES.lastAdministrator)
    const { db } = server.services
    const left = db.selectFrom('users').select('is_admin').where('deleted_at', 'is', null)
    expect(await left.execute()).toEqual([{ is_admin: 1 }])
  })

  it('refuses a reason that is too long', async () => {
    const answer = await remove('user', member.user._id, admin, `?reason=${'x'.repeat(201)}`)
    expect(answer.statusCode).toBe(400)
    expect(await users()).toEqual(['Ben', 'Ada'])
  })
})

describe('DELETE /admin/post/{id}', () => {
  it('takes anybody’s post out of every feed', async () => {
    const { _id: id } = await post(server, member, 'Not nice')
    expect((await remove('post', id)).statusCode).toBe(200)
    expect(texts(await feed(server, member, 'friends'))).toEqual([])
    expect(await acts()).toMatchObject([{ act: 'delete_post', memberNumber: 2, reason: '' }])
    expect((await remove('post', id)).statusCode).toBe(404)
  })

  it('is refused to members', async () => {
    const { _id: id } = await post(server, admin, 'Stays')
    expect((await remove('post', id, member)).statusCode).toBe(403)
    expect(texts(await feed(server, member, 'public'))).toEqual(['Stays'])
  })
})

it('keeps the log when the administrator is gone, without their name', async () => {
  const { _id: id } = await post(server, member, 'Not nice')
  await remove('post', id)
  await makeAdministrator(member)
  await remove('user', admin.user._id, member)
  admin = member
  expect(await acts()).toMatchObject([
    { act: 'delete_user', admin: { username: 'Ben' }, memberNumber: 1 },
    { act: 'delete_post', admin: null, memberNumber: 2 },
  ])
})

it('says that mail reaches nobody, or has waited for hours', async () => {
  const problem = async (of: TestServer) =>
    (await of.call('GET', '/admin/stats', { as: await of.signIn(ada) })).json().mailProblem
  expect(await problem(server)).toMatch(/^There is no SMTP_URL, so nobody who registers at /)
  const environment = { SMTP_URL: 'smtp://127.0.0.1', MAIL_FROM: 'Snug <snug@example.org>' }
  const set = await openTestServer({ environment })
  await set.join(ada)
  expect(await problem(set)).toBeNull()
  const now = set.services.clock()
  const waiting = {
    ...{ id: newId(), kind: 'verify-email', payload: '{}', attempts: 3, failure: 'ESOCKET' },
    ...{ created_at: now, next_attempt_at: now + 9 * HOUR_MS },
  }
  await set.services.db.insertInto('mail_outbox').values(waiting).execute()
  set.pass(HOUR_MS - 1)
  expect(await problem(set)).toBeNull()
  set.pass(1)
  expect(await problem(set)).toBe('The oldest mail has waited for 1 hour.')
  set.pass(2 * HOUR_MS)
  expect(await problem(set)).toBe('The oldest mail has waited for 3 hours.')
  await set.close()
})

it('counts what there is', async () => {
  await post(server, member, 'One')
  await server.register(cleo)
  const stats = (await server.call('GET', '/admin/stats', { as: admin })).json()
  expect(stats).toMatchObject({
    ...{ members: 2, unverified: 1, administrators: 1, posts: 1, comments: 0, spaces: 0 },
    openSockets: 0,
  })
  expect(stats.databaseBytes).toBeGreaterThan(0)
  expect(stats.freeDiskBytes).toBeGreaterThan(0)
  expect(stats).toMatchObject({
    ...{ daysUntilDiskFull: null, mailsGivenUp: 0 },
    waiting: { images: 0, linkCards: 0, archives: 0 },
  })
  const storage = async () => {
    const { imageBytes, lastBackupAt, backupProblem } = (
      await server.call('GET', '/admin/stats', { as: admin })
    ).json()
    return { imageBytes, lastBackupAt, backupProblem }
  }
  const never = { lastBackupAt: null, backupProblem: 'No backup was ever made.' }
  await expect.poll(storage).toEqual({ imageBytes: 0, ...never })
  await recordBackup(server.dataDir, Date.UTC(2026, 0, 15))
  const made = { lastBackupAt: '2026-01-15T00:00:00.000Z', backupProblem: null }
  expect(await storage()).toEqual({ imageBytes: 0, ...made })
  // Half of the room went within ten days; who looks twice hears how long others waited.
  const at = server.services.clock() - 10 * DAY_MS
  const record = [{ at, freeBytes: stats.freeDiskBytes * 2 }]
  await writeFile(join(server.dataDir, 'free-disk'), JSON.stringify(record))
  await expect
    .poll(async () => (await server.call('GET', '/admin/stats', { as: admin })).json())
    .toMatchObject({
      daysUntilDiskFull: expect.toSatisfy((days) => days >= 9 && days <= 11),
      longestDelayMs: expect.any(Number),
    })
  expect((await server.call('GET', '/admin/stats', { as: member })).statusCode).toBe(403)
})
