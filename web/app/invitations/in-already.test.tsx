import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { COMMUNITY_DEFAULTS } from '../../../contract/community-settings.ts'
import { MESSAGES } from '../../../contract/friends.ts'
import { invitation } from '../../../contract/invitation.ts'
import { createFakeServer, errorReply, messageReply } from '../../platform/fake-server.ts'
import { clearToken, storeToken } from '../../platform/token-store.ts'
import { cleo, type Member, profileOf } from '../../profile/test-members.ts'
import { ada, ben, createTestApp, homeReplies } from '../test-app.tsx'

afterEach(() => {
  clearToken()
  vi.unstubAllGlobals()
})

const PROFILE = `GET /users/${ada._id}/profile`
const ASK = `POST /users/friends/${ada._id}`
const ACCEPT = `POST /users/friend-request/${ada._id}/accept`

/** Ben opens a link of Ada's. */
async function visit(standing: Partial<Member>, more: Parameters<typeof createFakeServer>[0] = {}) {
  storeToken('token-of-Ben', true)
  const found = invitation.parse({
    ...{ inviter: 'Ada', inviterId: ada._id, until: '2026-02-15T12:00:00.000Z' },
    space: { _id: '77', name: 'Choir' },
  })
  const inviter = profileOf({ ...cleo, _id: ada._id, username: 'Ada', userNumber: 1, ...standing })
  const server = createFakeServer({
    ...homeReplies(ben),
    'GET /community': () => ({
      status: 200,
      body: { ...COMMUNITY_DEFAULTS, pages: [], announcementId: '' },
    }),
    'GET /invitations/code': () => ({ status: 200, body: found }),
    [PROFILE]: () => ({ status: 200, body: inviter }),
    [ASK]: () => messageReply(MESSAGES.sent),
    [ACCEPT]: () => messageReply(MESSAGES.friendsNow),
    ...more,
  })
  vi.stubGlobal('fetch', server.fetch)
  render(createTestApp('/join/code').element)
  await screen.findByRole('heading', { name: 'You are in already' })
  await screen.findByRole('link', { name: 'Go to Home' })
  return server
}

const words = () => screen.queryByText(/^This one is from/)?.textContent
const wayTo = (name: string) => screen.queryByRole('link', { name })?.getAttribute('href')

it('a member who opens an invitation can ask who made it to be friends', async () => {
  const server = await visit({})
  expect(words()).toBe('This one is from Ada. Would you like to be friends?')
  expect([wayTo('Ada'), wayTo('Go to Choir')]).toEqual([`/members/${ada._id}`, '/spaces/77'])
  fireEvent.click(screen.getByRole('button', { name: 'Add Friend' }))
  expect(await screen.findByRole('button', { name: 'Request Sent' })).toBeTruthy()
  expect(await screen.findByText(MESSAGES.sent)).toBeTruthy()
  expect(words()).toBe('This one is from Ada. You asked to be friends.')
  expect(server.count(ASK)).toBe(1)
})

it('or accept, where they were asked', async () => {
  const server = await visit({ requestReceived: true })
  expect(words()).toBe('This one is from Ada. They asked to be your friend.')
  fireEvent.click(screen.getByRole('button', { name: 'Accept' }))
  expect(await screen.findByText(MESSAGES.friendsNow)).toBeTruthy()
  expect(words()).toBe('This one is from Ada. You are friends.')
  expect(server.count(ACCEPT)).toBe(1)
})

it('and is told that they are friends', async () => {
  await visit({ isFriend: true })
  expect(words()).toBe('This one is from Ada. You are friends.')
  expect(screen.queryByRole('button', { name: 'Add Friend' })).toBeNull()
})

it('who does not see who made it finds the way home alone', async () => {
  const gone = { [PROFILE]: () => errorReply(404, 'not_found', '') }
  await visit({}, gone)
  expect([words(), wayTo('Go to Home')]).toEqual([undefined, '/'])
  expect(screen.queryByRole('button', { name: 'Add Friend' })).toBeNull()
})

it('nobody asks themselves', async () => {
  const server = await visit({}, homeReplies(ada))
  expect([words(), server.count(PROFILE)]).toEqual([undefined, 0])
})
