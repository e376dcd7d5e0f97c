import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MessageSearchPage } from '../../../contract/message-search.ts'
import type { SpaceMessage } from '../../../contract/space-messages.ts'
import type { Space } from '../../../contract/spaces.ts'
import { befriend } from '../../../tests/actions/post-actions.ts'
import {
  enter,
  indexWords,
  makeSpace,
  openSpace,
  say,
} from '../../../tests/actions/space-actions.ts'
import { others, type Person } from '../../../tests/people.ts'
import type { Member, TestServer } from '../../../tests/test-server.ts'
import { newId } from '../../platform/ids.ts'

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
const ask = (as: Member, q: string, room: Room = space, before = '') =>
  server.call(
    'GET',
    `/spaces/${room._id}/messages/search?${new URLSearchParams({ q, ...(before && { before }) })}`,
    { as },
  )
const page = async (...given: Parameters<typeof ask>): Promise<MessageSearchPage> =>
  (await ask(...given)).json()
const found = async (...given: Parameters<typeof ask>) =>
  (await page(...given)).messages.map(({ content }) => content)

it('finds what was said by the beginnings of its words, in any script, and nothing else', async () => {
  const tea = await say(server, guest, space, 'Tea at Élodie’s, on Thursday')
  await say(server, admin, space, 'Thursday is fine 🫖')
  await say(server, guest, space, 'شاي يوم الخميس')
  await say(server, guest, space, '100% sure_thing @Ada')
  const elsewhere = await makeSpace(server, stranger)
  await say(server, stranger, elsewhere, 'Thursday elsewhere')

  expect(await found(guest, 'thurs')).toEqual([
    'Thursday is fine 🫖',
    'Tea at Élodie’s, on Thursday',
  ])
  expect(await found(guest, 'THURS elod')).toEqual(['Tea at Élodie’s, on Thursday'])
  expect(await found(guest, 'الخميس')).toEqual(['شاي يوم الخميس'])
  expect(await found(guest, '🫖')).toEqual(['Thursday is fine 🫖'])
  expect(await found(guest, 'thing')).toEqual(['100% sure_thing @Ada'])
  // What means something elsewhere is nothing here.
  for (const nothing of ['%', '_', '  ', "'; --", 'hursday', 'thursday friday', '<@'])
    expect(await found(guest, nothing)).toEqual([])
  expect((await ask(stranger, 'tea')).statusCode).toBe(403)
  expect((await ask(guest, 'x'.repeat(101))).statusCode).toBe(400)

  // It follows what becomes of a message.
  const path = `/spaces/${space._id}/messages/${tea._id}`
  await server.call('PUT', path, { as: guest, body: { content: 'Coffee on Thursday' } })
  expect(await found(guest, 'tea')).toEqual([])
  expect(await found(guest, 'coffee')).toEqual(['Coffee on Thursday'])
  await server.call('DELETE', path, { as: admin })
  expect(await found(guest, 'coffee')).toEqual([])
  const removals = `/spaces/${space._id}/removals`
  const [{ _id }] = (await server.call('GET', removals, { as: admin })).json()
  await server.call('POST', `${removals}/${_id}/undo`, { as: admin, body: { text: 'Back' } })
  expect(await found(guest, 'coffee')).toEqual(['Coffee on Thursday'])
  await server.call('DELETE', path, { as: guest })
  const { db } = server.services
  const words = db.selectFrom('message_words').select('word').where('word', '=', 'coffee')
  expect(await words.execute()).toEqual([])
})

it('leaves out whom a block keeps apart, and what was said before one came', async () => {
  const [dora, emil] = others as [Person, Person]
  const newcomer = await server.join(dora)
  const third = await server.join(emil)
  for (const one of [guest, newcomer, third]) await befriend(server, admin, one)
  const userIds = [guest.user._id, third.user._id]
  const talk = (
    await server.call('POST', '/conversations', { as: admin, body: { userIds } })
  ).json()
  await say(server, guest, talk, 'The secret garden')
  const body = { userId: newcomer.user._id }
  await server.call('POST', `/conversations/${talk._id}/members`, { as: admin, body })
  await say(server, guest, talk, 'The open garden')
  expect(await found(admin, 'garden', talk)).toEqual(['The open garden', 'The secret garden'])
  expect(await found(newcomer, 'garden', talk)).toEqual(['The open garden'])
  expect((await ask(stranger, 'garden', talk)).statusCode).toBe(404)
  await server.call('PUT', `/users/${guest.user._id}/block`, { as: third })
  expect(await found(third, 'garden', talk)).toEqual([])
})

