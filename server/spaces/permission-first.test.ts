import { afterAll, beforeAll, expect, it } from 'vitest'
import { MESSAGES, type Space } from '../../contract/spaces.ts'
import { makeSpace } from '../../tests/actions/space-actions.ts'
import { ada, ben } from '../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'

let server: TestServer
let admin: Member
let other: Member
let space: Space
beforeAll(async () => {
  server = await openTestServer()
  admin = await server.join(ada)
  other = await server.join(ben)
  space = await makeSpace(server, admin)
})
afterAll(() => server.close())

const ROUTES = [
  ['PUT', ''],
  ['POST', '/transfer'],
  ['PUT', '/bans/1'],
  ['POST', '/removals/1/undo'],
  ['POST', '/reports/1/decision'],
] as const

it.each(ROUTES)('%s /spaces/:id%s says first who may do it, then what is wrong', async (...to) => {
  const [method, path] = to
  const call = (as: Member, id: string) =>
    server.call(method, `/spaces/${id}${path}`, { as, body: { userId: 'x', name: '' } })
  const refused = await call(other, space._id)
  expect([refused.statusCode, refused.json().message]).toEqual([403, MESSAGES.adminOnly])
  expect((await call(other, '99')).statusCode).toBe(404)
  const wrong = await call(admin, space._id)
  expect([wrong.statusCode, wrong.json().error]).toEqual([400, 'validation_failed'])
  expect((await call(other, 'x')).statusCode).toBe(404)
})
