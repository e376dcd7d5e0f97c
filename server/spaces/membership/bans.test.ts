import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MESSAGES as REMOVAL_MESSAGES } from '../../../contract/removal.ts'
import { MESSAGES, SPACE_BANS_MAX } from '../../../contract/space-bans.ts'
import type { Space } from '../../../contract/spaces.ts'
import {
  ask,
  crowd,
  enter,
  GARDEN,
  lookAt,
  makeSpace,
  say,
} from '../../../tests/actions/space-actions.ts'
import { ada, ben, cleo, jon, MISSING_ID } from '../../../tests/people.ts'
import { connect } from '../../../tests/realtime-client.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'

const REASON = 'You shouted all night'
const SOUND = { url: 'https://sound.example.org/rain.mp3', name: 'Rain', volume: 0.5 }

let server: TestServer
let admin: Member
let loud: Member
let quiet: Member
let outsider: Member
beforeAll(async () => {
  server = await openTestServer()
  admin = await server.join(ada)
  loud = await server.join(ben)
  quiet = await server.join(cleo)
  outsider = await server.join(jon)
})
afterAll(() => server.close())

let space: Space
beforeEach(async () => {
  space = await makeSpace(server, admin, { sound: SOUND })
  for (const comer of [loud, quiet]) await enter(server, comer, space)
})

type Call = [as: Member, userId?: string]
const ban = (...[as, userId = loud.user._id]: Call) =>
  server.call('PUT', `/spaces/${space._id}/bans/${userId}`, { as, body: { reason: REASON } })
const lift = (...[as, userId = loud.user._id]: Call) =>
  server.call('DELETE', `/spaces/${space._id}/bans/${userId}`, { as })
const list = (as: Member) => server.call('GET', `/spaces/${space._id}/bans`, { as })
const join = (as: Member) => server.call('POST', `/spaces/${space._id}/join`, { as })
const request = (as: Member) =>
  server.call('POST', '/join-requests', { as, body: { spaceId: space._id } })
const newest = async (as: Member) =>
  (await server.call('GET', '/notifications', { as })).json()[0]?.text
const close = () =>
  server.call('PUT', `/spaces/${space._id}`, { as: admin, body: { ...GARDEN, isPrivate: true } })

