import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MESSAGES as FRIEND_MESSAGES } from '../../contract/friends.ts'
import { ada, ben as benAsUser, createTestApp, homeReplies } from '../app/test-app.tsx'
import { createFakeServer, errorReply, messageReply, type Reply } from '../platform/fake-server.ts'
import { storeToken } from '../platform/token-store.ts'
import { ben, cleo, type Member, profileOf } from './test-members.ts'

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
  storeToken('a-token', false)
})

afterEach(() => vi.unstubAllGlobals())

function visit(id: string, replies: Parameters<typeof createFakeServer>[0] = {}) {
  const server = createFakeServer({ ...homeReplies(ada), ...replies })
  vi.stubGlobal('fetch', server.fetch)
  const { element, router, queryClient } = createTestApp(`/members/${id}`)
  queryClient.setDefaultOptions({ queries: { retry: false } })
  render(element)
  return { server, router }
}

const showing = (member: Member) => ({
  [`GET /users/${member._id}/profile`]: (): Reply => ({ status: 200, body: profileOf(member) }),
})
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const there = (text: string) => screen.findByText(text)

describe('the page of a member', () => {
  it('is called by their name and shows their card', async () => {
    visit(ben._id, showing(ben))
    expect(await heading('Ben')).toBeTruthy()
    expect(document.title).toBe('Ben · Snug')
    expect(screen.getByText('Member number 2')).toBeTruthy()
    expect(screen.queryByText(/^Only friends see/)).toBeNull()
  })

  it('leads on to the squad', async () => {
    const { router } = visit(ben._id, { ...showing(ben), ...showing(cleo) })
    await heading('Ben')
    await userEvent.click(screen.getByRole('link', { name: 'Cleo' }))
    expect(await heading('Cleo')).toBeTruthy()
    expect(router.state.location.pathname).toBe(`/members/${cleo._id}`)
  })

  it('is the place to become friends, too', async () => {
    visit(ben._id, {
      ...showing(ben),
      [`POST /users/friends/${ben._id}`]: () => messageReply(FRIEND_MESSAGES.sent),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Add Friend' }))
    expect(await screen.findByRole('button', { name: 'Request Sent' })).toBeTruthy()
    expect(await there(FRIEND_MESSAGES.sent)).toBeTruthy()
  })

  it('says of a private member who sees their posts', async () => {
    visit(ben._id, showing({ ...ben, isPrivate: true }))
    expect(await there("Only friends see Ben's posts.")).toBeTruthy()
  })

  it('of one’s own leads to the settings, and offers no friendship', async () => {
    visit(ada._id, showing({ ...ben, _id: ada._id, username: 'Ada', isPrivate: true, squad: [] }))
    await heading('Ada')
    const link = screen.getByRole('link', { name: 'Profile Settings' })
    expect(link.getAttribute('href')).toBe('/profile')
    expect(screen.queryByRole('link', { name: 'Add a line about yourself' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Add Friend' })).toBeNull()
    expect(screen.queryByText(/^Only friends see/)).toBeNull()
  })
})

it('one’s own page without a word about oneself leads to where it is written', async () => {
  visit(ada._id, showing({ ...ben, _id: ada._id, username: 'Ada', aboutMe: '' }))
  const link = await screen.findByRole('link', { name: 'Add a line about yourself' })
  expect(link.getAttribute('href')).toBe('/profile')
})

describe('a member who cannot be shown', () => {
  it('because nobody is there says so, with the way to those who are', async () => {
    visit(ben._id, {
      [`GET /users/${ben._id}/profile`]: () => errorReply(404, 'not_found', 'No such member.'),
    })
    await there('There is no such member.')
    const link = screen.getByRole('link', { name: 'Discover people' })
    expect(link.getAttribute('href')).toBe('/friends?tab=discover')
  })

  it('may be there all the same, which administrators are told', async () => {
    const missing = errorReply(404, 'not_found', 'No such member.')
    const replies = { [`GET /users/${ben._id}/profile`]: () => missing }
    visit(ben._id, replies)
    await there('There is no such member.')
    expect(screen.getByText(/account is suspended .* blocked the other\.$/)).toBeTruthy()
    cleanup()
    visit(ben._id, { ...replies, 'GET /users/user': () => ({ status: 200, body: benAsUser }) })
    await there('There is no such member.')
    expect(screen.queryByText(/suspended/)).toBeNull()
  })

  it('because the id is none is not asked for', async () => {
    const { server } = visit('ben')
    await there('There is no such member.')
    expect(server.requests.filter(({ path }) => path.endsWith('/profile'))).toEqual([])
  })

  it('because that failed says so, and comes on another try', async () => {
    let reply: Reply = errorReply(500, 'internal_error', '')
    visit(ben._id, { [`GET /users/${ben._id}/profile`]: () => reply })
    await there('Failed to load profile')
    reply = { status: 200, body: profileOf(ben) }
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await heading('Ben')).toBeTruthy()
  })

  it('because nobody is signed in leads to the sign-in', async () => {
    sessionStorage.clear()
    localStorage.clear()
    const { router } = visit(ben._id, showing(ben))
    expect(await heading('Welcome back')).toBeTruthy()
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  })
})
