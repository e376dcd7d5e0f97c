import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ada, ben } from '../../tests/people.ts'
import { openTestServer, type TestServer } from '../../tests/test-server.ts'

let limited: TestServer
beforeEach(async () => {
  limited = await openTestServer({ rateLimits: true })
  await limited.join(ada)
})
afterEach(() => limited.close())

const WRONG = 'Wrong-Pass-1!'
const numbers = (count: number) => Array.from({ length: count }, (_, number) => number)
interface Guess {
  password?: string
  email?: string
  from?: string
  cookie?: string
}
const guess = ({ from = '203.0.113.7', cookie, ...offered }: Guess) =>
  limited.call('POST', '/users/login', {
    body: { ...ada, password: WRONG, ...offered },
    remoteAddress: from,
    ...(cookie ? { headers: { cookie } } : {}),
  })
async function statusesOf(guesses: Guess[]) {
  const counts: Record<number, number> = {}
  for (const { statusCode } of await Promise.all(guesses.map(guess)))
    counts[statusCode] = (counts[statusCode] ?? 0) + 1
  return counts
}
const markOf = (answer: { headers: Record<string, unknown> }) =>
  String(answer.headers['set-cookie']).split(';')[0] as string

describe('who guesses at a password', () => {
  it('at once has the ten tries of one address, and no more', async () => {
    expect(await statusesOf(numbers(250).map(() => ({})))).toEqual({ 400: 10, 429: 240 })
  })

  it('from many networks has thirty at one account, all addresses together', async () => {
    const from = numbers(200).map((number) => ({ from: `198.51.${number}.1` }))
    expect(await statusesOf(from)).toEqual({ 400: 30, 429: 170 })
    // Nobody else is concerned.
    await limited.join(ben)
    expect((await guess({ ...ben, from: '198.51.7.1' })).statusCode).toBe(200)
  })

  it.each([
    ['a /48', (number: number) => `2001:db8:1:${number}::1`],
    ['a /24', (number: number) => `203.0.113.${number}`],
  ])('at many accounts from %s has four times the tries of one address', async (_what, address) => {
    const guesses = numbers(100).map((number) => ({
      from: address(number),
      email: `guest${number}@example.org`,
    }))
    // Whom the queue of hashes has no place for is not tried, and has the guess still.
    const { 400: tried = 0, 429: refused = 0, 503: busy = 0 } = await statusesOf(guesses)
    expect(tried + refused + busy).toBe(100)
    expect(tried).toBeLessThanOrEqual(40)
    expect(tried).toBeGreaterThanOrEqual(30)
  })

  it('does not keep out the owner on a device they signed in on', async () => {
    const first = await guess({ password: ada.password, from: '192.0.2.1' })
    expect(first.headers['set-cookie']).toMatch(
      /^snug_device=[\w.-]+; Path=\/api\/users; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/,
    )
    const cookie = `theme=dark; ${markOf(first)}`
    const from = numbers(60).map((number) => ({ from: `198.51.${number}.1` }))
    await statusesOf(from)
    await statusesOf(numbers(20).map(() => ({ from: '192.0.2.1' })))
    const here = { password: ada.password, from: '192.0.2.1' }
    expect((await guess(here)).statusCode).toBe(429)
    const again = await guess({ ...here, cookie })
    expect(again.statusCode).toBe(200)
    // It is the same device, so it has no other mark.
    expect(again.headers['set-cookie']).toBeUndefined()
  })

  it('has ten tries on a device of the owner, too', async () => {
    const cookie = markOf(await guess({ password: ada.password }))
    const guesses = numbers(40).map((number) => ({ cookie, from: `198.51.${number}.1` }))
    expect(await statusesOf(guesses)).toEqual({ 400: 10, 429: 30 })
  })

  it.each([
    ['is forged', (mark: string) => `${mark.slice(0, -2)}xx`],
    ['is another member’s', (_mark: string, other: string) => other],
    ['is nonsense', () => 'snug_device=~~.~'],
  ])('counts as anybody with a mark that %s', async (_what, change) => {
    await limited.join(ben)
    const other = markOf(await guess({ ...ben, from: '192.0.2.9' }))
    const cookie = change(markOf(await guess({ password: ada.password })), other)
    await statusesOf(numbers(60).map((number) => ({ from: `198.51.${number}.1` })))
    const answer = await guess({ password: ada.password, from: '192.0.2.1', cookie })
    expect(answer.statusCode).toBe(429)
  })

  it('keeps the marks of two members on one device', async () => {
    await limited.join(ben)
    const first = markOf(await guess({ password: ada.password }))
    const both = markOf(await guess({ ...ben, cookie: first }))
    for (const person of [ada, ben]) {
      const answer = await guess({ ...person, cookie: both })
      expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([200, undefined])
    }
  })

  it('does not count who knows the password', async () => {
    for (const _ of numbers(15))
      expect((await guess({ password: ada.password })).statusCode).toBe(200)
  })
})
