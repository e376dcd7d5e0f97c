import { afterAll, beforeAll, expect, it } from 'vitest'
import { SERVER_MESSAGES as MESSAGES } from '../../contract/reports.ts'
import { post } from '../../tests/actions/post-actions.ts'
import { reportActions } from '../../tests/actions/report-actions.ts'
import { enter, makeSpace, say } from '../../tests/actions/space-actions.ts'
import { ada, ben, cleo, ivy } from '../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { grantAdministrator } from '../admin/admin-role.ts'

// Nobody decides about themself, so what is reported of the only administrator waits for another.

let server: TestServer
/** Ada is the only administrator, Cleo becomes one later; Ben reports, Ivy runs a space. */
let administrator: Member
let later: Member
let reporter: Member
let spaceAdmin: Member
beforeAll(async () => {
  server = await openTestServer()
  administrator = await server.join(ada)
  reporter = await server.join(ben)
  later = await server.join(cleo)
  spaceAdmin = await server.join(ivy)
})
afterAll(() => server.close())

const { news, read, report, decide } = reportActions(() => ({ server, administrator }))
const queueOf = (as: Member) => read(as, '/admin/reports?state=open')
const waits = `${MESSAGES.thanksWaiting('Ada')} ${MESSAGES.canBlock}`

async function thingsOfAda() {
  const { _id: postId } = await post(server, administrator, 'Something unkind')
  const path = `/posts/${postId}/comments`
  const body = { text: 'Unkind words' }
  const [comment] = (await server.call('POST', path, { as: administrator, body })).json()
  const space = await makeSpace(server, administrator)
  await enter(server, reporter, space)
  const message = await say(server, administrator, space, 'Said to all')
  return [
    ['profile', administrator.user._id],
    ['post', postId],
    ['comment', comment._id],
    ['space', space._id],
    ['message', message._id],
  ] as const
}

it('is kept for who becomes another administrator, and whoever reported it is told that it waits', async () => {
  const things = await thingsOfAda()
  for (const [kind, id] of things) {
    const answer = await report(reporter, kind, id)
    expect([kind, answer.statusCode, answer.json().msg]).toEqual([kind, 201, waits])
  }
  const [[kind, id]] = things
  const again = await report(reporter, kind, id)
  expect([again.statusCode, again.json().msg]).toEqual([409, MESSAGES.already])
  expect(await queueOf(administrator)).toEqual({ things: [], total: 0 })
  expect(await news(administrator)).not.toContain(MESSAGES.waits)

  await grantAdministrator(server.services, later.user.username, '')
  expect(await news(later)).toContain(MESSAGES.waits)
  const { things: waiting } = await queueOf(later)
  expect(waiting.map(({ thingId }: { thingId: string }) => thingId)).toEqual(
    things.map(([, thingId]) => thingId),
  )
  for (const { _id } of waiting) await decide(_id, { act: 'dismiss', text: 'It was a joke' }, later)
  expect(await queueOf(later)).toEqual({ things: [], total: 0 })
  expect(await news(reporter)).toContain(MESSAGES.lookedAt)
  const anew = await report(reporter, kind, id)
  expect(anew.json().msg).toBe(MESSAGES.thanks('Ada'))
  await server.services.db
    .updateTable('users')
    .set({ is_admin: 0 })
    .where('id', '=', later.id)
    .execute()
})

it('is for who runs the space where it was said, and that is no waiting', async () => {
  const space = await makeSpace(server, spaceAdmin)
  for (const one of [administrator, reporter]) await enter(server, one, space)
  const message = await say(server, administrator, space, 'Said to all')
  const answer = await report(reporter, 'message', message._id)
  expect(answer.json().msg).toBe(MESSAGES.thanks('Ada'))
  expect((await read(spaceAdmin, `/spaces/${space._id}/reports`)).total).toBe(1)
})

it('advises no block to who blocks as well', async () => {
  const { _id } = await post(server, administrator, 'Unkind again')
  const answer = await report(reporter, 'post', _id, { alsoBlock: true })
  expect(answer.json().msg).toBe(MESSAGES.thanksWaiting('Ada'))
})
