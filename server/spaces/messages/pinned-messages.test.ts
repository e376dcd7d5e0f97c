import { afterAll, beforeAll, expect, it } from 'vitest'
import { MESSAGES_AROUND, PINS_MAX, type SpaceMessage } from '../../../contract/space-messages.ts'
import { MESSAGES, type Space } from '../../../contract/spaces.ts'
import { befriend } from '../../../tests/actions/post-actions.ts'
import {
  chat,
  enter,
  GARDEN,
  makeSpace,
  openSpace,
  say,
} from '../../../tests/actions/space-actions.ts'
import { connect } from '../../../tests/realtime-client.ts'
import type { Member, TestServer } from '../../../tests/test-server.ts'

let server: TestServer
let admin: Member
let guest: Member
let stranger: Member
let space: Space
beforeAll(async () => {
  ;({ server, admin, guest, stranger, space } = await openSpace())
})
afterAll(() => server.close())

type Room = Pick<Space, '_id'>
const place = (room: Room, { _id }: SpaceMessage) => `/spaces/${room._id}/messages/${_id}`
const pin = (as: Member, message: SpaceMessage, room: Room = space) =>
  server.call('PUT', `${place(room, message)}/pin`, { as })
const unpin = (as: Member, message: SpaceMessage, room: Room = space) =>
  server.call('DELETE', `${place(room, message)}/pin`, { as })
const readPins = (as: Member, room: Room = space) =>
  server.call('GET', `/spaces/${room._id}/pins`, { as })
const pinned = async (as: Member, room: Room = space): Promise<string[]> =>
  (await readPins(as, room)).json().map(({ content }: SpaceMessage) => content)

it('are fifty in all at most, whoever reads them', async () => {
  const last = await say(server, guest, space, 'The last')
  const { db } = server.services
  const [row] = await db
    .selectFrom('space_messages')
    .selectAll()
    .where('id', '=', Number(last._id))
    .execute()
  if (!row) throw new Error('What was said is not there.')
  // Of before the admin came, as in a private space that was opened.
  const earlier = Array.from({ length: 5 * PINS_MAX }, (_, index) => ({
    ...{
      ...row,
      id: row.id - 100 + index,
      seq: index - 100,
      change_seq: index - 100,
      pinned_at: 1,
    },
  }))
  await db.insertInto('space_messages').values(earlier.slice(1)).execute()
  expect((await pin(admin, last)).statusCode).toBe(200)
  await unpin(admin, last)
  await db.insertInto('space_messages').values(earlier.slice(0, 1)).execute()
  const refused = await pin(admin, last)
  await db.deleteFrom('space_messages').where('change_seq', '<', 0).execute()
  expect(refused.json().message).toBe(MESSAGES.pinsFull)
})

it('are pinned by the admin alone, at most ten, and told to who is in the space', async () => {
  const said: SpaceMessage[] = []
  for (let index = 0; index <= PINS_MAX; index++) {
    server.pass(1_000)
    said.push(await say(server, guest, space, `Rule ${index}`))
  }
  const [first, second] = said as [SpaceMessage, SpaceMessage]
  const refused = await pin(guest, first)
  expect([refused.statusCode, refused.json().message]).toEqual([403, MESSAGES.adminOnly])
  expect((await pin(stranger, first)).statusCode).toBe(403)
  const line = await connect(server, guest)
  const outside = await connect(server, stranger)
  for (const message of said.slice(0, PINS_MAX)) {
    server.pass(1_000)
    expect((await pin(admin, message)).json().isPinned).toBe(true)
  }
  expect(await line.next('message_changed')).toMatchObject({
    message: { _id: first._id, isPinned: true, content: 'Rule 0' },
  })
  const full = await pin(admin, said.at(-1) as SpaceMessage)
  expect([full.statusCode, full.json().message]).toEqual([409, MESSAGES.pinsFull])
  // Once more is no eleventh, nor does it come first by that.
  expect((await pin(admin, second)).statusCode).toBe(200)
  const rules = said.slice(0, PINS_MAX).map(({ content }) => content)
  expect(await pinned(guest)).toEqual(rules.toReversed())
  expect((await readPins(stranger)).statusCode).toBe(403)

  expect((await unpin(guest, first)).statusCode).toBe(403)
  expect((await unpin(admin, first)).json().isPinned).toBe(false)
  expect((await unpin(admin, first)).statusCode).toBe(200)
  await server.call('DELETE', place(space, second), { as: guest })
  expect(await pinned(guest)).toEqual(rules.slice(2).toReversed())
  expect((await pin(admin, second)).statusCode).toBe(404)
  expect((await pin(admin, said.at(-1) as SpaceMessage)).statusCode).toBe(200)
  await outside.flushed()
  expect(outside.received.filter(({ type }) => type === 'message_changed')).toEqual([])
  const changes = await chat(server, guest, space, `?after=${said.at(-1)?.seq}`)
  expect(changes.find(({ _id }) => _id === said[3]?._id)?.isPinned).toBe(true)
})

