import { expect } from 'vitest'
import {
  MESSAGES,
  type PasskeyCreation,
  type PasskeyList,
  type PasskeyRequest,
} from '../../contract/passkeys.ts'
import { createPasskeyDevice, type PasskeyDevice } from '../passkey-device.ts'
import type { Member, TestServer } from '../test-server.ts'

// What tests of passkeys do over and over.

export const sentence = (answer: { json(): unknown }) => (answer.json() as { msg: string }).msg

/** Asks for the scene at each call: each test has a member of its own. */
export function passkeyActions(scene: () => { server: TestServer; member: Member }) {
  const call = (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: object,
    as = scene().member,
  ) => scene().server.call(method, `/users${path}`, { as, ...(body && { body }) })
  const creation = async (as = scene().member) =>
    (await call('POST', '/passkeys/options', undefined, as)).json<PasskeyCreation>()
  const keep = (credential: object, name = 'Ben’s phone', as = scene().member) =>
    call('POST', '/passkeys', { name, credential }, as)
  return {
    call,
    creation,
    keep,
    list: async () => (await call('GET', '/passkeys')).json<PasskeyList>(),

    async add(device = createPasskeyDevice()): Promise<PasskeyDevice> {
      const answer = await keep(device.create(await creation()))
      expect(answer.json()).toMatchObject({ msg: MESSAGES.added })
      return device
    },

    request: async (at = scene().server) =>
      (await at.call('POST', '/users/login/passkey/options')).json<PasskeyRequest>(),
    logIn: (credential: object, at = scene().server) =>
      at.call('POST', '/users/login/passkey', { body: { credential } }),
  }
}
