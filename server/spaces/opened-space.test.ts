import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SpaceMessage } from '../../contract/space-messages.ts'
import { MESSAGES, type Space } from '../../contract/spaces.ts'
import {
  ask,
  chat,
  enter,
  GARDEN,
  lookAt,
  makeSpace,
  say,
} from '../../tests/actions/space-actions.ts'
import { ada, ben, cleo } from '../../tests/people.ts'
import { connect } from '../../tests/realtime-client.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'

// What was written while a space was private stays with those who were members then.

let server: TestServer
let admin: Member
let insider: Member
let newcomer: Member
let space: Space
beforeEach(async () => {
  server = await openTestServer()
  admin = await server.join(ada)
  insider = await server.join(ben)
  newcomer = await server.join(cleo)
  space = await makeSpace(server, admin, { isPrivate: true })
  await letIn(insider)
})
afterEach(() => server.close())

async function letIn(member: Member) {
  const { _id } = await ask(server, member, space)
  const answer = await server.call('PATCH', `/join-requests/${_id}/approve`, { as: admin })
  expect(answer.statusCode).toBe(200)
}

async function setPrivate(isPrivate: boolean, name = GARDEN.name) {
  const body = { ...GARDEN, name, isPrivate }
  const answer = await server.call('PUT', `/spaces/${space._id}`, { as: admin, body })
  expect(answer.statusCode).toBe(200)
}

const contents = async (as: Member, query = '') =>
  (await chat(server, as, space, query)).map(({ content }) => content)
const place = ({ _id }: SpaceMessage) => `/spaces/${space._id}/messages/${_id}`
const texts = async (as: Member) => {
  const news = (await server.call('GET', '/notifications', { as })).json()
  return news.map(({ text }: { text: string }) => text)
}

it('stays private by a change that says nothing of it', async () => {
  const { isPrivate: _, ...body } = { ...GARDEN, isPrivate: true, name: 'Cellar' }
  const changed = await server.call('PUT', `/spaces/${space._id}`, { as: admin, body })
  expect(changed.json()).toMatchObject({ name: 'Cellar', isPrivate: true })
  expect(
    (await server.call('POST', `/spaces/${space._id}/join`, { as: newcomer })).statusCode,
  ).toBe(403)
  await setPrivate(false)
  expect(
    (await server.call('PUT', `/spaces/${space._id}`, { as: admin, body })).json(),
  ).toMatchObject({ isPrivate: false })
})

