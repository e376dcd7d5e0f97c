import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MESSAGES, RESET_REDIRECT_DELAY_MS } from '../../contract/accounts.ts'
import { MESSAGES as LINK_MESSAGES } from '../../contract/mailed-links.ts'
import { CLOSED } from '../../contract/realtime.ts'
import { accountScreens } from '../app/screens.ts'
import { ada, createTestApp, homeReplies } from '../app/test-app.tsx'
import {
  createFakeServer,
  deferredReply,
  errorReply,
  messageReply,
} from '../platform/fake-server.ts'
import { loadChunk } from '../platform/load-chunk.ts'
import { FakeSocket } from '../platform/realtime/fake-socket.ts'
import { readToken, storeToken } from '../platform/token-store.ts'

const ENDED = errorReply(401, 'unauthorized', MESSAGES.sessionEnded)
const CHECK = 'GET /users/reset-password/secret'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.stubGlobal('scrollTo', () => {})
  FakeSocket.reset()
  storeToken('mine', true)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

/** `route`: what the server does when the link is used, which it answers when the test says so. */
async function visit(path: string, route: string) {
  const used = deferredReply()
  const server = createFakeServer({
    ...homeReplies(ada),
    'POST /users/refresh-token': () => ENDED,
    // It works once.
    [CHECK]: () =>
      server.count(CHECK) > 1
        ? errorReply(400, 'bad_request', MESSAGES.resetLinkInvalid)
        : messageReply(MESSAGES.resetLinkValid),
    [route]: used.reply,
  })
  vi.stubGlobal('fetch', server.fetch)
  const app = createTestApp(path, FakeSocket)
  render(app.element)
  await waitFor(() => expect(FakeSocket.opened).toHaveLength(1))
  await act(async () => FakeSocket.last.becomeReady())
  // A way there would show at once.
  await loadChunk(accountScreens.login)
  return { ...app, server, answer: used.answer }
}

/** The server closes what this device has open; the token is refused from now on. */
async function loseSession() {
  act(() => FakeSocket.last.drop(CLOSED.unauthorized))
  await waitFor(() => expect(readToken()).toBeNull())
  await act(() => vi.advanceTimersByTimeAsync(0))
}

/** What the screen was told of the link is kept, or it would be asked for again. */
const drawAnew = (router: ReturnType<typeof createTestApp>['router']) =>
  act(() => router.navigate('/reset-password/secret?anew', { replace: true }))

function choosePassword() {
  for (const label of ['New password', 'Repeat the new password'])
    fireEvent.change(screen.getByLabelText(label), { target: { value: 'Tea-time' } })
  fireEvent.click(screen.getByRole('button', { name: 'Reset password' }))
}

const ORDERS = [['before'], ['after']]

describe('a new password, while signed in', () => {
  const open = async () => {
    const visited = await visit('/reset-password/secret', 'POST /users/reset-password/secret')
    await screen.findByLabelText('New password')
    return visited
  }

  it.each(ORDERS)('is confirmed where the session is lost %s the answer', async (order) => {
    const { router, queryClient, server, answer } = await open()
    queryClient.setQueryData(['private'], 'words')
    choosePassword()
    if (order === 'before') await loseSession()
    await act(async () => answer(messageReply(MESSAGES.resetDone)))
    expect(await screen.findByText(MESSAGES.resetDone)).toBeTruthy()
    if (order === 'after') await loseSession()
    expect(screen.getByText(MESSAGES.resetDone)).toBeTruthy()
    expect(screen.queryByText(MESSAGES.sessionEnded)).toBeNull()
    expect(router.state.location.pathname).toBe('/reset-password/secret')
    await drawAnew(router)
    expect(server.count(CHECK)).toBe(1)
    expect(queryClient.getQueryData(['private'])).toBeUndefined()
    await act(() => vi.advanceTimersByTimeAsync(RESET_REDIRECT_DELAY_MS))
    expect(await heading('Welcome back')).toBeTruthy()
    expect(router.state.location.pathname).toBe('/login')
  })

  it('of somebody else leaves the member signed in', async () => {
    const { router, answer } = await open()
    choosePassword()
    await act(async () => answer(messageReply(MESSAGES.resetDone)))
    await screen.findByText(MESSAGES.resetDone)
    await act(() => vi.advanceTimersByTimeAsync(RESET_REDIRECT_DELAY_MS))
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    expect(readToken()).toBe('mine')
  })

  it('lets a session that is lost elsewhere end as ever', async () => {
    const { router } = await open()
    await act(() => router.navigate('/forgot-password'))
    await heading('Forgot your password?')
    await loseSession()
    expect(await heading('Welcome back')).toBeTruthy()
    expect(screen.getByText(MESSAGES.sessionEnded)).toBeTruthy()
  })
})

