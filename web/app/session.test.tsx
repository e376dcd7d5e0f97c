import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MESSAGES } from '../../contract/accounts.ts'
import { createFakeServer, errorReply, messageReply, type Reply } from '../platform/fake-server.ts'
import { readToken, storeToken } from '../platform/token-store.ts'
import { ada, ben, createTestApp, homeReplies } from './test-app.tsx'

const ENDED = errorReply(401, 'unauthorized', MESSAGES.sessionEnded)

beforeEach(() => vi.stubGlobal('scrollTo', () => {}))

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function visit(path: string, serverRoutes: Parameters<typeof createFakeServer>[0]) {
  const server = createFakeServer(serverRoutes)
  vi.stubGlobal('fetch', server.fetch)
  const app = createTestApp(path)
  render(app.element)
  return { server, ...app }
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

describe('on start', () => {
  it('shows the loading screen until the member is known', async () => {
    storeToken('mine', true)
    const { promise, resolve } = Promise.withResolvers<Reply>()
    visit('/friends', { 'GET /users/user': () => promise })
    expect(screen.getByText('Loading')).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Friends' })).toBeNull()
    resolve({ status: 200, body: ada })
    expect(await heading('Friends')).toBeTruthy()
  })

  it('clears a token the server does not know, and stays at the place', async () => {
    storeToken('outdated', true)
    const { router } = visit('/forgot-password', {
      'GET /users/user': () => ENDED,
      'POST /users/refresh-token': () => ENDED,
    })
    expect(await heading('Forgot your password?')).toBeTruthy()
    expect(readToken()).toBeNull()
    expect(router.state.location.pathname).toBe('/forgot-password')
  })

  it.each([
    ['the network fails', 'no answer' as const],
    ['the server is not ready', errorReply(503, 'Server not ready', 'Not yet.')],
    ['the server has had too much', errorReply(429, 'too_many_requests', 'Please wait.')],
    ['a proxy refuses in its place', errorReply(403, '', '')],
    ['nothing stands at its address', errorReply(404, '', '')],
  ])('keeps the member signed in while %s, and tries again', async (_, trouble) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    storeToken('mine', true)
    let reply: Reply = trouble
    const { server } = visit('/friends', { 'GET /users/user': () => reply })
    expect(await screen.findByText(/You are still signed in/)).toBeTruthy()
    expect(readToken()).toBe('mine')
    reply = { status: 200, body: ada }
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(await heading('Friends')).toBeTruthy()
    expect(server.count('GET /users/user')).toBe(2)
  })

  it('tries again at once when asked', async () => {
    storeToken('mine', true)
    let reply: Reply = 'no answer'
    visit('/friends', { 'GET /users/user': () => reply })
    const button = await screen.findByRole('button', { name: 'Try now' })
    reply = { status: 200, body: ada }
    fireEvent.click(button)
    expect(await heading('Friends')).toBeTruthy()
  })
})

