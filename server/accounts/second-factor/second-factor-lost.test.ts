import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { MESSAGES, SECOND_FACTOR_TRIES } from '../../../contract/second-factor.ts'
import { secondFactorActions } from '../../../tests/actions/second-factor-actions.ts'
import { codeOf } from '../../../tests/one-time-code.ts'
import { ben } from '../../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'
import { keysOf } from '../../platform/server-keys.ts'
import { createSecondFactorKeys } from './second-factor-keys.ts'

// The app of a member, once the server has another secret than the app was set up with.

let server: TestServer
let member: Member
beforeEach(async () => {
  server = await openTestServer({ rateLimits: true })
  member = await server.join(ben)
})
afterEach(() => server.close())

const { call, challengeOf, logIn, logInWith, status, turnOn } = secondFactorActions(() => ({
  ...{ server, person: ben, member },
}))

async function loseApp() {
  const { secret, codes } = await turnOn()
  const lost = createSecondFactorKeys(keysOf(randomBytes(32))).encrypt(secret, member.id)
  await server.services.db.updateTable('second_factors').set({ secret: lost }).execute()
  return { codes, code: () => codeOf(secret, server.services.clock()) }
}

it('is said to be lost where a code is typed that was right, which counts as a try', async () => {
  const { codes, code } = await loseApp()
  const challenge = await challengeOf()
  const typo = await logInWith(challenge, codes[0]?.slice(1) ?? '')
  expect(typo.json()).toMatchObject({ fields: { code: MESSAGES.codeWrong } })
  for (let tries = 1; tries < SECOND_FACTOR_TRIES; tries++) {
    const answer = await logInWith(challenge, code())
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ fields: { code: MESSAGES.appLost } })
  }
  expect((await logInWith(challenge, code())).statusCode).toBe(429)
})

it('says so as well where what could do harm is confirmed, and codes are turned off', async () => {
  const { code } = await loseApp()
  const body = { password: ben.password, confirmationCode: code() }
  const confirmed = await server.call('POST', '/users/confirm', { as: member, body })
  expect(confirmed.json()).toMatchObject({ fields: { confirmationCode: MESSAGES.appLost } })
  const ended = await call('POST', '/end', { code: code() })
  expect(ended.json()).toMatchObject({ fields: { code: MESSAGES.appLost } })
})

it('is set up again by recovery codes: one signs in, one confirms, one turns codes off', async () => {
  const { codes, code } = await loseApp()
  const challenge = await challengeOf()
  expect((await logInWith(challenge, code())).statusCode).toBe(400)
  expect((await logInWith(challenge, codes[0] ?? '')).statusCode).toBe(200)
  await server.services.db.updateTable('sessions').set({ confirmed_at: 0 }).execute()
  const body = { password: ben.password, confirmationCode: codes[1] }
  const confirmed = await server.call('POST', '/users/confirm', { as: member, body })
  expect(confirmed.statusCode).toBe(200)
  expect((await call('POST', '/end', { code: codes[2] })).statusCode).toBe(200)
  expect((await logIn()).statusCode).toBe(200)

  const anew = await turnOn()
  expect(await status()).toMatchObject({ isOn: true, recoveryCodesLeft: 10 })
  const right = codeOf(anew.secret, server.services.clock())
  expect((await logInWith(await challengeOf(), right)).statusCode).toBe(200)
})
