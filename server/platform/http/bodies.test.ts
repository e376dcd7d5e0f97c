import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { post } from '../../../tests/actions/post-actions.ts'
import { ask, makeSpace } from '../../../tests/actions/space-actions.ts'
import { ada, ben } from '../../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'

let server: TestServer
let member: Member
beforeEach(async () => {
  server = await openTestServer()
  member = await server.join(ada)
})
afterEach(() => server.close())

const types = [
  'application/json',
  'application/json; charset=utf-8',
  'text/plain;charset=UTF-8',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
]
type Method = Parameters<TestServer['call']>[0]
const empty = (method: Method, path: string, type: string, as = member) =>
  server.call(method, path, {
    as,
    payload: '',
    headers: { 'content-type': type, 'content-length': '0' },
  })

describe('a call without a body', () => {
  it.each(types)('is taken as that when it says %s', async (type) => {
    const other = await server.join(ben)
    const { _id } = await post(server, other, 'Tea')
    const calls: [Method, string, number][] = [
      ['PUT', '/users/privacy/toggle', 200],
      ['POST', `/posts/${_id}/like`, 200],
      ['PUT', '/notifications/read-all', 200],
      ['POST', `/users/friends/${other.user._id}`, 200],
      ['DELETE', `/users/friend-request/${other.user._id}`, 200],
      ['POST', '/users/login', 400],
    ]
    for (const [method, path, status] of calls)
      expect([path, (await empty(method, path, type)).statusCode]).toEqual([path, status])
  })

  it.each(types)('answers a join request with the words left out, saying %s', async (type) => {
    const asker = await server.join(ben)
    const { _id } = await ask(server, asker, await makeSpace(server, member, { isPrivate: true }))
    const answer = await empty('PATCH', `/join-requests/${_id}/approve`, type)
    expect([answer.statusCode, answer.json().joinRequest]).toEqual([
      200,
      expect.objectContaining({ status: 'approved', adminResponse: '' }),
    ])
  })

  it('may be sent in no pieces', async () => {
    await server.httpServer.listen(0, '127.0.0.1')
    const address = server.httpServer.server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const socket = connect(port ?? 0, '127.0.0.1')
    const head = [
      'PUT /api/users/privacy/toggle HTTP/1.1',
      'host: x',
      `x-auth-token: ${member.token}`,
      'content-type: application/json',
      'transfer-encoding: chunked',
      'connection: close',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n0\r\n\r\n`)
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 .*\{"isPrivate":true\}/s)
  })

  it('is not one of a single space or byte', async () => {
    const send = (type: string, payload: string) =>
      server.call('PUT', '/users/privacy/toggle', {
        as: member,
        payload,
        headers: { 'content-type': type },
      })
    expect((await send('application/json', ' ')).statusCode).toBe(400)
    expect((await send('application/xml', 'x')).statusCode).toBe(415)
    expect((await send('text/plain', 'x')).statusCode).toBe(415)
  })
})
