import { expect, it, vi } from 'vitest'
import { MESSAGES as CONVERSATION_MESSAGES } from '../../../contract/conversations.ts'
import { MESSAGES as POST_MESSAGES } from '../../../contract/posts.ts'
import type { SpaceMessage } from '../../../contract/space-messages.ts'
import { MESSAGES, type Space } from '../../../contract/spaces.ts'
import {
  addressIn,
  openMessageImages,
  type Room,
  type Sent,
} from '../../../tests/actions/message-image-actions.ts'
import { post } from '../../../tests/actions/post-actions.ts'
import { chat, say } from '../../../tests/actions/space-actions.ts'
import { connect } from '../../../tests/realtime-client.ts'
import { testImage } from '../../../tests/test-images.ts'
import type { Member, TestServer } from '../../../tests/test-server.ts'

// Up to four pictures in a message.

let server: TestServer
let host: Member
let sender: Member
let reader: Member
let outsider: Member
let pot: Buffer
const { room, send, show, last, statusOf, done } = openMessageImages((scene) => {
  ;({ server, host, sender, reader, outsider, pot } = scene)
})

it('goes with its pictures in their order, once, and without words', async () => {
  const kitchen = await room()
  const wide = await testImage('jpeg', { width: 90, height: 30 })
  const sent = { fields: { imageAlt: 'A pot', imageAlt2: 'A cloth' }, images: [pot, wide] }
  const [one, again] = [
    await show(sender, kitchen, { ...sent, key: 'the-same-key-as-before' }),
    await show(sender, kitchen, { ...sent, key: 'the-same-key-as-before' }),
  ]
  expect(again._id).toBe(one._id)
  const changed = await send(sender, kitchen, {
    ...sent,
    images: [pot],
    key: 'the-same-key-as-before',
  })
  expect(changed.statusCode).toBe(409)
  expect(await chat(server, reader, kitchen)).toHaveLength(1)
  expect(await last(reader, kitchen)).toMatchObject({
    content: '',
    images: [
      { width: 64, height: 48, alt: 'A pot' },
      { width: 90, height: 30, alt: 'A cloth' },
    ],
  })
  const four = await show(sender, kitchen, {
    fields: { content: 'Four' },
    images: Array(4).fill(pot),
  })
  expect([four.seq - one.seq, four.images.length]).toEqual([1, 4])
})

it('is refused as a post is, and by who is not inside before a picture is looked at', async () => {
  const kitchen = await room()
  const refusals: [Sent, number, string][] = [
    [{ images: [] }, 400, MESSAGES.imageMissing],
    [{ images: Array(5).fill(pot) }, 400, MESSAGES.imagesMany],
    [{ images: [Buffer.from('no picture')] }, 415, POST_MESSAGES.notAnImage],
    [{ images: [pot, Buffer.from('none')] }, 415, `Image 2: ${POST_MESSAGES.notAnImage}`],
  ]
  for (const [sent, status, sentence] of refusals) {
    const answer = await send(sender, kitchen, sent)
    expect([answer.statusCode, answer.body.includes(sentence)]).toEqual([status, true])
  }
  const outside = await send(outsider, kitchen, { images: [Buffer.from('no picture')] })
  expect(outside.statusCode).toBe(403)
  expect(await chat(server, sender, kitchen)).toEqual([])
})

it('leaves no row and no file behind once it is deleted, with its space or alone', async () => {
  const [kitchen, cellar] = [await room(), await room()]
  const [one, other] = [await show(sender, kitchen), await show(sender, cellar)]
  const ids = await imagesOf(one, other)
  expect(ids).toHaveLength(2)
  await done(sender, 'DELETE', `/spaces/${kitchen._id}/messages/${one._id}`)
  await done(host, 'DELETE', `/spaces/${cellar._id}`)
  const left = () =>
    server.services.db.selectFrom('images').select('id').where('id', 'in', ids).execute()
  await vi.waitFor(async () => expect(await left()).toEqual([]))
  expect(await imagesOf(one, other)).toEqual([])
})

async function imagesOf(...messages: SpaceMessage[]): Promise<string[]> {
  const ids = messages.map(({ _id }) => Number(_id))
  const { db } = server.services
  const rows = db.selectFrom('message_images').select('image_id').where('message_id', 'in', ids)
  return (await rows.execute()).map(({ image_id }) => image_id)
}

it('keeps them through an edit, and its words may go', async () => {
  const kitchen = await room()
  const sent = await show(sender, kitchen, { fields: { content: 'Look', imageAlt: 'A pot' } })
  const path = `/spaces/${kitchen._id}/messages/${sent._id}`
  const edited = await done(sender, 'PUT', path, { content: '' })
  expect(edited.json()).toMatchObject({ content: '', images: [{ alt: 'A pot' }] })
  const words = await say(server, sender, kitchen, 'Words alone')
  const emptied = { as: sender, body: { content: '' } }
  const refused = await server.call('PUT', `/spaces/${kitchen._id}/messages/${words._id}`, emptied)
  expect(refused.statusCode).toBe(400)
})

