import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MESSAGES } from '../../contract/accounts.ts'
import {
  MESSAGES as PROOF_MESSAGES,
  type ProofChallenge,
} from '../../contract/registration-proof.ts'
import { errorReply, type Reply } from '../platform/fake-server.ts'
import { box, fill, REGISTERED, resetRegistration, submit, visit } from './test-registration.tsx'

beforeEach(resetRegistration)
afterEach(() => vi.unstubAllGlobals())

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
