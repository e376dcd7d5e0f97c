import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MESSAGES, RESET_REDIRECT_DELAY_MS } from '../../contract/accounts.ts'
import { accountScreens } from '../app/screens.ts'
import { createTestApp } from '../app/test-app.tsx'
import { createFakeServer, errorReply, messageReply, type Reply } from '../platform/fake-server.ts'
import { loadChunk } from '../platform/load-chunk.ts'

beforeEach(() => vi.stubGlobal('scrollTo', () => {}))

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function visit(path: string, title: string, routes: Parameters<typeof createFakeServer>[0]) {
  const server = createFakeServer(routes)
  vi.stubGlobal('fetch', server.fetch)
  const { element, router } = createTestApp(path)
  render(element)
  await screen.findByRole('heading', { level: 1, name: title })
  return { server, router }
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const submit = (label: string) =>
  fireEvent.submit(screen.getByLabelText<HTMLInputElement>(label).form as HTMLFormElement)

describe('a forgotten password', () => {
  async function ask(reply: Reply) {
    const visited = await visit('/forgot-password', 'Forgot your password?', {
      'POST /users/forgot-password': () => reply,
    })
    type('Email', 'ada@example.org')
    submit('Email')
    return visited
  }

  it('brings a mail', async () => {
    const { server } = await ask(messageReply(MESSAGES.resetMailSent))
    expect(await screen.findByText(MESSAGES.resetMailSent)).toBeTruthy()
    expect(server.bodies('POST /users/forgot-password')).toEqual([{ email: 'ada@example.org' }])
  })

  it('asked for too often is refused in the words of the server', async () => {
    await ask(errorReply(429, 'too_many_requests', 'Please wait a minute.'))
    expect(await screen.findByText('Please wait a minute.')).toBeTruthy()
  })

  it('that could not be asked for says so and keeps the address', async () => {
    await ask('no answer')
    expect(await screen.findByText(MESSAGES.resetMailFailed)).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.org')
  })

  it('needs an address', async () => {
    const { server } = await visit('/forgot-password', 'Forgot your password?', {})
    submit('Email')
    expect(screen.getByText(MESSAGES.emailRequired)).toBeTruthy()
    expect(server.count('POST /users/forgot-password')).toBe(0)
  })
})

describe('a reset link', () => {
  const open = (title: string, check: Reply, reset: Reply = messageReply(MESSAGES.resetDone)) =>
    visit('/reset-password/secret', title, {
      'GET /users/reset-password/secret': () => check,
      'POST /users/reset-password/secret': () => reset,
    })

  it('that works opens the form; the new password leads to /login after 2 seconds', async () => {
    const { server, router } = await open(
      'Reset your password',
      messageReply(MESSAGES.resetLinkValid),
    )
    await screen.findByLabelText('New password')
    // A redirect would show at once.
    await loadChunk(accountScreens.login)
    vi.useFakeTimers()
    type('New password', 'Tea-time')
    type('Repeat the new password', 'Tea-time')
    screen.getByLabelText('New password').focus()
    submit('New password')
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(screen.getByText(MESSAGES.resetDone)).toBeTruthy()
    // The form is gone with the focus: so it is read.
    expect(document.activeElement?.textContent).toBe(MESSAGES.resetDone)
    expect(server.bodies('POST /users/reset-password/secret')).toEqual([{ password: 'Tea-time' }])
    await act(() => vi.advanceTimersByTimeAsync(RESET_REDIRECT_DELAY_MS - 1))
    expect(router.state.location.pathname).toBe('/reset-password/secret')
    await act(() => vi.advanceTimersByTimeAsync(1))
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  })

  it.each([
    ['Tea-time', 'Tea-tim', MESSAGES.passwordsDiffer],
    ['tea', 'tea', MESSAGES.passwordShortAtReset],
  ])('refuses "%s" and "%s"', async (password, repeated, sentence) => {
    const { server } = await open('Reset your password', messageReply(MESSAGES.resetLinkValid))
    await screen.findByLabelText('New password')
    type('New password', password)
    type('Repeat the new password', repeated)
    submit('New password')
    expect(screen.getByText(sentence)).toBeTruthy()
    expect(server.count('POST /users/reset-password/secret')).toBe(0)
  })

  it.each([
    [
      'has words',
      errorReply(400, 'bad_request', MESSAGES.resetLinkInvalid),
      MESSAGES.resetLinkInvalid,
    ],
    ['has none', { status: 500 }, MESSAGES.resetFailed],
  ])('whose reset fails says so when the server %s', async (_, reset, sentence) => {
    await open('Reset your password', messageReply(MESSAGES.resetLinkValid), reset)
    await screen.findByLabelText('New password')
    type('New password', 'Tea-time')
    type('Repeat the new password', 'Tea-time')
    submit('New password')
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Request a new link' })).toBeTruthy()
  })

  it('that does not work leads to a new one', async () => {
    await open('This link does not work', errorReply(400, 'bad_request', MESSAGES.resetLinkInvalid))
    expect(screen.getByText(MESSAGES.resetLinkInvalid)).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Request a new link' })
    expect(link.getAttribute('href')).toBe('/forgot-password')
  })

  it.each([
    errorReply(429, 'too_many_requests', 'Wait.'),
    // As a proxy answers whose server is away.
    { status: 403 },
    { status: 404 },
    { status: 408 },
  ])('that could not be checked is not called invalid: $status', async (reply) => {
    await open('Reset your password', reply)
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
    expect(screen.queryByText(MESSAGES.resetLinkInvalid)).toBeNull()
  })
})
