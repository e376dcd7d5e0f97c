/** For tests: people as the contract allows them, and the friends screen with the server played. */
import { render, screen } from '@testing-library/react'
import { vi } from 'vitest'
import {
  type DiscoveredPerson,
  discoverList,
  friendList,
  type PeopleCounts,
  type Person,
  peopleCounts,
} from '../../contract/friends.ts'
import { ada, createTestApp, homeReplies } from '../app/test-app.tsx'
import { createFakeServer, type FakeRequest, type Reply } from '../platform/fake-server.ts'
import { storeToken } from '../platform/token-store.ts'

export type Replies = Record<string, (heard: FakeRequest) => Reply | Promise<Reply>>

export function personNamed(username: string, place: number, aboutMe = ''): Person {
  const _id = `8${String(place).padStart(12, '0')}`
  return { _id, username, userNumber: place, profilePhoto: null, aboutMe }
}

export const ben = personNamed('Ben', 2, 'Bakes bread.')
export const cleo = personNamed('Cleo', 3, 'Paints boats.')
export const dan = personNamed('Dan', 4)

export function discovered(person: Person, more: Partial<DiscoveredPerson> = {}): DiscoveredPerson {
  const flags = { isFriend: false, friendRequestSent: false, friendRequestReceived: false }
  return { ...person, ...flags, ...more }
}

export const friendsReply = (...people: Person[]): Reply => ({
  status: 200,
  body: friendList.parse(people),
})
export const discoverReply = (...people: DiscoveredPerson[]): Reply => ({
  status: 200,
  body: discoverList.parse(people),
})
export const countsReply = (counts: PeopleCounts): Reply => ({
  status: 200,
  body: peopleCounts.parse(counts),
})

export const FRIENDS = 'GET /users/friends'
export const REQUESTS = 'GET /users/friend-requests'
export const COUNTS = 'GET /users/friend-counts'
/** The first page of everybody, or of those a search finds. */
export const discoverPage = (q = '', page = 1) =>
  `GET /users/all?${new URLSearchParams({ page: String(page), limit: '20', q })}`

/** Ada is at `path`; what is not among `replies` is as nobody had come yet. */
export function renderFriends(path: string, replies: Replies) {
  vi.stubGlobal('scrollTo', () => {})
  storeToken('a-token', false)
  const server = createFakeServer({
    ...homeReplies(ada),
    [REQUESTS]: () => friendsReply(),
    [discoverPage()]: () => discoverReply(),
    ...replies,
  })
  vi.stubGlobal('fetch', server.fetch)
  const { element, router, queryClient } = createTestApp(path)
  queryClient.setDefaultOptions({ queries: { retry: false } })
  render(element)
  return { server, router, queryClient }
}

export function resetFriends(): void {
  vi.useRealTimers()
  vi.unstubAllGlobals()
}

export const text = (words: string | RegExp) => screen.findByText(words)
export const button = (name: string | RegExp) => screen.findByRole('button', { name })
export const tab = (name: string | RegExp) => screen.findByRole('tab', { name })
/** The names on the list, in order. */
export const names = () =>
  screen.getAllByRole('listitem').flatMap((item) => {
    const name = item.querySelector('button[aria-haspopup="dialog"]')?.textContent
    return name ? [name] : []
  })
/** All that the row of this person says. */
export const rowOf = async (name: string) => (await button(name)).closest('li')?.textContent
