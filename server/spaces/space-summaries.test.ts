import { expect, it } from 'vitest'
import { LAST_LINE_MAX, type SpaceSummaries } from '../../contract/space-summaries.ts'
import { enter, makeSpace, say } from '../../tests/actions/space-actions.ts'
import { ada, ben, cleo } from '../../tests/people.ts'
import { connect } from '../../tests/realtime-client.ts'
import { openScopedTestServer } from '../../tests/scenes/scoped-test-server.ts'
import type { Member } from '../../tests/test-server.ts'

it('tells each of one’s rooms with its last line and whether it was seen', async () => {
  const server = await openScopedTestServer()
  const [admin, guest, stranger] = [
    await server.join(ada),
    await server.join(ben),
    await server.join(cleo),
  ]
  const roomsOf = async (as: Member): Promise<SpaceSummaries> =>
    (await server.call('GET', '/spaces/rooms', { as })).json()
  const denOf = async (as: Member) => (await roomsOf(as)).rooms.find(({ name }) => name === 'Den')
  const den = await makeSpace(server, admin, { name: 'Den' })
  const attic = await makeSpace(server, admin, { name: 'Attic', isPrivate: true })
  await enter(server, guest, den)
  expect(await roomsOf(admin)).toMatchObject({
    rooms: [
      { _id: attic._id, name: 'Attic', isUnread: false, lastMessage: null },
      { _id: den._id, name: 'Den', isUnread: false, lastMessage: null },
    ],
    folded: [],
  })

  const first = await say(server, guest, den, '🪴'.repeat(LAST_LINE_MAX + 40))
  const heard = await denOf(admin)
  expect(heard).toMatchObject({ _id: den._id, isUnread: true, lastMessage: { username: 'Ben' } })
  expect([...(heard?.lastMessage?.content ?? '')]).toHaveLength(LAST_LINE_MAX)
  // One's own words are no news, and read is read.
  expect((await roomsOf(guest)).rooms).toMatchObject([{ _id: den._id, isUnread: false }])
  await server.call('PUT', `/spaces/${den._id}/read`, { as: admin, body: { seq: first.seq } })
  expect(await denOf(admin)).toMatchObject({ _id: den._id, isUnread: false })

  // A reaction makes no sign, a deleted message leaves none.
  const second = await say(server, guest, den, 'Never mind')
  await server.call('POST', `/spaces/${den._id}/messages/${first._id}/reactions`, {
    as: guest,
    body: { emoji: '🪴' },
  })
  await server.call('DELETE', `/spaces/${den._id}/messages/${second._id}`, { as: guest })
  expect(await denOf(admin)).toMatchObject({
    isUnread: false,
    lastMessage: { seq: first.seq },
  })

  // Who is in no room hears of none, and of nobody.
  await server.call('PUT', `/users/${guest.user._id}/block`, { as: stranger })
  expect(await roomsOf(stranger)).toEqual({ rooms: [], folded: [] })
  await server.call('PUT', `/users/${guest.user._id}/block`, { as: admin })
  expect(await roomsOf(admin)).toMatchObject({ folded: [guest.user._id] })
  expect(await denOf(admin)).toMatchObject({ _id: den._id, lastMessage: null })
  await server.call('POST', `/spaces/${den._id}/leave`, { as: guest })
  expect(await roomsOf(guest)).toEqual({ rooms: [], folded: [] })
})

it('tells every device of a member, and nobody else, how far a space was read, once', async () => {
  const server = await openScopedTestServer()
  const [admin, guest] = [await server.join(ada), await server.join(ben)]
  const den = await makeSpace(server, admin, { name: 'Den' })
  await enter(server, guest, den)
  const { seq } = await say(server, admin, den, 'Tea?')
  const [here, elsewhere] = [await connect(server, guest), await connect(server, guest)]
  const other = await connect(server, admin)
  const read = (as: Member, to: number) =>
    server.call('PUT', `/spaces/${den._id}/read`, { as, body: { seq: to } })
  await read(guest, seq + 100)
  for (const line of [here, elsewhere])
    expect(await line.next('space_read')).toEqual({ type: 'space_read', spaceId: den._id, seq })
  // What is read already, or one's own, moves nothing.
  await read(guest, seq)
  await read(admin, seq)
  for (const line of [here, elsewhere, other]) {
    await line.flushed()
    expect(line.received).toEqual([])
  }
})