it('looks at so many messages for an answer, and goes on from there', async () => {
  const room = await makeSpace(server, admin)
  const first = await say(server, admin, room, 'Needle in the hay')
  // Many, past the routes: in each segment of the room both words, in one message only the first.
  const rows = Array.from({ length: 1_500 }, (_, index) => ({
    ...{ id: newId(), space_id: Number(room._id), seq: index + 10, change_seq: index + 10 },
    ...{ sender_id: admin.id, content: index % 2 ? 'hay' : 'new', client_id: null, created_at: 1 },
    ...{ edited_at: null, is_deleted: 0, added_id: null },
  }))
  const { db } = server.services
  for (let start = 0; start < rows.length; start += 500)
    await db
      .insertInto('space_messages')
      .values(rows.slice(start, start + 500))
      .execute()
  const spaces = db.updateTable('spaces').where('id', '=', Number(room._id))
  await spaces.set({ last_seq: 1_509 }).execute()
  await say(server, admin, room, 'Indexed by this')

  const newest = await page(admin, 'hay', room)
  expect(newest.messages).toHaveLength(20)
  const next = await page(admin, 'hay', room, newest.before as string)
  expect(next.messages[0]?.seq).toBe((newest.messages.at(-1)?.seq as number) - 2)
  // The longer of the words leads, whichever is typed first.
  expect(await found(admin, 'in needle', room)).toEqual([first.content])
  const seen: SpaceMessage[] = []
  let before = ''
  let asked = 0
  do {
    const answer = await page(admin, 'hay ne', room, before)
    seen.push(...answer.messages)
    before = answer.before ?? ''
    asked += 1
  } while (before)
  expect([asked, seen.map(({ _id }) => _id)]).toEqual([3, [first._id]])
})

it('reads fewer messages for an answer where they are long, and goes on from there, too', async () => {
  const room = await makeSpace(server, admin)
  const first = await say(server, admin, room, 'Needle in the hay')
  const rows = Array.from({ length: 310 }, (_, index) => ({
    ...{ id: newId(), space_id: Number(room._id), seq: index + 10, change_seq: index + 10 },
    ...{ sender_id: admin.id, client_id: null, created_at: 1 },
    content: (index % 2 ? 'hay ' : 'new ').repeat(500),
    ...{ edited_at: null, is_deleted: 0, added_id: null },
  }))
  const { db } = server.services
  await db.insertInto('space_messages').values(rows).execute()
  const spaces = db.updateTable('spaces').where('id', '=', Number(room._id))
  await spaces.set({ last_seq: 319 }).execute()
  await say(server, admin, room, 'Indexed by this')
  const pages: string[][] = []
  for (let before: string | null = ''; before !== null; ) {
    const answer: MessageSearchPage = await page(admin, 'hay ne', room, before)
    pages.push(answer.messages.map(({ _id }) => _id))
    before = answer.before
  }
  // Five segments of the room, each in an answer of its own.
  expect(pages).toEqual([[], [], [], [], [first._id]])
})

it('finds everything by a beginning of very many words, a page after the other', async () => {
  const room = await makeSpace(server, admin)
  const rows = Array.from({ length: 200 }, (_, index) => ({
    ...{ id: newId(), space_id: Number(room._id), seq: index + 10, change_seq: index + 10 },
    ...{ sender_id: admin.id, content: `be${index}`, client_id: null, created_at: 1 },
    ...{ edited_at: null, is_deleted: 0, added_id: null },
  }))
  const { db } = server.services
  await db.insertInto('space_messages').values(rows).execute()
  const spaces = db.updateTable('spaces').where('id', '=', Number(room._id))
  await spaces.set({ last_seq: 209 }).execute()
  await say(server, admin, room, 'Indexed by this')
  const seen: string[] = []
  let before = ''
  do {
    const answer = await page(admin, 'be', room, before)
    seen.push(...answer.messages.map(({ content }) => content))
    before = answer.before ?? ''
  } while (before)
  expect(seen).toEqual(rows.map(({ content }) => content).toReversed())
  expect(await found(admin, 'be be7 be', room)).toEqual(
    rows
      .map(({ content }) => content)
      .filter((word) => word.startsWith('be7'))
      .toReversed(),
  )
})

