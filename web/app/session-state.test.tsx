import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readDraft } from '../platform/drafts.ts'
import { createFakeServer, deferredReply, type Reply } from '../platform/fake-server.ts'
import { installFakePersistence } from '../platform/offline/fake-persistence.ts'
import { outbox } from '../platform/offline/outbox.ts'
import { persistence } from '../platform/offline/persistence.ts'
import { readToken, storeToken } from '../platform/token-store.ts'
import { claimDeviceData, wipeDataOfOthers } from './device-data.ts'
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
  localStorage.setItem(`draft:${member._id}:post`, `By ${member.username}`)
}

function answerBy(reply: () => Reply | Promise<Reply>) {
  vi.stubGlobal('fetch', createFakeServer({ 'GET /users/user': reply }).fetch)
}

const onDevice = async () => [
  readToken(),
  (await readPersistedMember())?.username,
  readDraft('post'),
]

it('takes the device over for whose session it is', async () => {
  answerBy(() => ({ status: 200, body: ben }))
  expect(await loadSession()).toEqual({ status: 'signed-in', user: ben, isConfirmed: true })
  expect(await onDevice()).toEqual(['of-ada', 'Ben', ''])
})

describe('what another member left on the device', () => {
  const ADAS = `draft:${ada._id}:post`
  /** Resolves to whose waiting items go. */
  async function comeBen(held: string[] | undefined) {
    const query = async () => ({ held: held?.map((name) => ({ name })) })
    vi.stubGlobal('navigator', { onLine: true, ...(held && { locks: { query } }) })
    const wipe = vi.spyOn(outbox, 'wipeOf').mockClear()
    claimDeviceData(ben._id)
    void wipeDataOfOthers(ben._id)
    await vi.waitFor(() => expect(wipe).toHaveBeenCalledOnce())
    return [ada, ben].map(({ _id }) => _id).filter((id) => wipe.mock.lastCall?.[0](id))
  }

  it.each<[string, string[] | undefined]>([
    ['as the next one comes', [`realtime:${ben._id}`, 'outbox feed']],
    ['also where the browser has no locks to tell by', undefined],
  ])('goes %s', async (_, held) => {
    expect(await comeBen(held)).toEqual([ada._id])
    expect(localStorage.getItem(ADAS)).toBeNull()
  })

  it('stays where the member who is there already opens another page', async () => {
    answerBy(() => ({ status: 200, body: ben }))
    await loadSession()
    await new Promise((resolve) => setTimeout(resolve))
    expect(localStorage.getItem(ADAS)).toBe('By Ada')
    expect(readDraft('post')).toBe('')
  })

  it('stays, and is not shown to the next one, where they are signed in in another tab', async () => {
    expect(await comeBen([`realtime:${ada._id}`])).toEqual([])
    expect(localStorage.getItem(ADAS)).toBe('By Ada')
    expect(readDraft('post')).toBe('')
  })
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