describe('logging out', () => {
  it('ends the session, forgets everything and goes to /login', async () => {
    storeToken('mine', true)
    localStorage.setItem(`draft:${ada._id}:post`, 'Dear all')
    // In another tab.
    localStorage.setItem(`draft:${ben._id}:post`, 'Of Ben')
    const { server, router, queryClient } = visit('/friends', {
      ...homeReplies(ada),
      'POST /users/logout': () => messageReply(MESSAGES.signedOut),
    })
    await heading('Friends')
    expect(localStorage.getItem(`draft:${ada._id}:post`)).toBe('Dear all')
    queryClient.setQueryData(['private'], 'words')
    await userEvent.click(screen.getByRole('button', { name: 'Logout' }))
    const question = within(await screen.findByRole('alertdialog'))
    await userEvent.click(question.getByRole('button', { name: 'Logout' }))
    expect(await heading('Welcome back')).toBeTruthy()
    expect(router.state.location.pathname).toBe('/login')
    const ended = server.requests.find(({ path }) => path === '/users/logout')
    expect(ended?.token).toBe('mine')
    expect(readToken()).toBeNull()
    expect(localStorage.getItem(`draft:${ada._id}:post`)).toBeNull()
    expect(localStorage.getItem(`draft:${ben._id}:post`)).toBe('Of Ben')
    expect(queryClient.getQueryData(['private'])).toBeUndefined()
  })

  it('asks nothing about what another member did not send', async () => {
    storeToken('mine', true)
    localStorage.setItem(`draft:${ben._id}:post`, 'Of Ben')
    visit('/friends', {
      ...homeReplies(ada),
      'POST /users/logout': () => messageReply(MESSAGES.signedOut),
    })
    await heading('Friends')
    await userEvent.click(screen.getByRole('button', { name: 'Logout' }))
    expect(await heading('Welcome back')).toBeTruthy()
  })

  it('in another tab is followed here', async () => {
    storeToken('mine', true)
    const { router } = visit('/friends', homeReplies(ada))
    await heading('Friends')
    localStorage.removeItem('token')
    window.dispatchEvent(new StorageEvent('storage', { key: 'session-changed', newValue: 'out 1' }))
    expect(await heading('Welcome back')).toBeTruthy()
    expect(router.state.location.pathname).toBe('/login')
  })

  it('is asked about no longer once it was done in another tab', async () => {
    storeToken('mine', true)
    localStorage.setItem(`draft:${ada._id}:post`, 'Dear all')
    visit('/friends', homeReplies(ada))
    await heading('Friends')
    await userEvent.click(screen.getByRole('button', { name: 'Logout' }))
    await screen.findByRole('alertdialog')
    const change = (token: string | null, newValue: string) => {
      if (token) localStorage.setItem('token', token)
      else localStorage.removeItem('token')
      window.dispatchEvent(new StorageEvent('storage', { key: 'session-changed', newValue }))
    }
    change(null, 'out 1')
    await heading('Welcome back')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(localStorage.getItem(`draft:${ada._id}:post`)).toBe('Dear all')
    change('mine', 'in 2')
    await screen.findAllByText('Hi, Ada')
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})

describe('a session the server ended', () => {
  it('leads to /login with a word, and keeps the drafts', async () => {
    storeToken('mine', true)
    localStorage.setItem(`draft:${ada._id}:post`, 'Dear all')
    let isOver = false
    const { router } = visit('/friends', {
      ...homeReplies(ada),
      'GET /posts/friends': () => (isOver ? ENDED : { status: 200, body: {} }),
      'POST /users/refresh-token': () => ENDED,
    })
    await heading('Friends')
    isOver = true
    const [home] = screen.getAllByRole('link', { name: 'Home' })
    await userEvent.click(home as HTMLElement)
    expect(await heading('Welcome back')).toBeTruthy()
    expect(screen.getByText(MESSAGES.sessionEnded)).toBeTruthy()
    expect(router.state.location.pathname).toBe('/login')
    expect(readToken()).toBeNull()
    expect(localStorage.getItem(`draft:${ada._id}:post`)).toBe('Dear all')
  })
})

describe('a page that comes back from the back-forward cache while the server starts', () => {
  const NOT_READY = errorReply(503, 'Server not ready', 'Not yet.')
  const wake = () =>
    act(async () => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))

  async function visitFriends() {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    storeToken('mine', true)
    const there = { who: { status: 200, body: ada } as Reply }
    const { server, queryClient } = visit('/friends', {
      ...homeReplies(ada),
      'GET /users/user': () => there.who,
    })
    await heading('Friends')
    queryClient.setQueryData(['private'], 'words of Ada')
    there.who = NOT_READY
    return { there, queryClient, asked: () => server.count('GET /users/user') }
  }

  it('keeps what is on it, and asks until it is said who is here', async () => {
    const { there, queryClient, asked } = await visitFriends()
    const title = await heading('Friends')
    const before = asked()
    await wake()
    // A slow machine may come to the next asking, too.
    await waitFor(() => expect(asked()).toBeGreaterThan(before))
    const once = asked()
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(asked()).toBeGreaterThan(once)
    there.who = { status: 200, body: ada }
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    const confirmed = asked()
    await act(() => vi.advanceTimersByTimeAsync(9_000))
    expect(asked()).toBe(confirmed)
    expect(await heading('Friends')).toBe(title)
    expect(queryClient.getQueryData(['private'])).toBe('words of Ada')
  })

  it('keeps nothing where another session began while it slept', async () => {
    const { there, queryClient } = await visitFriends()
    localStorage.setItem('session-changed', 'in 1')
    localStorage.setItem('token', 'of-ben')
    await wake()
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Friends' })).toBeNull())
    expect(queryClient.getQueryData(['private'])).toBeUndefined()
    there.who = { status: 200, body: ben }
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(await screen.findByText('Hi, Ben')).toBeTruthy()
  })

  it('keeps nothing once the server says that it is somebody else', async () => {
    const { there, queryClient } = await visitFriends()
    await wake()
    there.who = { status: 200, body: ben }
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(await screen.findByText('Hi, Ben')).toBeTruthy()
    expect(queryClient.getQueryData(['private'])).toBeUndefined()
  })
})

describe('somebody else signing in, in another tab', () => {
  it('takes this tab along and shows nothing of the member before', async () => {
    storeToken('of-ada', true)
    const { queryClient } = visit('/friends', {
      'GET /users/user': ({ token }) => ({ status: 200, body: token === 'of-ada' ? ada : ben }),
    })
    await heading('Friends')
    expect(screen.getAllByText('Hi, Ada')).not.toHaveLength(0)
    queryClient.setQueryData(['private'], 'words of Ada')
    localStorage.setItem('token', 'of-ben')
    window.dispatchEvent(new StorageEvent('storage', { key: 'session-changed', newValue: 'in 1' }))
    expect(await screen.findByText('Hi, Ben')).toBeTruthy()
    expect(queryClient.getQueryData(['private'])).toBeUndefined()
  })
})