it('leave their places to whoever runs a space and may not read them', async () => {
  const room = await makeSpace(server, admin, { isPrivate: true })
  for (let index = 0; index < PINS_MAX; index++)
    await pin(admin, await say(server, admin, room, `Among us ${index}`), room)
  const body = { ...GARDEN, isPrivate: false }
  await server.call('PUT', `/spaces/${room._id}`, { as: admin, body })
  await enter(server, stranger, room)
  const heir = { userId: stranger.user._id }
  await server.call('POST', `/spaces/${room._id}/transfer`, { as: admin, body: heir })
  for (let index = 0; index < PINS_MAX; index++) {
    const said = await say(server, stranger, room, `In the open ${index}`)
    expect((await pin(stranger, said, room)).statusCode).toBe(200)
  }
  const last = await say(server, stranger, room, 'One too many')
  expect((await pin(stranger, last, room)).statusCode).toBe(409)
  expect(await pinned(stranger, room)).toHaveLength(PINS_MAX)
  expect(await pinned(admin, room)).toHaveLength(2 * PINS_MAX)
})

it('are pinned in a conversation by who may write in it', async () => {
  await befriend(server, admin, guest)
  const body = { userIds: [guest.user._id] }
  const talk = (await server.call('POST', '/conversations', { as: admin, body })).json()
  const said = await say(server, admin, talk, 'The address: 4 Elm Street')
  expect((await pin(stranger, said, talk)).statusCode).toBe(404)
  expect((await pin(guest, said, talk)).json().isPinned).toBe(true)
  expect(await pinned(admin, talk)).toEqual(['The address: 4 Elm Street'])
  expect((await readPins(stranger, talk)).statusCode).toBe(404)
  await server.call('PUT', `/users/${admin.user._id}/block`, { as: guest })
  expect((await unpin(guest, said, talk)).statusCode).toBe(403)
  await server.call('DELETE', `/users/${admin.user._id}/block`, { as: guest })
})

it('a message is read with what stands around it, and what follows', async () => {
  const room = await makeSpace(server, admin)
  const said: SpaceMessage[] = []
  for (let index = 0; index < 60; index++) said.push(await say(server, admin, room, `${index}`))
  const idsOf = (messages: SpaceMessage[]) => messages.map(({ _id }) => _id)
  const middle = said[30] as SpaceMessage
  expect(idsOf(await chat(server, admin, room, `?around=${middle._id}`))).toEqual(
    idsOf(said.slice(30 - MESSAGES_AROUND, 30 + MESSAGES_AROUND)),
  )
  expect(idsOf(await chat(server, admin, room, `?from=${middle._id}`))).toEqual(
    idsOf(said.slice(30)),
  )
  // Of another space it is as one that is not there.
  const elsewhere = await say(server, admin, space, 'Here')
  expect(await chat(server, admin, room, `?around=${elsewhere._id}`)).toEqual([])
  expect(
    (
      await server.call('GET', `/spaces/${room._id}/messages?around=${middle._id}`, {
        as: stranger,
      })
    ).statusCode,
  ).toBe(403)
})
