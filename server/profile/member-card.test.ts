import { afterEach, beforeEach, expect, it } from 'vitest'
import { ada, ben, cleo, MISSING_ID } from '../../tests/people.ts'
import { befriend, makePrivate } from '../../tests/post-actions.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'

let server: TestServer
let member: Member
let viewer: Member
beforeEach(async () => {
  server = await openTestServer()
  member = await server.join(ada)
  viewer = await server.join(ben)
})
afterEach(() => server.close())

const card = (as: Member | undefined, id: string) =>
  server.call('GET', `/users/${id}/profile`, as ? { as } : {})

it('shows a member’s card to every member, a private one’s too, and never the email', async () => {
  await makePrivate(server, member)
  const answer = await card(viewer, member.user._id)
  expect(answer.json()).toMatchObject({ username: 'Ada', userNumber: 1, isPrivate: true })
  expect(answer.body).not.toContain('@')
})

it('says whether they are friends', async () => {
  expect((await card(viewer, member.user._id)).json().isFriend).toBe(false)
  await befriend(server, member, viewer)
  expect((await card(viewer, member.user._id)).json().isFriend).toBe(true)
})

it('is not there for visitors, unknown ids and who never verified', async () => {
  expect((await card(undefined, member.user._id)).statusCode).toBe(401)
  await server.register(cleo)
  const { id } = await server.services.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'Cleo')
    .executeTakeFirstOrThrow()
  for (const nobody of [String(id), 'nonsense', MISSING_ID])
    expect((await card(viewer, nobody)).statusCode).toBe(404)
})