it('finds each message once however the room was indexed, and keeps no word of what is gone', async () => {
  const room = await makeSpace(server, admin)
  await enter(server, guest, room)
  const { db } = server.services
  const indexed = async () => {
    const rows = await db
      .selectFrom('message_words')
      .select(['word', 'segment'])
      .where('space_id', '=', Number(room._id))
      .where('word', 'like', 'w%')
      .orderBy('word')
      .orderBy('segment')
      .execute()
    return rows.map(({ word, segment }) => `${word}/${segment}`)
  }
  const said: SpaceMessage[] = []
  for (let index = 1; index <= 130; index++) {
    const own = { 20: ' walnut', 63: ' walnut', 64: ' wisteria', 129: ' willow', 130: ' wisteria' }
    const content = `number ${index}${own[index as keyof typeof own] ?? ''}`
    said.push(await say(server, guest, room, content))
    if (index === 63) expect(await indexed()).toEqual([])
  }
  const numbered = (seq: number) => said[seq - 1] as SpaceMessage
  const pathOf = (seq: number) => `/spaces/${room._id}/messages/${numbered(seq)._id}`
  expect(await indexed()).toEqual(['walnut/0', 'wisteria/1'])
  expect(await found(guest, 'w', room)).toEqual([
    'number 130 wisteria',
    'number 129 willow',
    'number 64 wisteria',
    'number 63 walnut',
    'number 20 walnut',
  ])
  // A word goes with the last that said it there.
  await server.call('DELETE', pathOf(20), { as: guest })
  expect(await indexed()).toEqual(['walnut/0', 'wisteria/1'])
  await server.call('PUT', pathOf(63), { as: guest, body: { content: 'number 63 willow' } })
  expect(await indexed()).toEqual(['willow/0', 'wisteria/1'])
  await server.call('DELETE', pathOf(64), { as: admin })
  expect(await indexed()).toEqual(['willow/0'])
  const removals = `/spaces/${room._id}/removals`
  const [{ _id }] = (await server.call('GET', removals, { as: admin })).json()
  await server.call('POST', `${removals}/${_id}/undo`, { as: admin, body: { text: 'Back' } })
  expect(await indexed()).toEqual(['willow/0', 'wisteria/1'])
  expect(await found(guest, 'wi', room)).toEqual([
    'number 130 wisteria',
    'number 129 willow',
    'number 64 wisteria',
    'number 63 willow',
  ])
  await server.call('DELETE', '/users/me', { as: guest })
  await server.services.accountJobs.finish(guest.id)
  expect(await indexed()).toEqual([])
  expect(await found(admin, 'number', room)).toEqual([])
  await server.call('DELETE', `/spaces/${room._id}`, { as: admin })
  const left = db
    .selectFrom('message_words')
    .select('word')
    .where('space_id', '=', Number(room._id))
  await expect.poll(() => left.execute()).toEqual([])
})

it('keeps no word of what mentioned somebody who is deleted meanwhile', async () => {
  const room = await makeSpace(server, admin)
  const fay = await server.join((others as Person[])[2] as Person)
  await enter(server, fay, room)
  const words = Array.from({ length: 200 }, (_, index) => `w${index}`)
  const said = [
    await say(server, admin, room, `@Fay ${words.join(' ')}`),
    await say(server, admin, room, '@Fayо том'),
  ]
  await indexWords(server, room)
  await say(server, admin, room, 'Indexed by this')
  expect(await found(admin, 'w199', room)).toHaveLength(1)
  await server.call('DELETE', '/users/me', { as: fay })
  await server.services.accountJobs.finish(fay.id)
  expect(await found(admin, 'о том', room)).toEqual(['@deletedо том'])
  for (const { _id } of said)
    await server.call('DELETE', `/spaces/${room._id}/messages/${_id}`, { as: admin })
  const left = server.services.db.selectFrom('message_words').select('word')
  expect(await left.where('space_id', '=', Number(room._id)).execute()).toEqual([])
})
