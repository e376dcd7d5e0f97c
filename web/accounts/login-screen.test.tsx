import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LOGIN_RETRY_DELAY_MS, LOGIN_TIMEOUT_MS, MESSAGES } from '../../contract/accounts.ts'
import { NOT_READY } from '../../contract/errors.ts'
import { SERVER_MESSAGES } from '../../contract/registration.ts'
import { ada, createTestApp, homeReplies, loginReply } from '../app/test-app.tsx'
import { createFakeServer, errorReply, messageReply, type Reply } from '../platform/fake-server.ts'
import { email, fill, heading, password, resetSignIn, submit } from './test-sign-in.tsx'

/** Replies to one login after the other; the last one stands for all further ones. */
async function visit(path: string, ...replies: Reply[]) {
  const server = createFakeServer({
    ...homeReplies(ada),
    'POST /users/login': () => (replies.length > 1 ? replies.shift() : replies[0]) ?? 'no answer',
    'POST /users/resend-verification': () => messageReply(MESSAGES.verificationMailSent),
  })
  vi.stubGlobal('fetch', server.fetch)
  const { element, router } = createTestApp(path)
  render(element)
  await heading('Welcome back')
  return { server, router }
}

const STARTING = errorReply(503, NOT_READY, 'Snug is starting up.')

beforeEach(() => vi.stubGlobal('scrollTo', () => {}))
afterEach(resetSignIn)

describe('signing in', () => {
  it('goes home and keeps the token for this tab only', async () => {
    const { server, router } = await visit('/login', loginReply(ada))
    fill()
    submit()
    expect(await heading('Home')).toBeTruthy()
    expect(router.state.location.pathname).toBe('/')
    expect(sessionStorage.getItem('token')).toBe('token-of-Ada')
    expect(localStorage.getItem('token')).toBeNull()
    expect(server.bodies('POST /users/login')).toEqual([
      { email: 'ada@example.org', password: 'Ada-Likes-Tea-4!', rememberMe: false },
    ])
  })

  it('keeps the token on the device with remember me', async () => {
    const { server } = await visit('/login', loginReply(ada))
    fill()
    fireEvent.click(screen.getByLabelText('Remember me (30 days)'))
    submit()
    await heading('Home')
    expect(localStorage.getItem('token')).toBe('token-of-Ada')
    expect(server.bodies('POST /users/login')).toMatchObject([{ rememberMe: true }])
  })

  it('takes the email along to where a password is forgotten, and into no URL', async () => {
    const { router } = await visit('/login')
    fireEvent.change(email(), { target: { value: 'ada@example.org' } })
    fireEvent.click(screen.getByRole('link', { name: 'Forgot password?' }))
    await heading('Forgot your password?')
    expect(email().value).toBe('ada@example.org')
    const { pathname, search, hash } = router.state.location
    expect([pathname, search, hash]).toEqual(['/forgot-password', '', ''])
  })

  it('goes home from an unknown path as well', async () => {
    const { router } = await visit('/no/such/place', loginReply(ada))
    fill()
    submit()
    await heading('Home')
    expect(router.state.location.pathname).toBe('/')
  })

  it('sends once however often it is pressed', async () => {
    const { server } = await visit(
      '/login',
      errorReply(400, 'bad_request', MESSAGES.wrongCredentials),
    )
    fill()
    submit()
    submit()
    await screen.findByText(MESSAGES.wrongCredentials)
    expect(server.count('POST /users/login')).toBe(1)
  })
})

