import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { AdminActEntry } from '../../contract/admin.ts'
import { MESSAGES } from '../../contract/community-settings.ts'
import { DAY_MS } from '../../contract/durations.ts'
import { REMOVAL_KEPT_DAYS, MESSAGES as REMOVAL_MESSAGES } from '../../contract/removal.ts'
import { readAs } from '../../tests/actions/calls.ts'
import * as removalActions from '../../tests/actions/removal-actions.ts'
import { ada, ben } from '../../tests/people.ts'
import { form, testImage } from '../../tests/test-images.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { deleteOldRemovals } from './removal-retention.ts'
import { setRegistration } from './rescue.ts'

const MONTH_MS = (REMOVAL_KEPT_DAYS + 1) * DAY_MS

let server: TestServer
let admin: Member
let other: Member
beforeEach(async () => {
  await server?.close()
  server = await openTestServer()
  admin = await server.join(ada)
  other = await server.join(ben)
  await server.services.db
    .updateTable('users')
    .set({ is_admin: 1 })
    .where('id', '=', other.id)
    .execute()
  other = await server.signIn(ben)
})
afterAll(() => server.close())

const settings = () => readAs(server, admin, '/admin/community')
const setUp = () => change({ isSetUp: true }, '')
const acts = (): Promise<AdminActEntry[]> => readAs(server, admin, '/admin/acts')
const lastAct = () => removalActions.lastAct(server, admin)
const undo = (act: string, as = admin) => removalActions.undo(server, as, act)

function change(body: object, reason = 'We moved') {
  const query = reason === '' ? '' : `?${new URLSearchParams({ reason })}`
  return server.call('PUT', `/admin/community${query}`, { as: admin, body })
}

