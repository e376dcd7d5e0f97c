import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Conversation, MESSAGES } from '../../../contract/conversations.ts'
import { start, write } from '../../../tests/actions/conversation-actions.ts'
import { befriend } from '../../../tests/actions/post-actions.ts'
import { enter, makeSpace } from '../../../tests/actions/space-actions.ts'
import { ada, ben, cleo } from '../../../tests/people.ts'
import { connect } from '../../../tests/realtime-client.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'

let server: TestServer
let admin: Member
/** In one space, and no friends. */
let ann: Member
let bob: Member
beforeAll(async () => {
  server = await openTestServer()
  admin = await server.join(ada)
  ann = await server.join(ben)
  bob = await server.join(cleo)
  const garden = await makeSpace(server, admin)
  for (const one of [ann, bob]) await enter(server, one, garden)
})
afterAll(() => server.close())

const accept = (as: Member, { _id }: Conversation) =>
  server.call('POST', `/conversations/${_id}/accept`, { as })

it('a stranger who begins to write is not seen typing, until they are let in', async () => {
  const [theirs, own] = [await connect(server, ann), await connect(server, bob)]
  const pair: Conversation = (await start(server, ann, bob)).json()
  const type = async () => {
    theirs.send({ type: 'typing', spaceId: pair._id })
    await theirs.flushed()
    await own.flushed()
    return own.received.filter(({ type }) => type === 'typing').length
  }
  expect(await type()).toBe(0)
  expect((await write(server, ann, pair)).statusCode).toBe(201)
  expect(await type()).toBe(0)
  expect((await accept(bob, pair)).statusCode).toBe(200)
  expect(await type()).toBe(1)
})

it('who was let in and is suspended is not written to', async () => {
  const pair: Conversation = (await start(server, bob, ann)).json()
  expect(pair.state).toBe('open')
  const suspension = { days: null, text: 'Too loud' }
  await server.call('POST', `/admin/user/${ann.user._id}/suspend`, { as: admin, body: suspension })
  const refused = await write(server, bob, pair)
  expect([refused.statusCode, refused.json().msg]).toEqual([403, MESSAGES.cannotWrite])
})

it('who takes no conversations takes none of a friend either', async () => {
  await befriend(server, admin, bob)
  const settings = '/conversations/settings'
  await server.call('PUT', settings, { as: bob, body: { from: 'nobody' } })
  const refused = await start(server, admin, bob)
  expect([refused.statusCode, refused.json().msg]).toEqual([403, MESSAGES.takesNobody])
  await server.call('PUT', settings, { as: bob, body: { from: 'friends' } })
  expect((await start(server, admin, bob)).statusCode).toBe(201)
})
