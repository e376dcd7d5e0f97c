import { afterAll, beforeAll, expect, it } from 'vitest'
import { MESSAGES, SECOND_FACTOR_TRIES } from '../../../contract/second-factor.ts'
import { codeOf } from '../../../tests/one-time-code.ts'
import { ada, ben } from '../../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'

const STEP_MS = 30_000

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ rateLimits: true })
})
afterAll(() => server.close())

const call = (as: Member, path: string, body?: object) =>
  server.call('POST', `/users/second-factor${path}`, { as, ...(body && { body }) })

it('is not begun anew while it is on, nor has new recovery codes while it is off', async () => {
  const member = await server.join(ada)
  const early = await call(member, '/recovery-codes')
  expect([early.statusCode, early.json().msg]).toEqual([409, MESSAGES.notOn])
  const none = await call(member, '/confirm', { code: '123456' })
  expect([none.statusCode, none.json().msg]).toEqual([409, MESSAGES.notStarted])
  const { secret } = (await call(member, '')).json()
  const code = () => codeOf(secret, server.services.clock())
  expect((await call(member, '/confirm', { code: code() })).statusCode).toBe(200)
  server.pass(STEP_MS)
  const again = await call(member, '')
  expect([again.statusCode, again.json().msg]).toEqual([409, MESSAGES.alreadyOn])
  const confirmed = await call(member, '/confirm', { code: code() })
  expect([confirmed.statusCode, confirmed.json().msg]).toEqual([409, MESSAGES.alreadyOn])
  // The app of before is asked, as it was.
  const challenge = (await server.call('POST', '/users/login', { body: ada })).json().challenge
  const body = { challenge, code: code() }
  expect((await server.call('POST', '/users/login/second-factor', { body })).statusCode).toBe(200)
})

// What computes the apps' codes in these tests is not what checks them, and is right by itself.
it('takes the codes of the standard', () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  const seconds = [59, 1111111109, 1111111111, 1234567890, 2000000000, 20000000000]
  expect(seconds.map((at) => codeOf(secret, at * 1_000))).toEqual(
    // RFC 6238, appendix B, SHA-1: the last six of its eight digits.
    ['287082', '081804', '050471', '005924', '279037', '353130'],
  )
})

it('is confirmed by no guessing', async () => {
  const member = await server.join(ben)
  const { secret } = (await call(member, '')).json()
  // Of an hour ago, so never right by chance.
  const code = codeOf(secret, server.services.clock() - 120 * STEP_MS)
  for (let guess = 0; guess < SECOND_FACTOR_TRIES; guess++)
    expect((await call(member, '/confirm', { code })).statusCode).toBe(400)
  const right = codeOf(secret, server.services.clock())
  expect((await call(member, '/confirm', { code: right })).statusCode).toBe(429)
})
