import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SpaceMessage } from '../../contract/space-messages.ts'
import { MESSAGES, type Space } from '../../contract/spaces.ts'
import { remove } from '../../tests/actions/removal-actions.ts'
import {
  ask,
  chat,
  enter,
  indexWords,
  lookAt,
  makeSpace,
  say,
} from '../../tests/actions/space-actions.ts'
import { lockIsAwaited } from '../../tests/awaited-lock.ts'
import { ada, ben, cleo } from '../../tests/people.ts'
import { connect } from '../../tests/realtime-client.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { isPostgres } from '../platform/database/portable-sql.ts'
import { newId } from '../platform/ids.ts'
import * as queries from './queries.ts'

let server: TestServer
let leaving: Member
let second: Member
let third: Member
beforeEach(async () => {
  server = await openTestServer()
  leaving = await server.join(ada)
  second = await server.join(ben)
  third = await server.join(cleo)
})
afterEach(() => server.close())

async function leaveForGood() {
  const answer = await server.call('DELETE', '/users/me', { as: leaving })
  expect(answer.statusCode).toBe(200)
  await server.services.accountJobs.finish(leaving.id)
}
const react = (as: Member, space: Space, message: SpaceMessage) =>
  server.call('POST', `/spaces/${space._id}/messages/${message._id}/reactions`, {
    as,
    body: { emoji: '🫖' },
  })

it('passes a space to who has been there longest, and ends one where nobody is left', async () => {
  const passed = await makeSpace(server, leaving, { name: 'Passed' })
  const ended = await makeSpace(server, leaving, { name: 'Ended', isPrivate: true })
  server.pass(1)
  await enter(server, third, passed)
  server.pass(1)
  await enter(server, second, passed)
  await ask(server, third, ended)
  await leaveForGood()
  expect(await lookAt(server, third, passed)).toMatchObject({
    isAdmin: true,
    memberCount: 2,
    admin: { username: 'Cleo' },
    members: [{ username: 'Cleo' }, { username: 'Ben' }],
  })
  const [news] = (await server.call('GET', '/notifications', { as: third })).json()
  expect(news).toMatchObject({ type: 'other', text: MESSAGES.passedToYou('Passed'), sender: null })
  const gone = await server.call('GET', `/spaces/${ended._id}`, { as: third })
  expect(gone.statusCode).toBe(404)
  const requests = await server.call('GET', '/join-requests/my-requests', { as: third })
  expect(requests.json()).toEqual([])
})

it('passes a space to nobody who leaves it at that moment', async () => {
  const { db } = server.services
  const space = await makeSpace(server, leaving)
  const spaceId = Number(space._id)
  for (const member of [second, third]) {
    server.pass(1)
    await enter(server, member, space)
  }
  if (isPostgres(db)) {
    const { deleted } = await db.transaction().execute(async (trx) => {
      await queries.lockSpace(trx, spaceId)
      await queries.deleteMember(trx, { spaceId, userId: second.id })
      await queries.freePlace(trx, spaceId)
      const deleted = leaveForGood()
      await lockIsAwaited(db, deleted)
      return { deleted }
    })
    await deleted
  } else {
    await server.call('POST', `/spaces/${space._id}/leave`, { as: second })
    await leaveForGood()
  }
  expect(await lookAt(server, third, space)).toMatchObject({
    isAdmin: true,
    members: [{ username: 'Cleo' }],
  })
})

