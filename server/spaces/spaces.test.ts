import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { JOIN_REQUESTS_SHOWN_MAX } from '../../contract/join-requests.ts'
import type { Notification } from '../../contract/notifications.ts'
import { DEFAULT_PALETTE, MESSAGES, type Space, type SpacePage } from '../../contract/spaces.ts'
import { ask, enter, GARDEN, lookAt, makeSpace, say } from '../../tests/actions/space-actions.ts'
import { memberRow } from '../../tests/member-rows.ts'
import { ada, ben, cleo } from '../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { newId } from '../platform/ids.ts'

let server: TestServer
let admin: Member
let guest: Member
let stranger: Member
beforeEach(async () => {
  server = await openTestServer()
  admin = await server.join(ada)
  guest = await server.join(ben)
  stranger = await server.join(cleo)
})
afterEach(() => server.close())

async function discover(as: Member, query = ''): Promise<SpacePage> {
  return (await server.call('GET', `/spaces${query}`, { as })).json()
}
async function mine(as: Member): Promise<Space[]> {
  return (await server.call('GET', '/spaces/my-spaces', { as })).json()
}
async function asked(as: Member) {
  const news: Notification[] = (await server.call('GET', '/notifications', { as })).json()
  return news.filter(({ type }) => type === 'join_request').map(({ sender }) => sender?._id)
}
const nameOf = ({ name }: { name: string }) => name
const names = (spaces: Space[]) => spaces.map(nameOf)

describe('a new space', () => {
  it('has its maker as admin and only member, and the defaults', async () => {
    const space = await makeSpace(server, admin)
    expect(space).toMatchObject({
      name: 'Garden',
      colorPalette: DEFAULT_PALETTE,
      sound: { url: '', name: '', volume: 0.5 },
      pinnedArt: { url: '', title: '', artist: '', image: null },
      isPrivate: false,
      maxMembers: 50,
      tags: [],
      vibe: 'chill',
      memberCount: 1,
      isMember: true,
      isAdmin: true,
      requestPending: false,
    })
    expect([space.admin._id, space.members.map(({ _id }) => _id)]).toEqual([
      admin.user._id,
      [admin.user._id],
    ])
    expect(await lookAt(server, admin, space)).toEqual(space)
  })

  it('keeps what was chosen', async () => {
    const wanted = {
      colorPalette: { ...DEFAULT_PALETTE, primary: '#AABBCC' },
      sound: { url: 'https://example.org/rain.mp3', name: 'Rain', volume: 0.1 },
      pinnedArt: { url: 'https://example.org/tea.png', title: 'Tea', artist: 'Ada' },
      maxMembers: 3,
      tags: [' tea ', 'tea', '', 'rain'],
      vibe: 'serene' as const,
    }
    const space = await makeSpace(server, admin, wanted)
    expect(space).toMatchObject({ ...wanted, tags: ['tea', 'rain'] })
  })

  it('is not made by who says to be admin of it', async () => {
    const body = { ...GARDEN, admin: guest.user._id, members: [guest.user._id], memberCount: 9 }
    const space = (await server.call('POST', '/spaces', { as: admin, body })).json()
    expect([space.admin._id, space.memberCount]).toEqual([admin.user._id, 1])
  })
})

describe('the same space asked for again under its key', () => {
  const KEY = { 'idempotency-key': 'c0ffee-1' }
  const make = (wanted: object = {}, as = admin) =>
    server.call('POST', '/spaces', { as, body: { ...GARDEN, ...wanted }, headers: KEY })

  it('is made once, also when it comes twice at once', async () => {
    const answers = await Promise.all([make(), make()])
    answers.push(await make())
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(names(await mine(admin))).toEqual(['Garden'])
    expect((await make({}, guest)).statusCode).toBe(201)
    expect(names(await mine(guest))).toEqual(['Garden'])
    await makeSpace(server, admin)
    expect(await mine(admin)).toHaveLength(2)
  })

  it('is refused with anything else in it, and where it was deleted', async () => {
    const { _id } = (await make()).json()
    const other = { pinnedArt: { url: '', title: 'Moon', artist: '' } }
    expect((await make({ name: 'Cellar' })).statusCode).toBe(409)
    expect((await make(other)).statusCode).toBe(409)
    expect((await server.call('DELETE', `/spaces/${_id}`, { as: admin })).statusCode).toBe(200)
    expect((await make()).statusCode).toBe(404)
    expect(await mine(admin)).toEqual([])
  })
})

