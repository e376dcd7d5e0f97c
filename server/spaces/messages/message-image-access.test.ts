import { expect, it } from 'vitest'
import type { SpaceMessage } from '../../../contract/space-messages.ts'
import {
  addressIn,
  openMessageImages,
  type Room,
} from '../../../tests/actions/message-image-actions.ts'
import { befriend } from '../../../tests/actions/post-actions.ts'
import { connect } from '../../../tests/realtime-client.ts'
import type { Member, TestServer } from '../../../tests/test-server.ts'

// Who sees the pictures of a message is who sees the message, and no longer than that.

let server: TestServer
let admin: Member
let host: Member
let sender: Member
let reader: Member
let outsider: Member
const { room, send, show, last, statusOf, done } = openMessageImages((scene) => {
  ;({ server, admin, host, sender, reader, outsider } = scene)
})

it('is heard without an address, which each reader asks for', async () => {
  const kitchen = await room()
  const [hearing, own] = [await connect(server, reader), await connect(server, sender)]
  const sent = await show(sender, kitchen, { fields: { clientId: 'mine' } })
  const event = await hearing.next('message_created')
  expect(event.message).toMatchObject({ _id: sent._id, images: [{ width: 64, sources: [] }] })
  expect(addressIn((await own.next('message_created')).message)).toBe(addressIn(sent))
  const seen = await last(reader, kitchen)
  const viewers = [sent, seen].map((each) => new URL(addressIn(each), 'http://snug').searchParams)
  expect(viewers.map((each) => each.get('viewer'))).toEqual([sender.user._id, reader.user._id])
  expect(await statusOf(addressIn(seen))).toBe(200)
  const swapped = addressIn(seen).replace(/viewer=\d+/, `viewer=${outsider.user._id}`)
  expect(await statusOf(swapped)).toBe(404)
  hearing.close()
  own.close()
})

const LOSSES: [string, (where: Room, message: SpaceMessage) => Promise<unknown>][] = [
  ['the reader leaves', ({ _id }) => done(reader, 'POST', `/spaces/${_id}/leave`)],
  [
    'the reader is taken out',
    ({ _id }) => done(admin, 'DELETE', `/spaces/${_id}/members/${reader.user._id}`),
  ],
  [
    'the reader is banned',
    ({ _id }) => done(admin, 'PUT', `/spaces/${_id}/bans/${reader.user._id}`, { reason: 'Loud' }),
  ],
  ['the space is deleted', ({ _id }) => done(admin, 'DELETE', `/spaces/${_id}`)],
  [
    'the message is deleted',
    ({ _id }, message) => done(sender, 'DELETE', `/spaces/${_id}/messages/${message._id}`),
  ],
]

it.each(LOSSES)('its address ends when %s', async (_what, lose) => {
  const kitchen = await room(admin)
  const sent = await show(sender, kitchen)
  const url = addressIn(await last(reader, kitchen))
  expect(await statusOf(url)).toBe(200)
  await lose(kitchen, sent)
  expect(await statusOf(url)).toBe(404)
})

it('stands in a conversation, too, ends with its group and is evidence where it is reported', async () => {
  await befriend(server, host, sender)
  await befriend(server, host, reader)
  const userIds = [sender.user._id, reader.user._id]
  const group: Room = (await done(host, 'POST', '/conversations', { userIds })).json()
  const sent = await show(host, group, { fields: { imageAlt: 'A pot' } })
  const url = addressIn(await last(reader, group))
  expect(await statusOf(url)).toBe(200)
  expect((await send(outsider, group)).statusCode).toBe(404)
  const list = await server.call('GET', '/conversations', { as: reader })
  expect(list.body).toContain('"content":"Photo"')
  await done(reader, 'POST', `/conversations/${group._id}/leave`)
  expect(await statusOf(url)).toBe(404)
  await done(sender, 'POST', '/reports', { kind: 'message', id: sent._id, reason: 'unkind' })
  await done(host, 'DELETE', `/spaces/${group._id}/messages/${sent._id}`)
  const reports = await server.call('GET', '/admin/reports', { as: admin })
  expect(reports.body).toContain('A pot')
  const shown = reports.body.match(/\/media\/post\/[^"]+/)?.[0] ?? ''
  expect(await statusOf(shown)).toBe(200)
})
