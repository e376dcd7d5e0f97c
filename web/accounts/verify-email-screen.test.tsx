import { fireEvent, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MESSAGES } from '../../contract/accounts.ts'
import { SERVER_MESSAGES } from '../../contract/registration.ts'
import { ada, createTestApp, homeReplies } from '../app/test-app.tsx'
import { createFakeServer, errorReply, messageReply, type Reply } from '../platform/fake-server.ts'

beforeEach(() => vi.stubGlobal('scrollTo', () => {}))
afterEach(() => vi.unstubAllGlobals())

function visit(
  reply: Reply | Promise<Reply>,
  resend: Reply = messageReply(MESSAGES.verificationMailSent),
) {
  const server = createFakeServer({
    'GET /users/verify/secret': () => reply,
    'POST /users/resend-verification': () => resend,
  })
  vi.stubGlobal('fetch', server.fetch)
  render(<StrictMode>{createTestApp('/verify/secret').element}</StrictMode>)
  return server
}

it('says that it is verifying, then that it is done; the link is used once', async () => {
  const answer = Promise.withResolvers<Reply>()
  const server = visit(answer.promise)
  expect(await screen.findByText('Verifying your email…')).toBeTruthy()
  answer.resolve({ status: 200, body: { msg: MESSAGES.verified, email: 'ada@example.org' } })
  expect(await screen.findByText(MESSAGES.verified)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login')
  expect(server.count('GET /users/verify/secret')).toBe(1)
  fireEvent.click(screen.getByRole('link', { name: 'Sign in' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('ada@example.org')
})

it('offers nothing that is refused to who waits to be let in', async () => {
  const msg = SERVER_MESSAGES.waiting
  visit({ status: 200, body: { msg, email: null, isWaiting: true } })
  expect(await screen.findByText(msg)).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Your registration is waiting')
  expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull()
})

it('signs in the browser that registered, once', async () => {
  localStorage.setItem('registered-browser', 'a1')
  const server = createFakeServer({
    ...homeReplies(ada),
    'POST /users/verify/secret': () => ({
      status: 200,
      body: { msg: MESSAGES.verified, email: ada.email, session: { token: 'hers', user: ada } },
    }),
  })
  vi.stubGlobal('fetch', server.fetch)
  render(<StrictMode>{createTestApp('/verify/secret').element}</StrictMode>)
  expect(await screen.findByRole('heading', { level: 1, name: 'Home' })).toBeTruthy()
  expect(server.bodies('POST /users/verify/secret')).toEqual([{ browserSecret: 'a1' }])
  expect(sessionStorage.getItem('token')).toBe('hers')
  expect(localStorage.getItem('registered-browser')).toBeNull()
})

it('offers another mail when the link is too old', async () => {
  const server = visit(errorReply(400, 'bad_request', 'This link is too old.'))
  expect(await screen.findByText('This link is too old.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Register' }).getAttribute('href')).toBe('/register')
  const email = screen.getByLabelText<HTMLInputElement>('Email')
  fireEvent.submit(email.form as HTMLFormElement)
  expect(screen.getByText(MESSAGES.resendEmailMissing)).toBeTruthy()
  fireEvent.change(email, { target: { value: 'ada@example.org' } })
  fireEvent.submit(email.form as HTMLFormElement)
  const sent = await screen.findByText(MESSAGES.verificationMailSent)
  expect(sent.closest('[role]')?.getAttribute('role')).toBe('status')
  expect(server.bodies('POST /users/resend-verification')).toEqual([{ email: 'ada@example.org' }])
})

it.each([
  [
    'in the words of the server',
    errorReply(429, 'too_many_requests', 'Please wait.'),
    'Please wait.',
  ],
  ['in ours', 'no answer' as const, MESSAGES.verificationMailFailed],
])('says %s that no other mail was sent', async (_, resend, sentence) => {
  visit({ status: 400 }, resend)
  expect(await screen.findByText(MESSAGES.verificationFailed)).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'ada@example.org' } })
  fireEvent.click(screen.getByRole('button', { name: 'Resend verification email' }))
  const failed = await screen.findByText(sentence)
  expect(failed.closest('[role]')?.getAttribute('role')).toBe('alert')
})

it('leads to registration, or to another try, when it fails otherwise', async () => {
  visit(errorReply(404, 'not_found', ''))
  expect(await screen.findByText(MESSAGES.verificationFailed)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Register' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

it('has a word for a link without an end', async () => {
  vi.stubGlobal('fetch', createFakeServer({}).fetch)
  render(createTestApp('/verify').element)
  expect(await screen.findByText(MESSAGES.verificationFallback)).toBeTruthy()
})