describe('a private space', () => {
  it('shows its card only to who is not in it', async () => {
    const space = await makeSpace(server, admin, {
      isPrivate: true,
      tags: ['tea'],
      sound: { url: 'https://example.org/rain.mp3', name: 'Rain' },
      pinnedArt: { url: 'https://example.org/tea.png', title: 'Tea', artist: 'Ada' },
    })
    await say(server, admin, space, 'Hello')
    const card = {
      name: 'Garden',
      tags: ['tea'],
      memberCount: 1,
      members: [],
      sound: { url: '', name: '' },
      pinnedArt: { url: '', title: '', artist: '' },
      unreadCount: 0,
      lastSeq: 0,
      isMember: false,
    }
    expect(await lookAt(server, stranger, space)).toMatchObject(card)
    expect((await discover(stranger)).spaces).toMatchObject([card])
    expect((await lookAt(server, admin, space)).members).toHaveLength(1)
  })
})

describe('discovering', () => {
  it('brings pages, newest first, with how many there are', async () => {
    expect(await discover(guest)).toEqual({ spaces: [], page: 1, totalPages: 0 })
    for (const name of ['One', 'Two', 'Three']) await makeSpace(server, admin, { name })
    const first = await discover(guest, '?limit=2')
    expect([names(first.spaces), first.page, first.totalPages]).toEqual([['Three', 'Two'], 1, 2])
    const second = await discover(guest, '?limit=2&page=2')
    expect([names(second.spaces), second.page, second.totalPages]).toEqual([['One'], 2, 2])
    expect((await discover(guest, '?page=3')).spaces).toEqual([])
  })

  it('finds by name, description and tags, in any case, and by vibe', async () => {
    await makeSpace(server, admin, { name: 'ÄRGER im Garten', vibe: 'playful' })
    await makeSpace(server, admin, { name: 'Library', description: 'Quiet garten people' })
    await makeSpace(server, admin, { name: 'Kitchen', tags: ['Soup', 'GARTEN'], vibe: 'playful' })
    const found = async (query: string) => names((await discover(guest, query)).spaces)
    expect(await found('?search=garten')).toEqual(['Kitchen', 'Library', 'ÄRGER im Garten'])
    expect(await found('?search=%C3%A4rger')).toEqual(['ÄRGER im Garten'])
    expect(await found('?search=a%CC%88RGER')).toEqual(['ÄRGER im Garten'])
    expect(await found('?search=garten&vibe=playful')).toEqual(['Kitchen', 'ÄRGER im Garten'])
    expect(await found('?vibe=playful')).toEqual(['Kitchen', 'ÄRGER im Garten'])
    expect(await found('?vibe=')).toHaveLength(3)
    expect(await found('?search=Ada')).toEqual([])
    expect((await discover(guest, '?search=garten&limit=1')).totalPages).toBe(3)
    expect((await discover(guest, '?search=garten&vibe=playful&limit=1')).totalPages).toBe(2)
  })

  it('takes wildcards as what they are', async () => {
    await makeSpace(server, admin, { name: '100% tea' })
    await makeSpace(server, admin, { name: 'snake_case' })
    await makeSpace(server, admin, { name: 'back\\slash' })
    const found = async (text: string) =>
      names((await discover(guest, `?search=${encodeURIComponent(text)}`)).spaces)
    expect(await found('%')).toEqual(['100% tea'])
    expect(await found('_')).toEqual(['snake_case'])
    expect(await found('\\')).toEqual(['back\\slash'])
  })
})

