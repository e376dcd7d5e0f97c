import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Notification } from '../../../contract/notifications.ts'
import type { SpaceMessage } from '../../../contract/space-messages.ts'
import { LAST_LINE_MAX } from '../../../contract/space-summaries.ts'
import type { Space } from '../../../contract/spaces.ts'
import { enter, makeSpace } from '../../../tests/actions/space-actions.ts'
import { ada, ben, cleo, jon } from '../../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'

let server: TestServer
let spaceAdmin: Member
let member: Member
let outsider: Member
let garden: Space
beforeAll(async () => {
  server = await openTestServer()
  spaceAdmin = await server.join(ada)
  member = await server.join(ben)
  outsider = await server.join(cleo)
  garden = await makeSpace(server, spaceAdmin, { name: 'Garden' })
  await enter(server, member, garden)
})
beforeEach(async () => {
  await server.services.db.deleteFrom('notifications').execute()
})
afterAll(() => server.close())

const path = () => `/spaces/${garden._id}/messages`
const call = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, as: Member, body?: object) =>
  server.call(method, path, { as, ...(body && { body }) })
const say = async (as: Member, content: string): Promise<SpaceMessage> =>
  (await call('POST', path(), as, { content })).json()
const news = async (as: Member): Promise<Notification[]> =>
  (await call('GET', '/notifications', as)).json()
const told = async (as: Member) => (await news(as)).map(({ text }) => text)

it('a member is told that a message mentions them, once for many; nobody outside is', async () => {
  const said = await say(spaceAdmin, 'Tea, @ben? And @Cleo?')
  expect(said).toMatchObject({
    content: 'Tea, @Ben? And @Cleo?',
    mentions: [{ _id: member.user._id, username: 'Ben' }],
  })
  const [shown] = (await call('GET', path(), member)).json().slice(-1)
  expect(shown).toMatchObject({ content: said.content, mentions: said.mentions })
  expect(await news(member)).toMatchObject([
    { text: 'Ada mentioned you in Garden', spaceId: garden._id, count: 1 },
  ])
  await say(spaceAdmin, '@Ben!')
  expect(await told(member)).toEqual(['Ada mentioned you in Garden 2 times'])
  expect([await told(outsider), await told(spaceAdmin)]).toEqual([[], []])
})

it('the last line of a list says names, also where it is cut within one', async () => {
  const lastLine = async () =>
    (await call('GET', '/spaces/rooms', member)).json().rooms[0].lastMessage.content
  await say(spaceAdmin, 'Tea, @Ben <3')
  expect(await lastLine()).toBe('Tea, @Ben <3')
  const long = 'x'.repeat(LAST_LINE_MAX - 5)
  await say(spaceAdmin, `${long} @Ben`)
  expect(await lastLine()).toBe(`${long} `)
})

it('an edit tells only whom it mentions anew', async () => {
  const said = await say(spaceAdmin, 'Hello')
  const edit = (content: string) => call('PUT', `${path()}/${said._id}`, spaceAdmin, { content })
  expect((await edit('Hello @Ben')).json().mentions).toHaveLength(1)
  await edit('Good evening @Ben')
  expect(await told(member)).toEqual(['Ada mentioned you in Garden'])
})

it('whom one can mention is who is in the space', async () => {
  const offered = async (as: Member) => call('GET', `/users/mentionable?spaceId=${garden._id}`, as)
  expect((await offered(spaceAdmin)).json()).toMatchObject([{ username: 'Ben' }])
  expect((await offered(outsider)).statusCode).toBe(404)
})

it('who deletes their account leaves no trace in what others said', async () => {
  const leaver = await server.join(jon)
  await enter(server, leaver, garden)
  const said = await say(spaceAdmin, 'Bye @Jon')
  expect(said.mentions).toHaveLength(1)
  await call('DELETE', '/users/me', leaver)
  const { db } = server.services
  const kept = () => db.selectFrom('space_messages').select('content').execute()
  await expect.poll(kept).toContainEqual({ content: 'Bye @deleted' })
  const [shown] = (await call('GET', path(), member)).json().slice(-1)
  expect(shown).toMatchObject({ content: 'Bye @deleted', mentions: [] })
})
