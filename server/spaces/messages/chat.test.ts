import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SpaceMessage } from '../../../contract/space-messages.ts'
import { MESSAGES, type Space } from '../../../contract/spaces.ts'
import {
  chat,
  crowd,
  lookAt,
  makeSpace,
  openSpace,
  say,
} from '../../../tests/actions/space-actions.ts'
import { ada } from '../../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'
import { joinSpace } from '../membership/membership.ts'
import { reactToMessage } from './change-message.ts'

let server: TestServer
let admin: Member
let guest: Member
let stranger: Member
let space: Space
beforeEach(async () => {
  ;({ server, admin, guest, stranger, space } = await openSpace())
})
afterEach(() => server.close())

const send = (as: Member, body: object, headers: Record<string, string> = {}) =>
  server.call('POST', `/spaces/${space._id}/messages`, { as, body, headers })
const place = ({ _id }: SpaceMessage) => `/spaces/${space._id}/messages/${_id}`
const edit = (as: Member, message: SpaceMessage, content: string) =>
  server.call('PUT', place(message), { as, body: { content } })
const unsay = (as: Member, message: SpaceMessage) => server.call('DELETE', place(message), { as })
const react = (as: Member, message: SpaceMessage, emoji: string) =>
  server.call('POST', `${place(message)}/reactions`, { as, body: { emoji } })
const contents = (messages: SpaceMessage[]) => messages.map(({ content }) => content)

describe('messages', () => {
  it('are heard by every member, and by nobody else', async () => {
    const answer = await send(guest, { content: '  Hello\r\nthere ', clientId: 'draft-1' })
    expect([answer.statusCode, answer.json()]).toMatchObject([
      201,
      {
        seq: 1,
        changeSeq: 1,
        user: { _id: guest.user._id, username: 'Ben' },
        content: 'Hello\nthere',
        editedAt: null,
        isDeleted: false,
        reactions: [],
        clientId: 'draft-1',
      },
    ])
    expect(await chat(server, guest, space)).toEqual([answer.json()])
    expect(await chat(server, admin, space)).toEqual([{ ...answer.json(), clientId: null }])
    const path = `/spaces/${space._id}/messages`
    const refused = await server.call('GET', path, { as: stranger })
    expect([refused.statusCode, refused.json().message]).toEqual([403, MESSAGES.membersOnly])
    expect((await send(stranger, { content: 'Me, too' })).statusCode).toBe(403)
    expect((await react(stranger, answer.json(), '🫖')).statusCode).toBe(403)
    expect((await edit(stranger, answer.json(), 'No')).statusCode).toBe(403)
    expect((await unsay(stranger, answer.json())).statusCode).toBe(403)
    const read = { as: stranger, body: { seq: 1 } }
    expect((await server.call('PUT', `/spaces/${space._id}/read`, read)).statusCode).toBe(403)
    expect(contents(await chat(server, admin, space))).toEqual(['Hello\nthere'])
  })

  it('come 50 a page from the newest back, oldest first', async () => {
    for (let index = 1; index <= 53; index++) await say(server, guest, space, `${index}`)
    const newest = await chat(server, admin, space)
    expect([newest.length, newest[0]?.content, newest.at(-1)?.content]).toEqual([50, '4', '53'])
    const older = await chat(server, admin, space, `?before=${newest[0]?._id}`)
    expect(contents(older)).toEqual(['1', '2', '3'])
    expect(await chat(server, admin, space, `?before=${space._id}`)).toEqual([])
  })

  it('are one for one key, however often they are sent', async () => {
    const key = { 'idempotency-key': 'c0ffee-1' }
    const body = { content: 'Once' }
    const answers = await Promise.all([send(guest, body, key), send(guest, body, key)])
    answers.push(await send(guest, body, key))
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
    expect(answers[0]?.statusCode).toBe(201)
    expect((await send(guest, { content: 'Twice' }, key)).statusCode).toBe(409)
    expect(contents(await chat(server, admin, space))).toEqual(['Once'])
    expect((await lookAt(server, admin, space)).lastSeq).toBe(1)
  })

  it('are edited by their sender alone', async () => {
    const said = await say(server, guest, space, 'Helo')
    expect((await edit(admin, said, 'Mine now')).statusCode).toBe(403)
    server.pass(1_000)
    const edited = await edit(guest, said, ' Hello ')
    expect([edited.statusCode, edited.json()]).toMatchObject([
      200,
      { _id: said._id, seq: 1, changeSeq: 2, content: 'Hello', createdAt: said.createdAt },
    ])
    expect(Date.parse(edited.json().editedAt) - Date.parse(said.createdAt)).toBe(1_000)
    expect((await edit(guest, said, ' ')).statusCode).toBe(400)
  })

  it('are deleted by their sender and by the admin, and are gone then', async () => {
    const [first, second, third] = [
      await say(server, guest, space, 'First'),
      await say(server, guest, space, 'Second'),
      await say(server, admin, space, 'Third'),
    ]
    expect((await unsay(guest, third)).statusCode).toBe(403)
    expect((await unsay(guest, first)).statusCode).toBe(200)
    expect((await unsay(admin, second)).statusCode).toBe(200)
    // What the admin could give back its sender may delete for good, once.
    expect((await unsay(guest, second)).statusCode).toBe(200)
    for (const gone of [first, second]) {
      expect((await unsay(guest, gone)).statusCode).toBe(404)
      expect((await edit(guest, gone, 'Back')).statusCode).toBe(404)
      expect((await react(guest, gone, '🫖')).statusCode).toBe(404)
    }
    expect(contents(await chat(server, admin, space))).toEqual(['Third'])
    const rows = await server.services.db.selectFrom('space_messages').select('content').execute()
    expect(rows.map(({ content }) => content).sort()).toEqual(['', '', 'Third'])
  })

  it('are not reached through another space', async () => {
    const elsewhere = await makeSpace(server, stranger)
    const said = await say(server, guest, space, 'Here')
    const path = `/spaces/${elsewhere._id}/messages/${said._id}`
    expect((await server.call('DELETE', path, { as: stranger })).statusCode).toBe(404)
    expect(contents(await chat(server, guest, space))).toEqual(['Here'])
  })
})

