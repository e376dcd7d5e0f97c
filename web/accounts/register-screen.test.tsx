import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MESSAGES } from '../../contract/accounts.ts'
import { errorReply, messageReply } from '../platform/fake-server.ts'
import {
  box,
  fill,
  REGISTERED,
  resetRegistration,
  submit,
  type,
  visit,
  WELL,
} from './test-registration.tsx'

/** What is said at a field. */
function errorAt(label: string): string {
  const ids = box(label).getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ')
}

beforeEach(resetRegistration)
afterEach(() => vi.unstubAllGlobals())

describe('a registration', () => {
  it('shows what the server said, and for another address asks the password and a fresh sum again', async () => {
    const server = visit()
    fill()
    submit()
    expect(await screen.findByText(MESSAGES.registered)).toBeTruthy()
    const browserSecret = localStorage.getItem('registered-browser')
    expect(browserSecret).toMatch(/^[0-9a-f]{64}$/)
    expect(server.bodies('POST /users/register')).toEqual([
      { username: 'Ada', email: 'ada@example.org', password: 'Ada-Likes-Tea-4!', browserSecret },
    ])
    await waitFor(() => expect(document.activeElement?.textContent).toBe(MESSAGES.registered))
    expect(screen.getByRole('heading', { name: 'Check ada@example.org' })).toBeTruthy()
    // As the mail is called, word for word.
    expect(screen.getByText(/^The mail is called “Verify your email for Snug”/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Change address' }))
    expect(document.activeElement).toBe(box('Email'))
    const inForm = (label: string) => box(label).value
    expect(['Username', 'Email', 'Password', 'What is 10 + 1?'].map(inForm)).toEqual([
      ...[WELL.Username, WELL.Email, '', ''],
    ])
  })

  it('names the password where the name that it corrects the address of is taken', async () => {
    const replies = [REGISTERED, errorReply(409, 'conflict', MESSAGES.usernameTaken)]
    visit(() => replies.shift() ?? REGISTERED)
    fill()
    submit()
    fireEvent.click(await screen.findByRole('button', { name: 'Change address' }))
    const again = {
      Email: 'ada@example.com',
      Password: 'Ada-Likes-Tee-4!',
      'What is 10 + 1?': '11',
    }
    for (const [label, value] of Object.entries(again)) type(label, value)
    submit()
    await waitFor(() => expect(errorAt('Username')).toContain(MESSAGES.usernameTaken))
    expect(errorAt('Username')).toContain('Perhaps the password is not the same as it was then.')
    type('Username', 'Adele')
    expect(errorAt('Username')).not.toContain('Perhaps')
  })

  it('has words of its own where the server has none', async () => {
    visit({ status: 201, body: { msg: '' } })
    fill()
    submit()
    expect(await screen.findByText(MESSAGES.registered)).toBeTruthy()
  })
})

describe('by the link for the first administrator', () => {
  it('says so, and sends what the link holds', async () => {
    const server = visit(messageReply(MESSAGES.registered, 201), '/register?host=secret')
    expect(screen.getByText('You will be the first administrator of this Snug.')).toBeTruthy()
    fill()
    submit()
    expect(await screen.findByText(MESSAGES.registered)).toBeTruthy()
    expect(server.bodies('POST /users/register')).toMatchObject([{ host: 'secret' }])
  })

  it('says that the link was used', async () => {
    visit(errorReply(400, 'bad_request', MESSAGES.hostLinkUsed), '/register?host=secret')
    fill()
    submit()
    expect(await screen.findByText(MESSAGES.hostLinkUsed)).toBeTruthy()
  })
})

it('offers the verification mail again where the email waits for it', async () => {
  const fields = { email: MESSAGES.emailWaiting }
  const body = { error: 'conflict', msg: MESSAGES.emailWaiting, message: MESSAGES.emailWaiting }
  const server = visit({ status: 409, body: { ...body, fields } })
  fill()
  expect(screen.queryByRole('button', { name: 'Resend verification email' })).toBeNull()
  submit()
  await waitFor(() => expect(errorAt('Email')).toContain(MESSAGES.emailWaiting))
  fireEvent.click(screen.getByRole('button', { name: 'Resend verification email' }))
  expect(await screen.findByText(MESSAGES.verificationMailSent)).toBeTruthy()
  expect(server.bodies('POST /users/resend-verification')).toEqual([{ email: WELL.Email }])
})

describe('the rules', () => {
  it.each([
    ['Username', 'ab', MESSAGES.usernameShort],
    ['Username', 'a'.repeat(20), MESSAGES.usernameLong],
    ['Username', 'with space', MESSAGES.usernameCharacters],
    ['Email', 'nobody', MESSAGES.emailInvalid],
    ['Password', 'Ab1!', MESSAGES.passwordShort],
    ['Password', 'ABCDEFG1!', MESSAGES.passwordLowercase],
    ['Password', 'abcdefg1!', MESSAGES.passwordUppercase],
    ['Password', 'Abcdefgh!', MESSAGES.passwordDigit],
    ['Password', 'Abcdefg1', MESSAGES.passwordSpecial],
  ])('%s "%s": said when the field is left', async (label, value, sentence) => {
    visit()
    type(label, value)
    expect(errorAt(label)).not.toContain(sentence)
    fireEvent.blur(box(label))
    await waitFor(() => expect(errorAt(label)).toContain(sentence))
    type(label, `${value}x`)
    expect(errorAt(label)).not.toContain(sentence)
  })

  it('are not said between a press that leaves the field and its click', async () => {
    visit()
    type('Email', 'nobody')
    fireEvent.pointerDown(screen.getByRole('link', { name: 'Sign in' }))
    fireEvent.blur(box('Email'))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(errorAt('Email')).not.toContain(MESSAGES.emailInvalid)
    fireEvent.pointerUp(screen.getByRole('link', { name: 'Sign in' }))
    await waitFor(() => expect(errorAt('Email')).toContain(MESSAGES.emailInvalid))
  })

  it('are all said when an empty form is sent, and focus goes to the first', () => {
    const server = visit()
    submit()
    expect(errorAt('Username')).toContain(MESSAGES.usernameShort)
    expect(errorAt('Email')).toContain(MESSAGES.emailRequired)
    expect(errorAt('Password')).toContain(MESSAGES.passwordRequired)
    expect(errorAt('What is 3 + 4?')).toContain(MESSAGES.captchaMissing)
    expect(document.activeElement).toBe(box('Username'))
    expect(server.count('POST /users/register')).toBe(0)
  })

  it('of the password are ticked off as it is typed', () => {
    visit()
    const rules = () =>
      within(screen.getByRole('list'))
        .getAllByRole('listitem')
        .map((rule) => rule.textContent?.endsWith(', done'))
    expect(rules()).toEqual([false, false, false, false, false])
    // Heard with the field, not only after it was refused; beside what is wrong with it.
    expect(errorAt('Password')).toContain('8 characters')
    submit()
    expect(errorAt('Password')).toContain('8 characters')
    expect(errorAt('Password')).toContain(MESSAGES.passwordRequired)
    type('Password', 'aB1')
    expect(rules()).toEqual([false, true, true, true, false])
    type('Password', 'aB1!aB1!')
    expect(rules()).toEqual([true, true, true, true, true])
  })
})

describe('the sum', () => {
  it('is asked anew after a wrong answer, and everything else stays', async () => {
    const server = visit()
    fill({ 'What is 3 + 4?': '8' })
    submit()
    expect(errorAt('What is 10 + 1?')).toContain(MESSAGES.captchaWrong)
    expect(box('What is 10 + 1?').value).toBe('')
    for (const [label, value] of Object.entries(WELL)) expect(box(label).value).toBe(value)
    expect(server.count('POST /users/register')).toBe(0)
    type('What is 10 + 1?', '11')
    submit()
    await waitFor(() => expect(server.count('POST /users/register')).toBe(1))
  })
})

describe('a refusal', () => {
  it.each([
    ['Username', MESSAGES.usernameTaken],
    ['Email', MESSAGES.emailTaken],
    ['Password', MESSAGES.passwordCommon],
  ])('that speaks of the %s stands there', async (label, sentence) => {
    visit(errorReply(409, 'conflict', sentence))
    fill()
    submit()
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(errorAt(label)).toContain(sentence)
    expect(errorAt(label)).not.toContain('Perhaps')
    expect(document.activeElement).toBe(box(label))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('that names its fields stands at them', async () => {
    visit(errorReply(400, 'validation_failed', 'Not so.', { email: MESSAGES.emailInvalid }))
    fill()
    submit()
    expect(await screen.findByText(MESSAGES.emailInvalid)).toBeTruthy()
    expect(errorAt('Email')).toContain(MESSAGES.emailInvalid)
  })

  it.each([
    [
      'that speaks of none is shown for the whole',
      errorReply(429, 'x', 'Try later.'),
      'Try later.',
    ],
    ['without words has ours', { status: 500 }, MESSAGES.registerFailed],
    ['by the network has ours', 'no answer' as const, MESSAGES.registerFailed],
  ])('%s, and nothing typed is lost', async (_, reply, sentence) => {
    visit(reply)
    fill()
    submit()
    expect((await screen.findByRole('alert')).textContent).toContain(sentence)
    for (const [label, value] of Object.entries(WELL)) expect(box(label).value).toBe(value)
  })
})