describe('running a space', () => {
  const edit = (as: Member, space: Space, wanted: object = {}) =>
    server.call('PUT', `/spaces/${space._id}`, { as, body: { ...GARDEN, ...wanted } })

  it('is for its admin', async () => {
    const space = await makeSpace(server, admin)
    await enter(server, guest, space)
    for (const as of [guest, stranger]) {
      expect((await edit(as, space, { name: 'Mine' })).statusCode).toBe(403)
      expect((await server.call('DELETE', `/spaces/${space._id}`, { as })).statusCode).toBe(403)
      const body = { userId: as.user._id }
      const transfer = await server.call('POST', `/spaces/${space._id}/transfer`, { as, body })
      expect(transfer.statusCode).toBe(403)
      const path = `/spaces/${space._id}/members/${admin.user._id}`
      expect((await server.call('DELETE', path, { as })).statusCode).toBe(403)
    }
    const edited = await edit(admin, space, { name: 'Meadow', tags: ['grass'] })
    expect([edited.statusCode, edited.json()]).toMatchObject([200, { name: 'Meadow' }])
    expect(names((await discover(guest, '?search=grass')).spaces)).toEqual(['Meadow'])
    expect(names((await discover(guest, '?search=garden')).spaces)).toEqual([])
  })

  it('leaves room for everybody who is in it', async () => {
    const space = await makeSpace(server, admin)
    await enter(server, guest, space)
    const answer = await edit(admin, space, { maxMembers: 1, name: 'Small' })
    expect([answer.statusCode, answer.json().fields]).toEqual([
      409,
      { maxMembers: MESSAGES.membersBelowCount },
    ])
    expect(await lookAt(server, admin, space)).toMatchObject({ name: 'Garden', maxMembers: 50 })
    expect((await edit(admin, space, { maxMembers: 2 })).statusCode).toBe(200)
  })

  it('ends with everything in it', async () => {
    const space = await makeSpace(server, admin, { isPrivate: false })
    await enter(server, guest, space)
    await say(server, guest, space, 'Hello')
    await edit(admin, space, { isPrivate: true })
    await ask(server, stranger, space)
    expect((await server.call('DELETE', `/spaces/${space._id}`, { as: admin })).statusCode).toBe(
      200,
    )
    expect((await server.call('DELETE', `/spaces/${space._id}`, { as: admin })).statusCode).toBe(
      404,
    )
    expect(await mine(guest)).toEqual([])
    expect((await discover(guest)).spaces).toEqual([])
    const { db, spaceJobs } = server.services
    await spaceJobs.finish(Number(space._id))
    for (const table of ['space_members', 'space_messages', 'join_requests'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
    // What led to it is gone; that it is no more is told to who was in it.
    expect(await db.selectFrom('notifications').selectAll().execute()).toMatchObject([
      { kind: 'space_deleted', user_id: guest.id, space_id: null },
    ])
  })

  it('passes to a member, who is told', async () => {
    const space = await makeSpace(server, admin)
    await enter(server, guest, space)
    const transfer = (userId: string, as = admin) =>
      server.call('POST', `/spaces/${space._id}/transfer`, { as, body: { userId } })
    expect((await transfer(stranger.user._id)).statusCode).toBe(409)
    expect((await transfer(admin.user._id)).statusCode).toBe(200)
    expect((await transfer(guest.user._id)).statusCode).toBe(200)
    expect((await lookAt(server, guest, space)).isAdmin).toBe(true)
    expect((await transfer(admin.user._id)).statusCode).toBe(403)
    const [news] = (await server.call('GET', '/notifications', { as: guest })).json()
    expect(news).toMatchObject({
      type: 'other',
      text: MESSAGES.passedToYou('Garden'),
      spaceId: space._id,
    })
    const leave = await server.call('POST', `/spaces/${space._id}/leave`, { as: admin })
    expect(leave.statusCode).toBe(200)
  })

  it('passes with the requests that wait: the new admin hears of them', async () => {
    const space = await makeSpace(server, admin)
    await enter(server, guest, space)
    const body = { ...GARDEN, isPrivate: true }
    await server.call('PUT', `/spaces/${space._id}`, { as: admin, body })
    await ask(server, stranger, space)
    expect(await asked(admin)).toEqual([stranger.user._id])
    const heir = { userId: guest.user._id }
    await server.call('POST', `/spaces/${space._id}/transfer`, { as: admin, body: heir })
    expect(await asked(guest)).toEqual([stranger.user._id])
    expect(await asked(admin)).toEqual([])
  })
  it('passes with any number of requests: the new admin hears of as many as are listed', async () => {
    const space = await makeSpace(server, admin)
    await enter(server, guest, space)
    const { db } = server.services
    const people = Array.from({ length: JOIN_REQUESTS_SHOWN_MAX + 1 }, (_, index) =>
      memberRow(`Asks_${index}`, 1_000 + index),
    )
    const space_id = Number(space._id)
    const request = { space_id, message: '', status: 'pending' as const, admin_response: '' }
    const told = { kind: 'join_request' as const, params: '{}', user_id: admin.id, space_id }
    for (const row of people) {
      const at = { id: newId(), created_at: 0 }
      await db.insertInto('users').values(row).execute()
      await db
        .insertInto('join_requests')
        .values({ ...request, ...at, user_id: row.id, answered_at: null })
        .execute()
      await db
        .insertInto('notifications')
        .values({ ...told, ...at, sender_id: row.id, is_read: 0 })
        .execute()
    }
    const heir = { userId: guest.user._id }
    await server.call('POST', `/spaces/${space._id}/transfer`, { as: admin, body: heir })
    const news = await db
      .selectFrom('notifications')
      .select(['user_id', 'sender_id'])
      .where('kind', '=', 'join_request')
      .orderBy('id')
      .execute()
    const listed = people.slice(0, JOIN_REQUESTS_SHOWN_MAX)
    expect(news).toEqual(listed.map(({ id }) => ({ user_id: guest.id, sender_id: id })))
  })
})