it('are described in other words by their sender alone, which edits nothing that was said', async () => {
  const kitchen = await room()
  const fields = { content: 'Look', imageAlt: 'A pot', imageAlt2: 'A lid' }
  const sent = await show(sender, kitchen, { fields, images: [pot, pot] })
  const path = `/spaces/${kitchen._id}/messages/${sent._id}`
  const socket = await connect(server, reader)
  const body = { content: 'Look', imageAlts: ['A pot of soup'] }
  const edited = (await done(sender, 'PUT', path, body)).json()
  const alts = (message?: SpaceMessage) => message?.images.map(({ alt }) => alt)
  expect(alts(edited)).toEqual(['A pot of soup', 'A lid'])
  expect(edited).toMatchObject({ content: 'Look', editedAt: null })
  expect(edited.changeSeq).toBeGreaterThan(sent.changeSeq)
  const { message } = await socket.next('message_changed')
  expect(alts(message)).toEqual(['A pot of soup', 'A lid'])
  expect(alts(await last(reader, kitchen))).toEqual(['A pot of soup', 'A lid'])
  const reworded = (await done(sender, 'PUT', path, { content: 'Look here' })).json()
  expect(alts(reworded)).toEqual(['A pot of soup', 'A lid'])
  expect(reworded.editedAt).toEqual(expect.any(String))
  // More than it has are of no picture.
  const four = { content: '', imageAlts: ['', 'A lid', 'Nothing', 'Nothing'] }
  expect(alts((await done(sender, 'PUT', path, four)).json())).toEqual(['', 'A lid'])
  const status = async (as: Member, wrong: object) =>
    (await server.call('PUT', path, { as, body: { ...body, ...wrong } })).statusCode
  expect(await status(reader, {})).toBe(403)
  expect(await status(outsider, {})).toBe(403)
  expect(await status(sender, { imageAlts: ['', '', '', '', ''] })).toBe(400)
  expect(await status(sender, { imageAlts: ['x'.repeat(501)] })).toBe(400)
  expect(alts(await last(reader, kitchen))).toEqual(['', 'A lid'])
  socket.close()
})

it('is a line where it is answered and where rooms are listed', async () => {
  const kitchen = await room()
  const sent = await show(sender, kitchen, { images: [pot, pot] })
  const body = { content: 'Nice', replyTo: sent._id }
  const answer = await done(reader, 'POST', `/spaces/${kitchen._id}/messages`, body)
  expect(answer.json().replyTo.content).toBe('2 photos')
  await show(sender, kitchen)
  const { rooms } = (await server.call('GET', '/spaces/rooms', { as: reader })).json()
  const here = rooms.find((each: Room) => each._id === kitchen._id)
  expect(here.lastMessage.content).toBe('Photo')
})

it('comes back with its pictures when its removal is undone, and goes for good when it is not', async () => {
  const kitchen = await room()
  const sent = await show(sender, kitchen, { fields: { imageAlt: 'A pot' } })
  const url = addressIn(await last(reader, kitchen))
  const path = `/spaces/${kitchen._id}/messages/${sent._id}`
  await done(host, 'DELETE', `${path}?reason=Loud`)
  expect(await statusOf(url)).toBe(404)
  const removals = `/spaces/${kitchen._id}/removals`
  const [removal] = (await server.call('GET', removals, { as: host })).json()
  expect(removal.text).toBe('Photo')
  await done(host, 'POST', `${removals}/${removal._id}/undo`, { text: 'My mistake' })
  expect(await last(reader, kitchen)).toMatchObject({ _id: sent._id, images: [{ alt: 'A pot' }] })
  expect(await statusOf(url)).toBe(200)
  await done(host, 'DELETE', `${path}?reason=Loud`)
  const ids = await imagesOf(sent)
  expect(ids).toHaveLength(1)
  await done(sender, 'DELETE', path)
  expect(await imagesOf(sent)).toEqual([])
})

it('is nothing to knock with: a stranger’s first message is words', async () => {
  await room()
  const { _id } = (
    await done(sender, 'POST', '/conversations', { userIds: [reader.user._id] })
  ).json()
  const refused = await send(sender, { _id })
  expect([refused.statusCode, refused.json().msg]).toEqual([403, CONVERSATION_MESSAGES.wordsFirst])
  const { _id: postId } = await post(server, sender, 'A pot of mine')
  const shared = { content: '', postId }
  const withPost = () =>
    server.call('POST', `/spaces/${_id}/messages`, { as: sender, body: shared })
  expect((await withPost()).statusCode).toBe(403)
  expect(await chat(server, sender, { _id } as Space)).toEqual([])
  const cardFor = vi.spyOn(server.services.linkCards, 'cardFor')
  await say(server, sender, { _id } as Space, 'Hello, see https://pots.example.org')
  expect(cardFor).not.toHaveBeenCalled()
  await done(reader, 'POST', `/conversations/${_id}/accept`)
  expect((await send(sender, { _id })).statusCode).toBe(201)
  expect((await withPost()).statusCode).toBe(201)
  await say(server, sender, { _id } as Space, 'See https://pots.example.org')
  expect(cardFor).toHaveBeenCalled()
})
