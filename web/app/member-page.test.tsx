import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { MESSAGES } from '../../contract/friends.ts'
import { memberProfile } from '../../contract/profile.ts'
import { createFakeServer, messageReply, type Reply } from '../platform/fake-server.ts'
import { storeToken } from '../platform/token-store.ts'
import { ada, ben, createTestApp, homeReplies } from './test-app.tsx'
import { feedReply, postBy } from './test-posts.ts'

const POSTS = `GET /users/${ben._id}/posts`
const ACCEPT = `POST /users/friend-request/${ben._id}/accept`

afterEach(() => vi.unstubAllGlobals())

const ok = (body: unknown) => (): Reply => ({ status: 200, body })

function visit(more: object, replies: Record<string, () => Reply> = {}) {
  vi.stubGlobal('scrollTo', () => {})
  storeToken('a-token', false)
  const flags = {
    isFriend: false,
    requestSent: false,
    requestReceived: false,
    ...{ isMuted: false, mutedUntil: null, invitedBy: null },
    ...{ mutualFriends: { count: 0, named: [] }, images: { images: [], nextCursor: null } },
  }
  const member = memberProfile.parse({ ...ben, squad: [], ...flags, ...more })
  const server = createFakeServer({
    ...homeReplies(ada),
    [`GET /users/${ben._id}/profile`]: ok(member),
    [POSTS]: () => feedReply([postBy(ben, 'Soup is on.')]),
    [ACCEPT]: () => messageReply(MESSAGES.friendsNow),
    ...replies,
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

describe('the pictures on the page of a member', () => {
  const image = {
    ...{ width: 4, height: 3, placeholder: 'data:image/webp;base64,AA==' },
    sources: [{ width: 4, url: '/media/post/x/4.webp' }],
  }
  const imageOf = (postId: string, alt: string) => ({ postId, image: { ...image, alt } })

  it('lead to their posts, and more come when they are asked for', async () => {
    const first = { images: [imageOf('7', 'A pot of soup')], nextCursor: '7' }
    const rest = { images: [imageOf('5', '')], nextCursor: null }
    visit({ images: first }, { [`GET /users/${ben._id}/images?cursor=7`]: ok(rest) })
    const open = (name: string) => screen.findByRole('link', { name: `${name}: open the post` })
    expect((await open('A pot of soup')).getAttribute('href')).toBe('/posts/7')
    await userEvent.click(screen.getByRole('button', { name: 'Show more pictures' }))
    const next = await open('Picture by Ben')
    expect(next.getAttribute('href')).toBe('/posts/5')
    await waitFor(() => expect(document.activeElement).toBe(next))
    expect(screen.queryByRole('button', { name: 'Show more pictures' })).toBeNull()
  })
})

describe('the friends whom both know', () => {
  const author = { userNumber: 9, profilePhoto: null }
  const named = ['Cleo', 'Dora', 'Emil'].map((username, index) => ({
    ...{ _id: String(index + 40), username },
    ...author,
  }))

  it.each([
    [1, 'You both know Cleo.'],
    [2, 'You both know Cleo and Dora.'],
    [3, 'You both know Cleo, Dora and Emil.'],
    [4, 'You both know Cleo, Dora, Emil and 1 other.'],
    [30, 'You both know Cleo, Dora, Emil and 27 others.'],
  ])('are named: %i', async (count, sentence) => {
    visit({ mutualFriends: { count, named: named.slice(0, count) } })
    await there('Soup is on.')
    expect(screen.getByText(/^You both know/).textContent).toBe(sentence)
  })
})