it('leaves marks where words were, in order, and everywhere at once', async () => {
  const [one, other] = [await makeSpace(server, second), await makeSpace(server, second)]
  for (const space of [one, other]) {
    await enter(server, leaving, space)
    const said = await say(server, second, space, 'Stays')
    await react(leaving, space, said)
    await react(second, space, said)
    const gone = await say(server, leaving, space, 'Goes')
    await react(second, space, gone)
    await say(server, leaving, space, 'Goes, too')
  }
  const deleted = await say(server, leaving, one, 'Gone before')
  await server.call('DELETE', `/spaces/${one._id}/messages/${deleted._id}`, { as: leaving })
  // What was said stays when one leaves a space, and goes with the account.
  await server.call('POST', `/spaces/${other._id}/leave`, { as: leaving })
  const before = await lookAt(server, second, one)
  await leaveForGood()
  for (const space of [one, other]) {
    const [only, ...rest] = await chat(server, second, space)
    expect(rest).toEqual([])
    expect(only).toMatchObject({ content: 'Stays', reactions: [{ username: 'Ben' }] })
    expect(await lookAt(server, second, space)).toMatchObject({ memberCount: 1, unreadCount: 0 })
  }
  const since = await chat(server, second, one, `?after=${before.lastSeq}`)
  expect(since.map(({ seq, changeSeq, content }) => [seq, changeSeq, content])).toEqual([
    [1, before.lastSeq + 1, 'Stays'],
    [4, before.lastSeq + 2, ''],
    [6, before.lastSeq + 3, ''],
  ])
  expect(since.slice(1)).toMatchObject([
    { user: null, isDeleted: true, reactions: [] },
    { user: null, isDeleted: true, reactions: [] },
  ])
  expect((await lookAt(server, second, one)).lastSeq).toBe(before.lastSeq + 3)
  const all = await chat(server, second, one, '?after=0')
  expect(all.filter(({ isDeleted }) => isDeleted).map(({ user }) => user)).toEqual([
    null,
    null,
    null,
  ])
})

it('takes requests back, and tells the admin and the members', async () => {
  const space = await makeSpace(server, second, { isPrivate: true })
  const open = await makeSpace(server, second)
  await enter(server, leaving, open)
  const said = await say(server, leaving, open, 'Goes')
  await ask(server, leaving, space)
  const line = await connect(server, second)
  await leaveForGood()
  expect((await line.next('message_changed')).message).toMatchObject({
    _id: said._id,
    isDeleted: true,
    user: null,
    changeSeq: 2,
  })
  expect((await line.next('join_requests_changed')).spaceId).toBe(space._id)
  expect((await line.next('space_changed')).spaceId).toBe(open._id)
  expect((await lookAt(server, second, space)).pendingRequests).toBe(0)
})

it('leaves no word where a space is removed that may be given back', async () => {
  const space = await makeSpace(server, second)
  await enter(server, leaving, space)
  await say(server, second, space, 'Tea')
  await say(server, leaving, space, 'Marzipan')
  await indexWords(server, space)
  await say(server, second, space, 'Later')
  const indexed = async () =>
    (await server.services.db.selectFrom('message_words').select('word').execute()).map(
      ({ word }) => word,
    )
  expect((await indexed()).toSorted()).toEqual(['marzipan', 'tea'])
  expect(await remove(server, leaving, `space/${space._id}`)).toBe(200)
  await leaveForGood()
  expect(await indexed()).toEqual(['tea'])
})

it('needs few statements for a long life in many spaces', async () => {
  const spaces = [await makeSpace(server, second), await makeSpace(server, second)]
  for (const space of spaces) await enter(server, leaving, space)
  const { db } = server.services
  const rows = spaces.flatMap((space) =>
    Array.from({ length: 1_000 }, (_, index) => ({
      id: newId(),
      space_id: Number(space._id),
      seq: index + 1,
      change_seq: index + 1,
      sender_id: leaving.id,
      content: 'Word',
      client_id: null,
      created_at: index,
      edited_at: null,
      is_deleted: 0,
    })),
  )
  for (let start = 0; start < rows.length; start += 500)
    await db
      .insertInto('space_messages')
      .values(rows.slice(start, start + 500))
      .execute()
  await db.updateTable('spaces').set({ last_seq: 1_000 }).execute()
  const line = await connect(server, second)
  await leaveForGood()
  await line.flushed()
  expect(line.received.filter(({ type }) => type === 'message_changed')).toHaveLength(200)
  for (const space of spaces) {
    expect(await chat(server, second, space)).toEqual([])
    await expect.poll(async () => (await lookAt(server, second, space)).lastSeq).toBe(2_000)
    const since = await chat(server, second, space, '?after=1800')
    expect(since.map(({ changeSeq }) => changeSeq)).toEqual(
      Array.from({ length: 200 }, (_, index) => 1_801 + index),
    )
  }
})
