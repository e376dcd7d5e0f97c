import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MESSAGES as REGISTRATION_MESSAGES } from '../../../contract/registration.ts'
import {
  MESSAGES,
  type ProofChallenge,
  type RegistrationProof,
} from '../../../contract/registration-proof.ts'
import { ada } from '../../../tests/people.ts'
import { openTestServer, type TestServer } from '../../../tests/test-server.ts'

const HALF_AN_HOUR_MS = 30 * 60_000

let server: TestServer
let guests = 0
beforeAll(async () => {
  // Each address is somebody else's.
  const environment = { TRUSTED_PROXIES: '127.0.0.1' }
  server = await openTestServer({ rateLimits: true, environment })
  await server.join(ada)
})
afterAll(() => server.close())

const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } })

async function challengeAt(ip: string): Promise<ProofChallenge> {
  return (await server.call('GET', '/users/register/challenge', from(ip))).json().challenge
}

async function solved(challenge: ProofChallenge): Promise<RegistrationProof> {
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('The challenge has no solution.')
  return { challenge, solution }
}

/** Somebody new each time. */
async function register(ip: string, more: object) {
  const username = `Guest_${guests++}`
  const body = { ...ada, username, email: `${username}@example.org`, ...more }
  const answer = await server.call('POST', '/users/register', { body, ...from(ip) })
  return [answer.statusCode, answer.json().error ?? 'registered', answer.json().msg]
}

const REFUSED = [400, 'proof_needed', MESSAGES.needed]

describe('who registers where anybody may', () => {
  it('is let in by a proof of work, once', async () => {
    const proof = await solved(await challengeAt('10.0.1.1'))
    expect((await register('10.0.1.1', { proof })).slice(0, 2)).toEqual([201, 'registered'])
    expect(await register('10.0.1.1', { proof })).toEqual(REFUSED)
  })

  it('is told in a sentence that there has to be one', async () => {
    expect(await register('10.0.2.1', {})).toEqual(REFUSED)
    const [status, code] = await register('10.0.2.1', { proof: { solution: 'none' } })
    expect([status, code]).toEqual([400, 'validation_failed'])
  })

  it('comes in once with one proof, by 250 requests at once and from a whole network', async () => {
    const proof = await solved(await challengeAt('10.0.3.1'))
    const answers = await Promise.all(
      Array.from({ length: 250 }, (_, at) => register(`10.0.3.${1 + (at % 250)}`, { proof })),
    )
    const statuses = answers.map(([status]) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(new Set(statuses)).toEqual(new Set([201, 400, 429]))
  })

  it('needs a proof that is right, made here, for this network, and still valid', async () => {
    const ip = '10.0.4.1'
    const [one, other] = [await solved(await challengeAt(ip)), await solved(await challengeAt(ip))]
    const parameters = { ...one.challenge.parameters, cost: 2 }
    const data = { ...one.challenge.parameters.data, expires: 8_000_000_000_000_000 }
    const zeros = '0'.repeat(64)
    for (const forged of [
      { ...one, solution: other.solution },
      { ...one, solution: { ...one.solution, derivedKey: zeros } },
      { ...one, challenge: { ...one.challenge, parameters } },
      { ...one, challenge: { ...one.challenge, signature: zeros } },
      {
        ...one,
        challenge: { ...one.challenge, parameters: { ...one.challenge.parameters, data } },
      },
      await solved(await challengeAt('10.0.5.1')),
    ])
      expect(await register(ip, { proof: forged })).toEqual(REFUSED)
    server.pass(HALF_AN_HOUR_MS)
    expect(await register(ip, { proof: one })).toEqual(REFUSED)
    const fresh = await solved(await challengeAt(ip))
    expect((await register(ip, { proof: fresh }))[0]).toBe(201)
  })
})

describe('nobody needs a proof', () => {
  it('who comes by an invitation', async () => {
    const as = await server.signIn(ada)
    const { url } = (await server.call('POST', '/invites', { as, body: {} })).json()
    const invite = url.slice(url.lastIndexOf('/') + 1)
    expect((await register('10.0.6.1', { invite }))[0]).toBe(201)
    const [status, , sentence] = await register('10.0.6.1', { invite: 'mine' })
    expect([status, sentence]).toEqual([400, REGISTRATION_MESSAGES.invitationEnded])
  })

  it('where not anybody may come in', async () => {
    const as = await server.signIn(ada)
    const registration = (value: string) =>
      server.call('PUT', '/admin/community', { as, body: { registration: value } })
    await registration('approval')
    expect(await challengeAt('10.0.7.1')).toBeNull()
    expect((await register('10.0.7.1', {}))[0]).toBe(201)
    await registration('open')
    expect(await challengeAt('10.0.7.1')).not.toBeNull()
  })

  it('where there are no limits either', async () => {
    const free = await openTestServer()
    await free.join(ada)
    const { challenge } = (await free.call('GET', '/users/register/challenge')).json()
    expect(challenge).toBeNull()
    await free.close()
  })
})
