import { expect } from 'vitest'
import type { SecondFactorStatus } from '../../contract/second-factor.ts'
import { codeOf } from '../one-time-code.ts'
import type { Person } from '../people.ts'
import type { Member, TestServer } from '../test-server.ts'

// What tests of codes from an app do over and over.

const STEP_MS = 30_000

/** Asks for the scene at each call: each test has a member of its own. */
export function secondFactorActions(
  scene: () => { server: TestServer; person: Person; member: Member },
) {
  const call = (method: 'GET' | 'POST', path: string, body?: object, as = scene().member) =>
    scene().server.call(method, `/users/second-factor${path}`, { as, ...(body && { body }) })
  const logIn = (rememberMe = false) =>
    scene().server.call('POST', '/users/login', { body: { ...scene().person, rememberMe } })
  const mails = () => scene().server.mails.filter(({ to }) => to === scene().person.email)
  return {
    call,
    logIn,
    mails,
    subjects: () => mails().map(({ subject }) => subject),
    status: async () => (await call('GET', '')).json<SecondFactorStatus>(),
    challengeOf: async () => (await logIn()).json<{ challenge: string }>().challenge,
    logInWith: (challenge: string, code: string) =>
      scene().server.call('POST', '/users/login/second-factor', { body: { challenge, code } }),

    /** Answers the secret of the app and the recovery codes. */
    async turnOn() {
      const { server } = scene()
      const { secret } = (await call('POST', '')).json<{ secret: string }>()
      const code = codeOf(secret, server.services.clock())
      const answer = await call('POST', '/confirm', { code })
      expect(answer.statusCode).toBe(200)
      // The code of this step is used.
      server.pass(STEP_MS)
      return { secret, codes: answer.json<{ recoveryCodes: string[] }>().recoveryCodes }
    },
  }
}