describe('who is banned', () => {
  it('is out at once, told why, and cannot come back until it is lifted', async () => {
    expect((await ban(admin)).statusCode).toBe(200)
    expect(await newest(loud)).toBe(`${MESSAGES.wasBanned('Garden')}: ${REASON}`)
    expect(await lookAt(server, loud, space)).toMatchObject({
      ...{ isMember: false, memberCount: 2, banReason: REASON },
    })
    const refused = await join(loud)
    expect([refused.statusCode, refused.json().message]).toEqual([403, MESSAGES.isBanned(REASON)])
    await close()
    const asked = await request(loud)
    expect([asked.statusCode, asked.json().message]).toEqual([403, MESSAGES.isBanned(REASON)])

    expect((await lift(admin)).statusCode).toBe(200)
    expect(await newest(loud)).toBe(MESSAGES.banLifted('Garden'))
    expect((await lookAt(server, loud, space)).banReason).toBeNull()
    expect((await request(loud)).statusCode).toBe(201)
  })

  it('gets no more than the card, of a public space too', async () => {
    const sound = `/spaces/${space._id}/sound`
    expect(await lookAt(server, outsider, space)).toMatchObject({ sound: SOUND })
    await ban(admin)
    const nothing = { url: '', name: '' }
    expect(await lookAt(server, loud, space)).toMatchObject({ members: [], sound: nothing })
    expect((await server.call('GET', sound, { as: loud })).statusCode).toBe(404)
    expect(
      (await server.call('GET', `/spaces/${space._id}/messages`, { as: loud })).statusCode,
    ).toBe(403)
    expect(await lookAt(server, outsider, space)).toMatchObject({ sound: SOUND })
  })

  it('hears nothing of the space from that moment, while the others do', async () => {
    const [theirs, others] = [await connect(server, loud), await connect(server, quiet)]
    await ban(admin)
    expect((await theirs.next('space_left')).spaceId).toBe(space._id)
    await say(server, admin, space, 'Quiet now')
    await others.next('message_created')
    await theirs.flushed()
    expect(theirs.received.filter(({ type }) => type.startsWith('message_'))).toEqual([])
  })

  it('waits for no answer any more', async () => {
    await close()
    const { _id } = await ask(server, outsider, space)
    expect((await ban(admin, outsider.user._id)).statusCode).toBe(200)
    const answer = await server.call('PATCH', `/join-requests/${_id}/approve`, { as: admin })
    expect(answer.statusCode).toBe(404)
    expect((await lookAt(server, outsider, space)).requestPending).toBe(false)
  })

  it('may have left before, when they wrote something, also when that is deleted since', async () => {
    const { _id } = await say(server, loud, space, 'AAA')
    const path = `/spaces/${space._id}/messages/${_id}`
    expect((await server.call('DELETE', path, { as: admin })).statusCode).toBe(200)
    for (const one of [loud, quiet])
      await server.call('POST', `/spaces/${space._id}/leave`, { as: one })
    expect((await ban(admin)).statusCode).toBe(200)
    expect((await join(loud)).statusCode).toBe(403)
    for (const id of [quiet.user._id, outsider.user._id]) {
      const refused = await ban(admin, id)
      expect([refused.statusCode, refused.json().message]).toEqual([409, MESSAGES.neverHere])
    }
    expect((await list(admin)).json()).toHaveLength(1)
  })

  it('is banned once, however often that is asked for', async () => {
    for (let time = 0; time < 2; time++) expect((await ban(admin)).statusCode).toBe(200)
    expect((await list(admin)).json()).toMatchObject([{ username: 'Ben', reason: REASON }])
    expect((await lookAt(server, admin, space)).memberCount).toBe(2)
    for (let time = 0; time < 2; time++) expect((await lift(admin)).statusCode).toBe(200)
    expect((await list(admin)).json()).toEqual([])
  })

  it('does not slip in while they are banned', async () => {
    await server.call('POST', `/spaces/${space._id}/leave`, { as: loud })
    await enter(server, loud, space)
    await Promise.all([ban(admin), join(loud), join(loud), ban(admin), join(loud)])
    expect(await lookAt(server, admin, space)).toMatchObject({ memberCount: 2 })
    expect((await join(loud)).statusCode).toBe(403)
  })
})

it('is for the admin of the space alone, also to read and to lift', async () => {
  await ban(admin)
  for (const as of [loud, quiet, outsider])
    for (const call of [ban(as, admin.user._id), ban(as), lift(as), list(as)])
      expect((await call).statusCode).toBe(403)
  expect((await join(loud)).statusCode).toBe(403)
})

it('asks for a reason, and is not for oneself or nobody', async () => {
  for (const [reason, sentence] of [
    [' ', REMOVAL_MESSAGES.reasonMissing],
    ['x'.repeat(201), REMOVAL_MESSAGES.reasonLong],
  ]) {
    const path = `/spaces/${space._id}/bans/${loud.user._id}`
    const refused = await server.call('PUT', path, { as: admin, body: { reason } })
    expect([refused.statusCode, refused.json().message]).toEqual([400, sentence])
  }
  expect((await ban(admin, admin.user._id)).statusCode).toBe(400)
  expect((await ban(admin, MISSING_ID)).statusCode).toBe(409)
  expect((await list(admin)).json()).toEqual([])
})

it('holds for a thousand in a space, and no more', async () => {
  const space_id = Number(space._id)
  const rows = (await crowd(server, SPACE_BANS_MAX)).map(({ id }) => ({
    ...{ space_id, user_id: id, reason: REASON, created_at: 1 },
  }))
  await server.services.db.insertInto('space_bans').values(rows).execute()
  const refused = await ban(admin)
  expect([refused.statusCode, refused.json().message]).toEqual([409, MESSAGES.bansFull])
  expect((await lookAt(server, loud, space)).isMember).toBe(true)
  await lift(admin, String(rows[0]?.user_id))
  expect((await ban(admin)).statusCode).toBe(200)
})

it('passes on with the space', async () => {
  await ban(admin)
  const body = { userId: quiet.user._id }
  await server.call('POST', `/spaces/${space._id}/transfer`, { as: admin, body })
  expect((await list(admin)).statusCode).toBe(403)
  expect((await list(quiet)).json()).toHaveLength(1)
  expect((await lift(quiet)).statusCode).toBe(200)
  expect((await join(loud)).statusCode).toBe(200)
})
