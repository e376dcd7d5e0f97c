import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ask, makeSpace } from '../../../tests/gathering.ts'
import { type Member, openTestHouse, type TestHouse } from '../../../tests/house.ts'
import { ada, ben } from '../../../tests/people.ts'
import { post } from '../../../tests/posting.ts'

let house: TestHouse
let member: Member
beforeEach(async () => {
  house = await openTestHouse()
  member = await house.join(ada)
})
afterEach(() => house.close())

const types = [
  'application/json',
  'application/json; charset=utf-8',
  'text/plain;charset=UTF-8',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
]
type Method = Parameters<TestHouse['call']>[0]
const empty = (method: Method, path: string, type: string, as = member) =>
  house.call(method, path, {
    as,
    payload: '',
    headers: { 'content-type': type, 'content-length': '0' },
  })

describe('a call without a body', () => {
  it.each(types)('is taken as that when it says %s', async (type) => {
    const other = await house.join(ben)
    const { _id } = await post(house, other, 'Tea')
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
    const asker = await house.join(ben)
    const { _id } = await ask(house, asker, await makeSpace(house, member, { isPrivate: true }))
    const answer = await empty('PATCH', `/join-requests/${_id}/approve`, type)
    expect([answer.statusCode, answer.json().joinRequest]).toEqual([
      200,
      expect.objectContaining({ status: 'approved', adminResponse: '' }),
    ])
  })

  it('may be sent in no pieces', async () => {
    await house.door.listen(0, '127.0.0.1')
    const address = house.door.server.address()
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
      house.call('PUT', '/users/privacy/toggle', {
        as: member,
        payload,
        headers: { 'content-type': type },
      })
    expect((await send('application/json', ' ')).statusCode).toBe(400)
    expect((await send('application/xml', 'x')).statusCode).toBe(415)
    expect((await send('text/plain', 'x')).statusCode).toBe(415)
  })
})
