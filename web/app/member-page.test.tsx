import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { MESSAGES } from '../../contract/friends.ts'
import { memberProfile } from '../../contract/profile.ts'
import { createFakeServer, messageReply, type Reply } from '../platform/fake-server.ts'
import { storeToken } from '../platform/token-store.ts'
import { feedReply, postBy } from '../posts/test-posts.ts'
import { ada, ben, createTestApp, homeReplies } from './test-app.tsx'

const POSTS = `GET /users/${ben._id}/posts`
const ACCEPT = `POST /users/friend-request/${ben._id}/accept`

afterEach(() => vi.unstubAllGlobals())

function visit(more: object) {
  vi.stubGlobal('scrollTo', () => {})
  storeToken('a-token', false)
  const flags = {
    isFriend: false,
    requestSent: false,
    requestReceived: false,
    ...{ isMuted: false, mutedUntil: null, invitedBy: null },
    ...{ mutualFriends: { count: 0, named: [] }, pictures: { pictures: [], nextCursor: null } },
  }
  const member = memberProfile.parse({ ...ben, squad: [], ...flags, ...more })
  const server = createFakeServer({
    ...homeReplies(ada),
    [`GET /users/${ben._id}/profile`]: (): Reply => ({ status: 200, body: member }),
    [POSTS]: () => feedReply([postBy(ben, 'Soup is on.')]),
    [ACCEPT]: () => messageReply(MESSAGES.friendsNow),
  })
  vi.stubGlobal('fetch', server.fetch)
  const { element, queryClient } = createTestApp(`/members/${ben._id}`)
  queryClient.setDefaultOptions({ queries: { retry: false } })
  render(element)
  return server
}

const there = (text: string) => screen.findByText(text)

describe('the posts on the page of a member', () => {
  it('stand under their card', async () => {
    visit({})
    expect(await there('Soup is on.')).toBeTruthy()
  })

  it('are not asked for where only friends see them, until one is a friend', async () => {
    const server = visit({ isPrivate: true, requestReceived: true })
    await there("Only friends see Ben's posts.")
    expect(server.count(POSTS)).toBe(0)
    await userEvent.click(screen.getByRole('button', { name: 'Accept' }))
    expect(await there('Soup is on.')).toBeTruthy()
    expect(screen.queryByText("Only friends see Ben's posts.")).toBeNull()
  })
})
