import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MESSAGES } from '../../contract/accounts.ts'
import {
  MESSAGES as PROOF_MESSAGES,
  type ProofChallenge,
} from '../../contract/registration-proof.ts'
import { createQueryClient } from '../app/query-client.ts'
import {
  createFakeServer,
  errorReply,
  messageReply,
  type Reply,
  type Routes,
} from '../platform/fake-server.ts'
import { RegisterScreen } from './register-screen.tsx'

const WELL = { Username: 'Ada', Email: 'ada@example.org', Password: 'Ada-Likes-Tea-4!' }

let chances: number[] = []

/** The sums come out as 3 + 4, then 10 + 1. */
beforeEach(() => {
  chances = [0.2, 0.3, 0.99, 0]
})

afterEach(() => vi.unstubAllGlobals())

const REGISTERED = messageReply(MESSAGES.registered, 201)

function visit(reply: Reply = REGISTERED, at = '/register', more: Routes = {}) {
  const server = createFakeServer({
    'GET /users/register/challenge': () => ({ status: 200, body: { challenge: null } }),
    'POST /users/register': () => reply,
    ...more,
    'POST /users/resend-verification': () => messageReply(MESSAGES.verificationMailSent),
  })
  vi.stubGlobal('fetch', server.fetch)
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[at]}>
        <RegisterScreen random={() => chances.shift() ?? 0} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return server
}

const box = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.change(box(label), { target: { value } })

function fill(values: Record<string, string> = {}) {
  const all = { ...WELL, 'What is 3 + 4?': '7', ...values }
  for (const [label, value] of Object.entries(all)) type(label, value)
}

function submit() {
  fireEvent.submit(box('Username').form as HTMLFormElement)
}

/** What is said at a field. */
function errorAt(label: string): string {
  const ids = box(label).getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ')
}

describe('a registration', () => {
  it('shows what the server said, clears the form and asks a fresh sum', async () => {
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
    fireEvent.click(screen.getByRole('button', { name: 'Change address' }))
    for (const label of [...Object.keys(WELL), 'What is 10 + 1?']) expect(box(label).value).toBe('')
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

describe('the proof of work', () => {
  const WORKING = 'One moment: a small task to keep robots out…'
  const NONCE = new Uint8Array(16).fill(7)
  const SALT = new Uint8Array(16).fill(3)
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
  /** The key of a counter, as the server derives it. */
  const keyOf = (counter: number) =>
    hex(pbkdf2(sha256, new Uint8Array([...NONCE, 0, 0, 0, counter]), SALT, { c: 2, dkLen: 32 }))
  const challenge: ProofChallenge = {
    parameters: {
      ...{ algorithm: 'PBKDF2/SHA-256', nonce: hex(NONCE), salt: hex(SALT), cost: 2 },
      ...{ keyLength: 32, keyPrefix: keyOf(5).slice(0, 32), keySignature: 'ab' },
      data: { expires: 0, network: 'here' },
    },
    signature: 'cd',
  }
  const proof = { challenge, solution: { counter: 5, derivedKey: keyOf(5) } }
  const asked = (): Reply => ({ status: 200, body: { challenge } })
  const CHALLENGE = 'GET /users/register/challenge'
  const REGISTER = 'POST /users/register'

  it.each([
    ['beside the page', crypto],
    // What every browser has, without the subtle half that only https brings.
    [
      'by the page itself, where the browser will not',
      { getRandomValues: crypto.getRandomValues.bind(crypto) },
    ],
  ])('is done %s and sent', async (_, crypto) => {
    vi.stubGlobal('crypto', crypto)
    const server = visit(REGISTERED, '/register', { [CHALLENGE]: asked })
    expect(server.count(CHALLENGE)).toBe(0)
    fireEvent.focus(box('Username'))
    await waitFor(() => expect(server.count(CHALLENGE)).toBe(1))
    fill()
    submit()
    expect(await screen.findByText(MESSAGES.registered)).toBeTruthy()
    expect(server.bodies(REGISTER)).toMatchObject([{ username: 'Ada', proof }])
    expect(server.count(CHALLENGE)).toBe(1)
  })

  it('is waited for, and it says so', async () => {
    const late = Promise.withResolvers<Reply>()
    const server = visit(REGISTERED, '/register', { [CHALLENGE]: () => late.promise })
    fill()
    submit()
    expect(await screen.findByText(WORKING)).toBeTruthy()
    expect(server.count(REGISTER)).toBe(0)
    late.resolve(asked())
    expect(await screen.findByText(MESSAGES.registered)).toBeTruthy()
  })

  it('is begun again where it could not be done', async () => {
    const replies: Reply[] = ['no answer']
    const server = visit(REGISTERED, '/register', { [CHALLENGE]: () => replies.pop() ?? asked() })
    fill()
    submit()
    expect((await screen.findByRole('alert')).textContent).toContain(MESSAGES.registerFailed)
    expect(server.count(REGISTER)).toBe(0)
    submit()
    expect(await screen.findByText(MESSAGES.registered)).toBeTruthy()
  })

  it('is done once more where it was no longer good, and then said', async () => {
    const refusal = errorReply(400, 'proof_needed', PROOF_MESSAGES.needed)
    const server = visit(refusal, '/register', { [CHALLENGE]: asked })
    fill()
    submit()
    expect((await screen.findByRole('alert')).textContent).toContain(PROOF_MESSAGES.needed)
    expect(server.bodies(REGISTER)).toHaveLength(2)
    expect(server.count(CHALLENGE)).toBe(2)
  })

  it('is not asked of who comes by an invitation', async () => {
    const server = visit(REGISTERED, '/register?invite=tea')
    fill()
    submit()
    expect(await screen.findByText(MESSAGES.registered)).toBeTruthy()
    expect(server.count(CHALLENGE)).toBe(0)
  })
})
