import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LOGIN_RETRY_DELAY_MS, LOGIN_TIMEOUT_MS, MESSAGES } from '../../contract/accounts.ts'
import { MESSAGES as ARCHIVE_MESSAGES, type ArchiveStatus } from '../../contract/archive.ts'
import { NOT_READY } from '../../contract/errors.ts'
import { SERVER_MESSAGES } from '../../contract/registration.ts'
import { MESSAGES as FACTOR_MESSAGES } from '../../contract/second-factor.ts'
import { MESSAGES as SUSPENSION_MESSAGES, suspension } from '../../contract/suspension.ts'
import { ada, createTestApp, homeReplies, loginReply } from '../app/test-app.tsx'
import { createFakeServer, errorReply, messageReply, type Reply } from '../platform/fake-server.ts'

/** The page looks by itself. */
const SOON = { timeout: 10_000 }
const STARTING = errorReply(503, NOT_READY, 'Snug is starting up.')

beforeEach(() => vi.stubGlobal('scrollTo', () => {}))

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

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

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const email = () => screen.getByLabelText<HTMLInputElement>('Email')
const password = () => screen.getByLabelText<HTMLInputElement>('Password')

function fill(typed = { email: 'ada@example.org', password: 'Ada-Likes-Tea-4!' }) {
  fireEvent.change(email(), { target: { value: typed.email } })
  fireEvent.change(password(), { target: { value: typed.password } })
}

function submit() {
  fireEvent.submit(email().form as HTMLFormElement)
}

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

describe('who is suspended', () => {
  it('reads why, writes once and finds the answer', async () => {
    const sentence = SUSPENSION_MESSAGES.suspended(null, 'Too unkind')
    let appeal: object | null = null
    const server = createFakeServer({
      'POST /users/login': () => errorReply(403, 'suspended', sentence),
      'POST /users/suspension': () => ({
        status: 200,
        body: suspension.parse({ until: null, reason: 'Too unkind', appeal }),
      }),
      'POST /users/appeal': () => {
        appeal = { text: 'I am sorry', createdAt: ada.createdAt, answer: '' }
        return messageReply(SUSPENSION_MESSAGES.appealSent, 201)
      },
    })
    vi.stubGlobal('fetch', server.fetch)
    render(createTestApp('/login').element)
    await heading('Welcome back')
    fill()
    submit()
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Resend verification email' })).toBeNull()
    const box = await screen.findByLabelText('Write to the administrators')
    fireEvent.change(box, { target: { value: 'I am sorry' } })
    fireEvent.click(screen.getByRole('button', { name: 'Send' }))
    expect(await screen.findByText(SUSPENSION_MESSAGES.appealSent)).toBeTruthy()
    expect(server.bodies('POST /users/appeal')).toEqual([
      { email: 'ada@example.org', password: 'Ada-Likes-Tea-4!', text: 'I am sorry' },
    ])
  })

  it('takes their data along, by a code where the account asks for one', async () => {
    const PATH = 'POST /users/suspension/archive'
    const pass = { pass: '1.2.three' }
    let isOver = false
    let archive: ArchiveStatus = {
      ...{ state: 'making', problem: null, bytes: null, expiresAt: null, nextAt: null },
    }
    const server = createFakeServer({
      'POST /users/login': () => errorReply(403, 'suspended', 'Kept out'),
      'POST /users/suspension': () => errorReply(503, 'busy', ''),
      [PATH]: ({ body }) =>
        (body as { code?: string }).code
          ? { status: 200, body: { ...pass, archive } }
          : errorReply(401, 'second_factor_needed', FACTOR_MESSAGES.needed),
      [`${PATH}/status`]: () =>
        isOver
          ? errorReply(403, 'forbidden', ARCHIVE_MESSAGES.passOver)
          : { status: 200, body: archive },
      [`${PATH}/link`]: () => ({ status: 200, body: { url: '/api/users/archives/1?signature=x' } }),
      [`${PATH}/again`]: () => errorReply(403, 'forbidden', ARCHIVE_MESSAGES.passOver),
    })
    vi.stubGlobal('fetch', server.fetch)
    const assign = vi.fn()
    render(createTestApp('/login').element)
    await heading('Welcome back')
    fill()
    submit()
    const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
    await screen.findByRole('button', { name: 'Download my data' })
    press('Download my data')
    const code = await screen.findByLabelText('Code')
    expect(document.activeElement).toBe(code)
    press('Download my data')
    expect(await screen.findByText(FACTOR_MESSAGES.codeRequired)).toBeTruthy()
    fireEvent.change(code, { target: { value: '123456' } })
    press('Download my data')
    const told = await screen.findByText(ARCHIVE_MESSAGES.begunByMail)
    expect(document.activeElement).toBe(told)
    expect(server.bodies(PATH).at(-1)).toEqual({
      ...{ email: 'ada@example.org', password: 'Ada-Likes-Tea-4!', code: '123456' },
    })
    archive = { ...archive, state: 'ready', bytes: 2 ** 21, expiresAt: '2026-01-22T12:00:00.000Z' }
    await screen.findByText(/It has 2\.0 MB/, {}, SOON)
    vi.stubGlobal('location', { ...location, href: location.href, assign })
    press('Download my archive')
    await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/api/users/archives/1?signature=x'))
    // An hour later.
    press('Ask for a new one')
    expect(await screen.findByText(ARCHIVE_MESSAGES.passOver)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Download my data' })).toBeTruthy()
    // And once more, while it is packed: nobody presses anything.
    archive = { ...archive, state: 'making', bytes: null, expiresAt: null }
    isOver = true
    press('Download my data')
    fireEvent.change(await screen.findByLabelText('Code'), { target: { value: '123456' } })
    press('Download my data')
    const over = await screen.findByText(ARCHIVE_MESSAGES.passOverWhilePacking, {}, SOON)
    expect(screen.queryByText(ARCHIVE_MESSAGES.begunByMail)).toBeNull()
    expect(document.activeElement?.contains(over)).toBe(true)
    expect(screen.getByRole('button', { name: 'Download my data' })).toBeTruthy()
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
