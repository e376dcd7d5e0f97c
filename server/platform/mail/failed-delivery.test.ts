import { describe, expect, it } from 'vitest'
import { failureCode, nextAttemptAt } from './failed-delivery.ts'
import { NOON } from './test-mail-world.ts'

function delayAfter(attempts: number, failure: object = {}) {
  const error = Object.assign(new Error('no'), failure)
  return (nextAttemptAt({ attempts, created_at: NOON }, error, NOON) ?? 0) - NOON
}

describe('the next attempt', () => {
  it('comes soon, then every two minutes', () => {
    expect([1, 2, 3, 4, 5, 2000].map((attempts) => delayAfter(attempts))).toEqual([
      5_000, 15_000, 45_000, 120_000, 120_000, 120_000,
    ])
  })

  it('comes hourly in the long run for a mail refused for good', () => {
    const refused = { code: 'EENVELOPE', permanent: true }
    expect([1, 2, 3, 4].map((attempts) => delayAfter(attempts, refused))).toEqual([
      5_000, 15_000, 45_000, 3_600_000,
    ])
  })

  it('does not slow down for a server that lets nobody in', () => {
    expect(delayAfter(4, { code: 'EAUTH', permanent: true })).toBe(120_000)
  })
})

function failure(fields: object) {
  return Object.assign(new Error('550 ada@example.org is unknown'), fields)
}

describe('what a log says of a failure', () => {
  it('is its code, with the answer of the mail server if there was one', () => {
    expect(failureCode(failure({ code: 'ESOCKET' }))).toBe('ESOCKET')
    expect(failureCode(failure({ code: 'EENVELOPE', responseCode: 550 }))).toBe('EENVELOPE 550')
  })

  it('is the kind of error when it has no code', () => {
    expect(failureCode(new TypeError('ada@example.org'))).toBe('TypeError')
  })

  it('is never more than a word', () => {
    expect(failureCode(failure({ code: 'to ada@example.org' }))).toBe('Error')
    expect(failureCode(failure({ name: 'to ada@example.org' }))).toBe('unknown')
    expect(failureCode('ada@example.org')).toBe('unknown')
  })
})