describe('a change of the community', () => {
  it('asks for a reason once it is set up, which the log keeps', async () => {
    expect((await change({ name: 'Tea House' }, '')).statusCode).toBe(200)
    const logo = { name: 'logo', filename: 'logo.png', bytes: await testImage() }
    const putLogo = (query = '') =>
      server.call('PUT', `/admin/community/logo${query}`, { as: admin, body: form({}, logo) })
    expect((await putLogo()).statusCode).toBe(200)
    expect((await setUp()).statusCode).toBe(200)
    expect((await acts()).map(({ reason }) => reason)).toEqual(['logo', 'name'])

    const refused = [await change({ name: 'Tea Rooms' }, ' '), await putLogo()]
    refused.push(await server.call('DELETE', '/admin/community/logo', { as: admin }))
    for (const answer of refused)
      expect([answer.statusCode, answer.json().fields]).toEqual([
        400,
        { reason: MESSAGES.reasonMissing },
      ])
    expect((await change({ name: 'Tea Rooms' }, 'x'.repeat(201))).statusCode).toBe(400)
    expect((await settings()).name).toBe('Tea House')
    await change({ name: 'Tea Rooms', rules: [{ title: 'Be kind' }] })
    await putLogo('?reason=A+new+one')
    expect((await acts()).slice(0, 2)).toMatchObject([
      { act: 'change_community', reason: 'logo: A new one', removed: null },
      { act: 'change_community', reason: 'name, rules: We moved' },
    ])
  })

  it('is undone from the log, and told to who made it', async () => {
    await setUp()
    const before = await settings()
    await change({
      ...{ name: 'Tea House', letsInvitedIn: false, rules: [{ title: 'Be kind', text: '' }] },
      ...{ tagline: before.tagline, about: 'a'.repeat(400), registration: 'closed' },
    })
    await change({ about: '' })
    const [newest, act] = await acts()
    expect(newest?.removed?.text).toBe(`About: ${'a'.repeat(300)}…`)
    expect(act?.removed).toMatchObject({ kind: 'community', images: [] })
    expect(act?.removed?.text.split('\n')).toEqual([
      ...['Name: Snug', 'About: (empty)', 'Rules: (empty)', 'Who may register: open'],
      'Whether invited people come in at once: yes',
    ])
    // What it was before was changed again since: neither of both is lost.
    const refused = await undo(act?._id ?? '', other)
    expect([refused.statusCode, refused.json().msg]).toEqual([409, REMOVAL_MESSAGES.isChangedAgain])
    expect((await undo(newest?._id ?? '', admin)).json().msg).toBe(REMOVAL_MESSAGES.changeUndone)
    expect(await removalActions.lastTold(server, admin)).toBeUndefined()
    expect((await undo(act?._id ?? '', other)).statusCode).toBe(200)
    expect(await settings()).toEqual(before)
    expect(await lastAct()).toMatchObject({ act: 'undo', memberNumber: 0, reason: 'I was wrong' })
    expect((await acts()).find(({ _id }) => _id === act?._id)).toMatchObject({
      ...{ isUndone: true, removed: null },
    })
    expect(await removalActions.lastTold(server, admin)).toBe(
      `${REMOVAL_MESSAGES.communityBack}: I was wrong`,
    )
    expect((await undo(act?._id ?? '', other)).statusCode).toBe(404)
  })

  it('asks for one from then on: what is set up stays so', async () => {
    await change({ name: 'Tea House', isSetUp: true }, 'At last')
    expect((await change({ isSetUp: false })).statusCode).toBe(400)
    expect((await undo((await lastAct())?._id ?? '', other)).statusCode).toBe(200)
    expect(await settings()).toMatchObject({ name: 'Snug', isSetUp: true })
  })

  it('of what this version has no setting for any more cannot be undone, and nothing is harmed', async () => {
    await setUp()
    await change({ name: 'Tea House' })
    const { db } = server.services
    const contents = JSON.stringify({ former: { motto: 'Tea' }, became: { motto: 'Coffee' } })
    await db.updateTable('removals').set({ contents }).where('kind', '=', 'community').execute()
    expect((await undo((await lastAct())?._id ?? '', other)).statusCode).toBe(409)
    expect((await settings()).name).toBe('Tea House')
  })

  it('that changes nothing is none', async () => {
    await setUp()
    const { name } = await settings()
    expect((await change({ name })).statusCode).toBe(200)
    expect(await acts()).toEqual([])
  })

  it('can be undone where the command line made it, and its maker is gone', async () => {
    await setUp()
    await setRegistration(server.services, 'closed')
    await change({ name: 'Tea House' })
    expect((await server.call('DELETE', '/users/me', { as: admin })).statusCode).toBe(200)
    await server.services.accountJobs.finish(admin.id)
    const log: AdminActEntry[] = await readAs(server, other, '/admin/acts')
    const changes = log.filter(({ act }) => act === 'change_community')
    expect(changes.map(({ reason }) => reason)).toEqual([
      ...['name: We moved', 'who may register: By the command line.'],
    ])
    for (const { _id } of changes) expect((await undo(_id, other)).statusCode).toBe(200)
    expect(await readAs(server, other, '/admin/community')).toMatchObject({
      ...{ name: 'Snug', registration: 'open' },
    })
  })

  it('keeps what was before for thirty days', async () => {
    await setUp()
    await change({ name: 'Tea House' })
    const kept = () => server.services.db.selectFrom('removals').select('contents').execute()
    expect(await kept()).toHaveLength(1)
    server.pass(MONTH_MS)
    await deleteOldRemovals(server.services)
    expect(await kept()).toEqual([])
    admin = await server.signIn(ada)
    const { _id } = await lastAct()
    expect((await undo(_id)).statusCode).toBe(404)
    expect((await settings()).name).toBe('Tea House')
  })

  it('keeps each former one where two are made at once', async () => {
    await setUp()
    await Promise.all([
      change({ name: 'Tea', about: 'One' }),
      change({ about: 'Two', name: 'Mint' }),
    ])
    for (const { _id, removed } of await acts())
      if (removed) expect((await undo(_id)).statusCode).toBe(200)
    expect(await settings()).toMatchObject({ name: 'Snug', about: '' })
  })
})