describe('what is wrong', () => {
  it('is said at the fields, and focus goes to the first', async () => {
    const { server } = await visit('/login', loginReply(ada))
    submit()
    expect(screen.getByText(MESSAGES.emailRequired)).toBeTruthy()
    expect(screen.getByText(MESSAGES.passwordRequired)).toBeTruthy()
    expect(document.activeElement).toBe(email())
    expect(server.count('POST /users/login')).toBe(0)
  })

  it('includes a password that is too short', async () => {
    await visit('/login', loginReply(ada))
    expect(password().minLength).toBe(6)
    fill({ email: 'ada@example.org', password: 'abcde' })
    submit()
    expect(screen.getByText(MESSAGES.passwordShortAtReset)).toBeTruthy()
    expect(document.activeElement).toBe(password())
  })

  it('is said in the words of the server, and nothing typed is lost', async () => {
    await visit('/login', errorReply(400, 'bad_request', MESSAGES.wrongCredentials))
    fill()
    submit()
    expect(await screen.findByText(MESSAGES.wrongCredentials)).toBeTruthy()
    expect([email().value, password().value]).toEqual(['ada@example.org', 'Ada-Likes-Tea-4!'])
  })

  it('is said plainly when the server has no words', async () => {
    await visit('/login', { status: 500 })
    fill()
    submit()
    expect(await screen.findByText(MESSAGES.loginFailed)).toBeTruthy()
  })

  it('is the network: nothing typed is lost', async () => {
    await visit('/login', 'no answer')
    fill()
    submit()
    expect(await screen.findByText(MESSAGES.loginFailed)).toBeTruthy()
    expect(screen.getByText(/could not reach Snug/)).toBeTruthy()
    expect(password().value).toBe('Ada-Likes-Tea-4!')
  })

  it('is that nobody let them in yet: there is no mail to send again', async () => {
    const { stillWaiting } = SERVER_MESSAGES
    await visit('/login', errorReply(403, 'forbidden', stillWaiting))
    fill()
    submit()
    expect(await screen.findByText(stillWaiting)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Resend verification email' })).toBeNull()
  })

  it('is an unverified address: another mail is offered in place', async () => {
    const { server } = await visit('/login', errorReply(403, 'forbidden', MESSAGES.notVerified))
    fill()
    submit()
    expect(await screen.findByText(MESSAGES.notVerified)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Resend verification email' }))
    expect(await screen.findByText(MESSAGES.verificationMailSent)).toBeTruthy()
    expect(server.bodies('POST /users/resend-verification')).toEqual([{ email: 'ada@example.org' }])
  })
})

describe('a server that is starting up', () => {
  const wait = () => act(() => vi.advanceTimersByTimeAsync(LOGIN_RETRY_DELAY_MS))

  async function pressSignIn(...replies: Reply[]) {
    const visited = await visit('/login', ...replies)
    vi.useFakeTimers()
    fill()
    submit()
    await act(() => vi.advanceTimersByTimeAsync(0))
    return visited
  }

  it('is asked again after 2 seconds, saying so', async () => {
    const { server } = await pressSignIn(STARTING, loginReply(ada))
    expect(screen.getByText('Server is starting up... Retrying in 2 seconds (1/3)')).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(LOGIN_RETRY_DELAY_MS - 1))
    expect(server.count('POST /users/login')).toBe(1)
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(server.count('POST /users/login')).toBe(2)
    expect(sessionStorage.getItem('token')).toBe('token-of-Ada')
  })

  it('is asked three times at most', async () => {
    const { server } = await pressSignIn(STARTING)
    await wait()
    expect(screen.getByText('Server is starting up... Retrying in 2 seconds (2/3)')).toBeTruthy()
    await wait()
    await wait()
    expect(server.count('POST /users/login')).toBe(3)
    expect(screen.getByText('Snug is starting up.')).toBeTruthy()
    expect(screen.queryByText(/Retrying/)).toBeNull()
  })

  it.each([
    ['another 503', errorReply(503, 'busy', 'Busy.')],
    ['a 500', errorReply(500, NOT_READY, 'Broken.')],
    ['no answer', 'no answer' as const],
  ])('is not what %s means', async (_, reply) => {
    const { server } = await pressSignIn(reply, loginReply(ada))
    await wait()
    expect(server.count('POST /users/login')).toBe(1)
  })

  it('is given up on after 10 seconds without an answer', async () => {
    const visited = await visit('/login', loginReply(ada))
    vi.stubGlobal(
      'fetch',
      createFakeServer({ 'POST /users/login': () => new Promise(() => {}) }).fetch,
    )
    vi.useFakeTimers()
    fill()
    submit()
    await act(() => vi.advanceTimersByTimeAsync(LOGIN_TIMEOUT_MS - 1))
    expect(screen.queryByText(MESSAGES.loginFailed)).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(screen.getByText(MESSAGES.loginFailed)).toBeTruthy()
    expect(visited.router.state.location.pathname).toBe('/login')
  })
})
