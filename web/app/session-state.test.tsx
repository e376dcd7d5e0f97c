import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFakeServer, deferredReply, type Reply } from '../platform/fake-server.ts'
import { installFakePersistence } from '../platform/offline/fake-persistence.ts'
import { persistence } from '../platform/offline/persistence.ts'
import { readToken, storeToken } from '../platform/token-store.ts'
import { claimDeviceData } from './device-data.ts'
import { persistMember, readPersistedMember } from './persisted-queries.ts'
import { loadSession, STARTING } from './session-state.ts'
import { ada, ben } from './test-app.tsx'

beforeEach(() => {
  installFakePersistence()
  signIn('of-ada', ada)
})
afterEach(() => vi.unstubAllGlobals())

/** With words that are not sent yet. */
function signIn(token: string, member: typeof ada) {
  storeToken(token, true)
  claimDeviceData(member._id)
  persistMember(member)
  localStorage.setItem('draft:post', `By ${member.username}`)
}

function answerBy(reply: () => Reply | Promise<Reply>) {
  vi.stubGlobal('fetch', createFakeServer({ 'GET /users/user': reply }).fetch)
}

const onDevice = async () => [
  readToken(),
  (await readPersistedMember())?.username,
  localStorage.getItem('draft:post'),
]

it('takes the device over for whose session it is', async () => {
  answerBy(() => ({ status: 200, body: ben }))
  expect(await loadSession()).toEqual({ status: 'signed-in', user: ben, isConfirmed: true })
  expect(await onDevice()).toEqual(['of-ada', 'Ben', null])
})

it('leaves the device to who signed in before the answer came', async () => {
  const { reply, answer } = deferredReply()
  answerBy(reply)
  const reading = loadSession()
  signIn('of-ben', ben)
  answer({ status: 200, body: ada })
  expect(await reading).toBe(STARTING)
  expect(await onDevice()).toEqual(['of-ben', 'Ben', 'By Ben'])
})

it('leaves it to them where the server is away and the device is slow to tell who was here', async () => {
  answerBy(() => 'no answer')
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const read = vi.spyOn(persistence, 'read').mockReturnValueOnce(promise as never)
  const reading = loadSession()
  await vi.waitFor(() => expect(read).toHaveBeenCalledOnce())
  signIn('of-ben', ben)
  resolve(ada)
  expect(await reading).toBe(STARTING)
  expect(await onDevice()).toEqual(['of-ben', 'Ben', 'By Ben'])
})
