import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeServer, errorReply } from '../platform/fake-server.ts'
import { storeToken } from '../platform/token-store.ts'
import { paths } from './paths.ts'
import { ada, ben, createTestApp, homeReplies } from './test-app.tsx'

beforeEach(() => vi.stubGlobal('scrollTo', () => {}))

afterEach(() => vi.unstubAllGlobals())

function visit(path: string, member?: typeof ada) {
  const server = createFakeServer({
    ...(member && homeReplies(member)),
    'GET /users/reset-password/x': () => errorReply(400, 'bad_request', 'It is over.'),
  })
  vi.stubGlobal('fetch', server.fetch)
  if (member) storeToken('a-token', false)
  const { element, router } = createTestApp(path)
  render(element)
  return router
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

describe('signed out', () => {
  it.each([
    paths.createPost,
    '/posts/333333333333333',
    paths.friends,
    paths.spaces,
    paths.privacy,
    paths.profile,
    paths.admin,
  ])('%s leads to / and the sign-in', async (path) => {
    const router = visit(path)
    expect(await heading('Welcome back')).toBeTruthy()
    expect(router.state.location.pathname).toBe('/')
  })

  it.each(['/', '/login', '/no/such/place'])('%s shows the sign-in', async (path) => {
    const router = visit(path)
    expect(await heading('Welcome back')).toBeTruthy()
    expect(router.state.location.pathname).toBe(path)
  })
})

describe('signed in', () => {
  it('/login leads to /', async () => {
    const router = visit('/login', ada)
    expect(await heading('Home')).toBeTruthy()
    expect(router.state.location.pathname).toBe('/')
  })

  it.each([
    ['/register', 'Create your account'],
    ['/forgot-password', 'Forgot your password?'],
    ['/reset-password/x', 'This link does not work'],
    ['/verify/x', 'Verify your email'],
  ])('%s is there too', async (path, title) => {
    const router = visit(path, ada)
    expect(await heading(title)).toBeTruthy()
    expect(router.state.location.pathname).toBe(path)
  })

  it('an unknown path shows a way home', async () => {
    visit('/no/such/place', ada)
    const link = await screen.findByRole('link', { name: 'Go to the home feed' })
    expect(link.getAttribute('href')).toBe('/')
  })

  it('/admin is for administrators', async () => {
    const router = visit('/admin', ada)
    expect(await heading('Admin dashboard')).toBeTruthy()
    expect(router.state.location.pathname).toBe('/admin')
  })

  it('/admin leads everybody else to /', async () => {
    const router = visit('/admin', ben)
    expect(await heading('Home')).toBeTruthy()
    expect(router.state.location.pathname).toBe('/')
    expect(screen.queryByRole('link', { name: 'Admin' })).toBeNull()
  })
})

describe('getting around', () => {
  it('gives each place its title and moves focus to its heading', async () => {
    visit('/friends', ada)
    expect((await heading('Friends')).ownerDocument.title).toBe('Friends · Snug')
    const [link] = screen.getAllByRole('link', { name: 'Spaces' })
    await userEvent.click(link as HTMLElement)
    const spaces = await heading('Spaces')
    await waitFor(() => expect(document.activeElement).toBe(spaces))
    expect(document.title).toBe('Spaces · Snug')
    expect(link?.getAttribute('aria-current')).toBe('page')
  })

  it('opens the notifications from the bell and gives focus back', async () => {
    visit('/friends', ada)
    await heading('Friends')
    const [bell] = screen.getAllByRole('button', { name: 'Notifications' })
    await userEvent.click(bell as HTMLElement)
    expect(await screen.findByRole('dialog', { name: 'Notifications' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(bell))
  })

  it('says that the browser is offline, and that it is back', async () => {
    visit('/friends', ada)
    await heading('Friends')
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    window.dispatchEvent(new Event('offline'))
    expect(await screen.findByText(/You are offline/)).toBeTruthy()
    onLine.mockRestore()
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(screen.queryByText(/You are offline/)).toBeNull())
  })
})