describe('a private space that is opened', () => {
  let secret: SpaceMessage
  beforeEach(async () => {
    secret = await say(server, insider, space, 'A secret')
    await setPrivate(false)
    await enter(server, newcomer, space)
  })

  it('shows newcomers what is written from then on, by every path', async () => {
    const open = await say(server, admin, space, 'Welcome')
    expect(await contents(insider)).toEqual(['A secret', 'Welcome'])
    expect(await contents(newcomer)).toEqual(['Welcome'])
    expect(await contents(newcomer, `?before=${open._id}`)).toEqual([])
    expect(await contents(newcomer, '?after=0')).toEqual(['Welcome'])
    expect(await lookAt(server, newcomer, space)).toMatchObject({ unreadCount: 1 })
  })

  it('answers newcomers as if what was written before were not there', async () => {
    const react = { as: newcomer, body: { emoji: '🫖' } }
    const edit = { as: newcomer, body: { content: 'Mine' } }
    const answers = [
      await server.call('POST', `${place(secret)}/reactions`, react),
      await server.call('PUT', place(secret), edit),
      await server.call('DELETE', place(secret), { as: newcomer }),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
    for (const answer of answers) expect(answer.body).not.toContain('A secret')
    expect(await contents(insider)).toEqual(['A secret'])
  })

  it('tells newcomers nothing of what becomes of it', async () => {
    const [theirs, inside] = [await connect(server, newcomer), await connect(server, insider)]
    const body = { content: 'Still a secret' }
    await server.call('PUT', place(secret), { as: insider, body })
    await server.call('POST', `${place(secret)}/reactions`, { as: admin, body: { emoji: '🫖' } })
    await server.call('DELETE', place(secret), { as: insider })
    await say(server, admin, space, 'Welcome')
    await Promise.all([theirs.flushed(), inside.flushed()])
    const seen = (line: typeof theirs) =>
      line.received.filter(({ type }) => type.startsWith('message_')).map(({ type }) => type)
    const changed = 'message_changed'
    expect(seen(inside)).toEqual([changed, changed, changed, 'message_created'])
    expect(seen(theirs)).toEqual(['message_created'])
  })

  it('mentions newcomers in nothing of what was written before, also by an edit', async () => {
    const edit = (message: SpaceMessage) =>
      server.call('PUT', place(message), { as: insider, body: { content: 'Ada? @Ada @Cleo' } })
    expect((await edit(secret)).json().mentions).toMatchObject([{ username: 'Ada' }])
    expect(await texts(newcomer)).toEqual([])
    expect(await texts(admin)).toContain('Ben mentioned you in Garden')
    const open = await say(server, insider, space, 'Welcome')
    expect((await edit(open)).json().mentions).toHaveLength(2)
    expect(await texts(newcomer)).toEqual(['Ben mentioned you in Garden'])
  })

  it('tells who came later nothing of what is removed, or goes with an account', async () => {
    await setPrivate(true)
    const removed = await say(server, insider, space, 'Another secret')
    await setPrivate(false)
    const late = await server.join({ ...cleo, username: 'Late', email: 'late@example.org' })
    await enter(server, late, space)
    const [theirs, inside] = [await connect(server, late), await connect(server, newcomer)]
    const remove = `/admin/message/${removed._id}?reason=No`
    expect((await server.call('DELETE', remove, { as: admin })).statusCode).toBe(200)
    expect((await server.call('DELETE', '/users/me', { as: insider })).statusCode).toBe(200)
    await server.services.accountJobs.finish(insider.id)
    await say(server, admin, space, 'Welcome')
    await Promise.all([theirs.flushed(), inside.flushed()])
    const seen = (line: typeof theirs) =>
      line.received.filter(({ type }) => type.startsWith('message_')).map(({ type }) => type)
    expect(seen(theirs)).toEqual(['message_created'])
    expect(seen(inside)).toEqual(['message_changed', 'message_changed', 'message_created'])
  })

  it('keeps it from a newcomer who is to run it, also what was removed or reported', async () => {
    await setPrivate(true)
    const reporter = await server.join({ ...cleo, username: 'Third', email: 'third@example.org' })
    await letIn(reporter)
    const reported = await say(server, insider, space, 'Another secret')
    const body = { kind: 'message', id: reported._id, reason: 'unkind' }
    expect((await server.call('POST', '/reports', { as: reporter, body })).statusCode).toBe(201)
    await setPrivate(false)
    const late = await server.join({ ...cleo, username: 'Late', email: 'late@example.org' })
    await enter(server, late, space)
    const removal = { as: admin, body: { reason: 'Not here' } }
    expect((await server.call('DELETE', place(secret), removal)).statusCode).toBe(200)
    const of = (as: Member) => async (path: string) =>
      (await server.call('GET', `/spaces/${space._id}/${path}`, { as })).json()
    const [removed] = await of(admin)('removals')
    expect(removed).toMatchObject({ text: 'A secret' })
    expect(await of(admin)('reports')).toMatchObject({ total: 1 })
    await server.call('POST', `/spaces/${space._id}/transfer`, {
      as: admin,
      body: { userId: late.user._id },
    })
    expect(await of(late)('removals')).toEqual([])
    expect(await of(late)('reports')).toEqual({ things: [], total: 0 })
    const undo = { as: late, body: { text: 'Let me see' } }
    const back = `/spaces/${space._id}/removals/${removed._id}/undo`
    expect((await server.call('POST', back, undo)).statusCode).toBe(404)
  })

  it('keeps from who runs it by then what went before a report, which is the administrators’', async () => {
    server.pass(1_000)
    await server.call('POST', `/spaces/${space._id}/transfer`, {
      as: admin,
      body: { userId: newcomer.user._id },
    })
    const reports = async (path: string, as: Member) =>
      (await server.call('GET', path, { as })).json<{ things: { evidence: unknown[] }[] }>()
    const report = async ({ _id }: SpaceMessage) => {
      const body = { kind: 'message', id: _id, reason: 'unkind' }
      expect((await server.call('POST', '/reports', { as: insider, body })).statusCode).toBe(201)
    }
    await report(await say(server, admin, space, 'The first in the open'))
    const own = `/spaces/${space._id}/reports`
    expect(await reports(own, newcomer)).toMatchObject({ things: [] })
    const stranger = await server.join({ ...cleo, username: 'Third', email: 'third@example.org' })
    await enter(server, stranger, space)
    for (const words of ['2', '3', '4', '5', '6', 'Late']) {
      const said = await say(server, stranger, space, words)
      if (words === 'Late') await report(said)
    }
    const [thing] = (await reports(own, newcomer)).things
    expect(thing?.evidence).toHaveLength(6)
    expect(JSON.stringify(thing)).not.toContain('secret')
  })

  it('keeps it so when it is closed again and lets somebody in', async () => {
    const late = await server.join({ ...cleo, username: 'Late', email: 'late@example.org' })
    await say(server, admin, space, 'In the open')
    await setPrivate(true)
    await say(server, admin, space, 'Among us')
    await letIn(late)
    expect(await contents(late)).toEqual(['In the open', 'Among us'])
    await setPrivate(false)
    expect(await contents(late)).toEqual(['In the open', 'Among us'])
  })
})

it('a private space shows what was written to whom its admin lets in', async () => {
  await say(server, admin, space, 'Among us')
  await letIn(newcomer)
  expect(await contents(newcomer)).toEqual(['Among us'])
})

it('members are told that their space was opened: each opening once, and only then', async () => {
  const opened = MESSAGES.wasOpened('Garden')
  await setPrivate(true, 'Garden')
  expect(await texts(insider)).not.toContain(opened)
  await setPrivate(false)
  await setPrivate(false)
  await setPrivate(true)
  await setPrivate(false)
  expect((await texts(insider)).filter((text: string) => text === opened)).toEqual([opened])
  expect(await texts(admin)).not.toContain(opened)
  expect(await texts(newcomer)).not.toContain(opened)
})

it('members are told what becomes of their space also where they muted or blocked who runs it', async () => {
  const muted = `/users/${admin.user._id}/mute`
  const asked = await ask(server, newcomer, space)
  for (const as of [insider, newcomer])
    await server.call('PUT', muted, { as, body: { until: null } })
  await server.call('PATCH', `/join-requests/${asked._id}/approve`, { as: admin })
  await server.call('PUT', `/users/${admin.user._id}/block`, { as: insider })
  await setPrivate(false)
  await server.call('POST', `/spaces/${space._id}/transfer`, {
    as: admin,
    body: { userId: insider.user._id },
  })
  const opened = MESSAGES.wasOpened('Garden')
  expect(await texts(insider)).toEqual([
    ...[MESSAGES.passedToYou('Garden'), opened, MESSAGES.wasApproved('Garden')],
  ])
  expect(await texts(newcomer)).toEqual([opened, MESSAGES.wasApproved('Garden')])
})