describe.each([
  ['/secure-account/mailed', 'POST /users/not-me/mailed', 'Sign every device out'],
  ['/undo-email/mailed', 'POST /users/email-undo/mailed', 'Take my account back'],
])('%s, while signed in', (path, route, label) => {
  it.each(ORDERS)('opens the reset where the session is lost %s the answer', async (order) => {
    const { router, queryClient, server, answer } = await visit(path, route)
    queryClient.setQueryData(['private'], 'words')
    fireEvent.click(await screen.findByRole('button', { name: label }))
    if (order === 'before') await loseSession()
    await act(async () => answer({ status: 200, body: { resetToken: 'secret', codesEndAt: null } }))
    await screen.findByLabelText('New password')
    if (order === 'after') await loseSession()
    expect(screen.getByLabelText('New password')).toBeTruthy()
    expect(screen.queryByText(MESSAGES.sessionEnded)).toBeNull()
    expect(router.state.location.pathname).toBe('/reset-password/secret')
    await drawAnew(router)
    expect(server.count(CHECK)).toBe(1)
    expect(queryClient.getQueryData(['private'])).toBeUndefined()
  })

  it.each([
    ['says when codes end that were turned on of late', '2026-11-28T12:00:00.000Z', 1],
    ['says nothing of codes where none end', null, 0],
  ])('%s', async (_what, codesEndAt, banners) => {
    const { answer } = await visit(path, route)
    fireEvent.click(await screen.findByRole('button', { name: label }))
    await act(async () => answer({ status: 200, body: { resetToken: 'secret', codesEndAt } }))
    await screen.findByLabelText('New password')
    expect(screen.queryAllByText(/^Codes were turned on in the last week\./)).toHaveLength(banners)
    if (codesEndAt)
      expect(
        screen.getByText(LINK_MESSAGES.codesEnd(new Date(codesEndAt).toLocaleString())),
      ).toBeTruthy()
  })

  it('that is refused can be pressed again', async () => {
    const { answer } = await visit(path, route)
    const button = await screen.findByRole('button', { name: label })
    fireEvent.click(button)
    await act(async () => answer('no answer'))
    await waitFor(() => expect(button.getAttribute('aria-busy')).not.toBe('true'))
  })
})

describe('a link that does not work any more', () => {
  const press = async (path: string, route: string, label: string) => {
    const visited = await visit(path, route)
    fireEvent.click(await screen.findByRole('button', { name: label }))
    const refused = errorReply(400, 'bad_request', LINK_MESSAGES.linkInvalid)
    await act(async () => visited.answer(refused))
    await screen.findByText(LINK_MESSAGES.linkInvalid)
    expect(screen.queryByRole('button', { name: label })).toBeNull()
    return visited
  }

  it('leads to a new password, which signs every device out as well', async () => {
    const route = 'POST /users/not-me/mailed'
    const { router } = await press('/secure-account/mailed', route, 'Sign every device out')
    fireEvent.click(screen.getByRole('link', { name: 'Choose a new password' }))
    await heading('Forgot your password?')
    expect(router.state.location.pathname).toBe('/forgot-password')
  })

  it('of a mailbox that is not the account’s any more says whom to ask', async () => {
    const route = 'POST /users/email-undo/mailed'
    await press('/undo-email/mailed', route, 'Take my account back')
    expect(screen.getByText('Ask whoever runs this community.')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Choose a new password' })).toBeNull()
  })
})