describe('reactions', () => {
  it('of who is suspended are counted, without the name', async () => {
    const said = await say(server, admin, space, 'Hello')
    await react(guest, said, '🫖')
    const shown = async () => (await chat(server, admin, space))[0]?.reactions
    const act = (name: string, body: object) =>
      server.call('POST', `/admin/user/${guest.user._id}/${name}`, { as: admin, body })
    await act('suspend', { days: 1, text: 'A day off' })
    const unnamed = { emoji: '🫖', user: guest.user._id, username: '' }
    expect(await shown()).toEqual([unnamed])
    expect((await react(admin, said, '❤️')).json().reactions[0]).toEqual(unnamed)
    await act('lift', { text: 'Welcome' })
    expect((await shown())?.[0]).toEqual({ ...unnamed, username: 'Ben' })
  })

  it('are given and taken back', async () => {
    const said = await say(server, guest, space, 'Hello')
    const one = { emoji: '🫖', user: admin.user._id, username: 'Ada' }
    const other = { emoji: '❤️', user: guest.user._id, username: 'Ben' }
    expect((await react(admin, said, '🫖')).json().reactions).toEqual([one])
    const both = await react(guest, said, '❤')
    expect([both.statusCode, both.json()]).toMatchObject([
      200,
      { content: 'Hello', changeSeq: 3, reactions: [one, other] },
    ])
    expect((await react(admin, said, '🫖')).json().reactions).toEqual([other])
    expect((await react(admin, said, 'tea')).statusCode).toBe(400)
  })

  it('are cut to the newest 200, one’s own kept in', async () => {
    const said = await say(server, guest, space, 'Hello')
    await react(guest, said, '🫖')
    const emojis = ['😀', '😃', '😄']
    const spaceId = Number(space._id)
    for (const reader of await crowd(server, 70)) {
      await server.services.db
        .updateTable('spaces')
        .set({ max_members: 100 })
        .where('id', '=', spaceId)
        .execute()
      await joinSpace(reader, server.services, spaceId)
      const at = { spaceId, messageId: Number(said._id) }
      for (const emoji of emojis) await reactToMessage(reader, server.services, at, emoji)
    }
    const shownTo = async (as: Member) => (await chat(server, as, space))[0]?.reactions ?? []
    const own = { emoji: '🫖', user: guest.user._id, username: 'Ben' }
    const [forGuest, forAdmin] = [await shownTo(guest), await shownTo(admin)]
    expect([forGuest.length, forAdmin.length]).toEqual([200, 200])
    expect(forGuest).toContainEqual(own)
    expect(forAdmin).not.toContainEqual(own)
  })
})

describe('catching up', () => {
  const madeAfter = (seq: number) => chat(server, admin, space, `?after=${seq}`)

  it('brings what was made or changed since, in that order, deletions too', async () => {
    const [first, second] = [
      await say(server, guest, space, 'First'),
      await say(server, guest, space, 'Second'),
    ]
    expect(await madeAfter(2)).toEqual([])
    await edit(guest, first, 'First!')
    await unsay(guest, second)
    await say(server, guest, space, 'Third')
    await react(admin, first, '🫖')
    const since = await madeAfter(2)
    expect(since.map(({ seq, changeSeq, content }) => [seq, changeSeq, content])).toEqual([
      [2, 4, ''],
      [5, 5, 'Third'],
      [1, 6, 'First!'],
    ])
    expect(since[0]).toMatchObject({ isDeleted: true, reactions: [], user: { username: 'Ben' } })
    expect(await madeAfter(5)).toEqual(since.slice(2))
    expect((await lookAt(server, admin, space)).lastSeq).toBe(6)
  })

  it('comes 200 at once, and again from there', async () => {
    for (let index = 0; index < 203; index++) await say(server, guest, space, `${index}`)
    const first = await madeAfter(0)
    const second = await madeAfter(first.at(-1)?.changeSeq ?? 0)
    expect([first.length, second.length]).toEqual([200, 3])
    expect(new Set([...first, ...second].map(({ _id }) => _id)).size).toBe(203)
  })
})

it('sends 60 messages a minute', async () => {
  const limited = await openTestServer({ rateLimits: true })
  try {
    const member = await limited.join(ada)
    const own = await makeSpace(limited, member)
    for (let count = 0; count < 60; count++) await say(limited, member, own, `${count}`)
    const path = `/spaces/${own._id}/messages`
    const answer = await limited.call('POST', path, { as: member, body: { content: 'More' } })
    expect([answer.statusCode, answer.headers['retry-after'] !== undefined]).toEqual([429, true])
  } finally {
    await limited.close()
  }
})
