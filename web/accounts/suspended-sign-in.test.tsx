import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MESSAGES as ARCHIVE_MESSAGES, type ArchiveStatus } from '../../contract/archive.ts'
import { MESSAGES as FACTOR_MESSAGES } from '../../contract/second-factor.ts'
import { MESSAGES as SUSPENSION_MESSAGES, suspension } from '../../contract/suspension.ts'
import { ada, createTestApp } from '../app/test-app.tsx'
import { createFakeServer, errorReply, messageReply } from '../platform/fake-server.ts'
import { fill, heading, resetSignIn, submit } from './test-sign-in.tsx'

beforeEach(() => vi.stubGlobal('scrollTo', () => {}))
afterEach(resetSignIn)

describe('who is suspended', () => {
  it('reads why, writes once and finds the answer', async () => {
    const sentence = SUSPENSION_MESSAGES.suspended(null, 'Too unkind')
    let appeal: object | null = null
    let isAway = true
    const server = createFakeServer({
      'POST /users/login': () => errorReply(403, 'suspended', sentence),
      'POST /users/suspension': () =>
        isAway
          ? errorReply(429, 'too_many_requests', 'Later.')
          : {
              status: 200,
              body: suspension.parse({ until: null, reason: 'Too unkind', appeal }),
            },
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
    const again = await screen.findByRole('button', { name: 'Try again' })
    isAway = false
    fireEvent.click(again)
    const box = await screen.findByLabelText('Write to the administrators')
    fireEvent.change(box, { target: { value: 'I am sorry' } })
    const send = screen.getByRole('button', { name: 'Send' })
    act(() => send.focus())
    fireEvent.click(send)
    const sent = await screen.findByText(SUSPENSION_MESSAGES.appealSent)
    expect(document.activeElement?.contains(sent)).toBe(true)
    expect(document.activeElement).not.toBe(document.body)
    expect(server.bodies('POST /users/appeal')).toEqual([
      { email: 'ada@example.org', password: 'Ada-Likes-Tea-4!', text: 'I am sorry' },
    ])
  })

  it('reads what they wrote where the answer to that was lost', async () => {
    let appeal: object | null = null
    const server = createFakeServer({
      'POST /users/login': () => errorReply(403, 'suspended', 'Kept out'),
      'POST /users/suspension': () => ({
        status: 200,
        body: suspension.parse({ until: null, reason: 'Too unkind', appeal }),
      }),
      'POST /users/appeal': () => {
        if (appeal) return errorReply(409, 'conflict', SUSPENSION_MESSAGES.appealSentAlready)
        appeal = { text: 'I am sorry', createdAt: ada.createdAt, answer: 'Come back.' }
        return 'no answer'
      },
    })
    vi.stubGlobal('fetch', server.fetch)
    render(createTestApp('/login').element)
    await heading('Welcome back')
    fill()
    submit()
    const box = await screen.findByLabelText('Write to the administrators')
    fireEvent.change(box, { target: { value: 'I am sorry' } })
    fireEvent.click(screen.getByRole('button', { name: 'Send' }))
    expect(await screen.findByText(SUSPENSION_MESSAGES.appealFailed)).toBeTruthy()
    expect(screen.queryByText('I am sorry', { selector: 'p' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Send' }))
    expect(await screen.findByText('Come back.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull()
  })

  it('writes by a code where the account asks for one', async () => {
    let appeal: object | null = null
    const server = createFakeServer({
      'POST /users/login': () => errorReply(403, 'suspended', 'Kept out'),
      'POST /users/suspension': () => ({
        status: 200,
        body: suspension.parse({ until: null, reason: 'Too unkind', appeal }),
      }),
      'POST /users/appeal': ({ body }) => {
        const { code } = body as { code?: string }
        if (!code) return errorReply(401, 'second_factor_needed', FACTOR_MESSAGES.needed)
        if (code !== '123456')
          return errorReply(400, 'bad_request', FACTOR_MESSAGES.codeWrong, {
            code: FACTOR_MESSAGES.codeWrong,
          })
        appeal = { text: 'I am sorry', createdAt: ada.createdAt, answer: '' }
        return messageReply(SUSPENSION_MESSAGES.appealSent, 201)
      },
    })
    vi.stubGlobal('fetch', server.fetch)
    render(createTestApp('/login').element)
    await heading('Welcome back')
    fill()
    submit()
    const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send' }))
    const box = await screen.findByLabelText('Write to the administrators')
    fireEvent.change(box, { target: { value: 'I am sorry' } })
    send()
    const code = await screen.findByLabelText('Code')
    await waitFor(() => expect(document.activeElement).toBe(code))
    send()
    expect(await screen.findByText(FACTOR_MESSAGES.codeRequired)).toBeTruthy()
    fireEvent.change(code, { target: { value: '654321' } })
    send()
    expect(await screen.findByText(FACTOR_MESSAGES.codeWrong)).toBeTruthy()
    fireEvent.change(code, { target: { value: '123456' } })
    send()
    expect(await screen.findByText(SUSPENSION_MESSAGES.appealSent)).toBeTruthy()
    const typed = { email: 'ada@example.org', password: 'Ada-Likes-Tea-4!', text: 'I am sorry' }
    expect(server.bodies('POST /users/appeal')).toEqual([
      typed,
      { ...typed, code: '654321' },
      { ...typed, code: '123456' },
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
    await waitFor(() => expect(document.activeElement).toBe(code))
    press('Download my data')
    expect(await screen.findByText(FACTOR_MESSAGES.codeRequired)).toBeTruthy()
    fireEvent.change(code, { target: { value: '123456' } })
    press('Download my data')
    const told = await screen.findByText(ARCHIVE_MESSAGES.begunByMail)
    await waitFor(() => expect(document.activeElement).toBe(told))
    expect(server.bodies(PATH).at(-1)).toEqual({
      ...{ email: 'ada@example.org', password: 'Ada-Likes-Tea-4!', code: '123456' },
    })
    archive = { ...archive, state: 'ready', bytes: 2 ** 21, expiresAt: '2026-01-22T12:00:00.000Z' }
    await screen.findByText(/It has 2\.0 MB/)
    vi.stubGlobal('location', { ...location, href: location.href, assign })
    press('Download my archive')
    await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/api/users/archives/1?signature=x'))
    // An hour later.
    press('Ask for a new one')
    expect(await screen.findByText(ARCHIVE_MESSAGES.passOver)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Download my data' })).toBeTruthy()
    // The same a second time is read out like the first.
    press('Download my data')
    fireEvent.change(await screen.findByLabelText('Code'), { target: { value: '123456' } })
    press('Download my data')
    await screen.findByText(/It has 2\.0 MB/)
    press('Ask for a new one')
    const again = await screen.findByText(ARCHIVE_MESSAGES.passOver)
    await waitFor(() => expect(document.activeElement).toBe(again.closest('[tabindex]')))
    // And once more, while it is packed: nobody presses anything.
    archive = { ...archive, state: 'making', bytes: null, expiresAt: null }
    isOver = true
    press('Download my data')
    fireEvent.change(await screen.findByLabelText('Code'), { target: { value: '123456' } })
    press('Download my data')
    const over = await screen.findByText(ARCHIVE_MESSAGES.passOverWhilePacking)
    expect(screen.queryByText(ARCHIVE_MESSAGES.begunByMail)).toBeNull()
    // The focus comes a moment later.
    await waitFor(() => expect(document.activeElement?.contains(over)).toBe(true))
    expect(screen.getByRole('button', { name: 'Download my data' })).toBeTruthy()
  })

  it('reads why where suspension or password changed while their data is packed', async () => {
    const PATH = 'POST /users/suspension/archive'
    const archive: ArchiveStatus = {
      ...{ state: 'making', problem: null, bytes: null, expiresAt: null, nextAt: null },
    }
    const server = createFakeServer({
      'POST /users/login': () => errorReply(403, 'suspended', 'Kept out'),
      'POST /users/suspension': () => errorReply(503, 'busy', ''),
      [PATH]: () => ({ status: 200, body: { pass: '1.2.three', archive } }),
      [`${PATH}/status`]: () => errorReply(403, 'forbidden', ARCHIVE_MESSAGES.passEnded),
    })
    vi.stubGlobal('fetch', server.fetch)
    render(createTestApp('/login').element)
    await heading('Welcome back')
    fill()
    submit()
    fireEvent.click(await screen.findByRole('button', { name: 'Download my data' }))
    await screen.findByText(ARCHIVE_MESSAGES.begunByMail)
    expect(await screen.findByText(ARCHIVE_MESSAGES.passEnded)).toBeTruthy()
    expect(screen.queryByText(ARCHIVE_MESSAGES.begunByMail)).toBeNull()
  })

  it('by a passkey takes their data along, and reads how to write', async () => {
    const bytes = new Uint8Array([1, 2, 3]).buffer
    const response = { authenticatorData: bytes, clientDataJSON: bytes, signature: bytes }
    const credential = {
      ...{ id: 'AQID', rawId: bytes, type: 'public-key', response },
      getClientExtensionResults: () => ({}),
    }
    vi.stubGlobal('isSecureContext', true)
    vi.stubGlobal('PublicKeyCredential', class {})
    vi.stubGlobal('navigator', { ...navigator, credentials: { get: async () => credential } })
    const archive: ArchiveStatus = {
      ...{ state: 'making', problem: null, bytes: null, expiresAt: null, nextAt: null },
    }
    const PATH = 'POST /users/suspension/archive'
    const server = createFakeServer({
      'POST /users/login/passkey/options': () => ({
        status: 200,
        body: { challenge: 'AAAA', rpId: 'localhost', timeout: 1, userVerification: 'required' },
      }),
      'POST /users/login/passkey': () => errorReply(403, 'suspended', 'Kept out'),
      [`${PATH}/passkey`]: () => ({ status: 200, body: { pass: '1.2.three', archive } }),
      [`${PATH}/status`]: () => ({ status: 200, body: archive }),
    })
    vi.stubGlobal('fetch', server.fetch)
    render(createTestApp('/login').element)
    fireEvent.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }))
    expect(await screen.findByText('Kept out')).toBeTruthy()
    expect(await screen.findByText(/^To write to the administrators, sign in with/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Download my data' }))
    expect(await screen.findByText(ARCHIVE_MESSAGES.begunByMail)).toBeTruthy()
    expect(server.bodies(`${PATH}/passkey`)).toMatchObject([{ credential: { id: 'AQID' } }])
  })
})
