import { describe, expect, it } from 'vitest'
import { failureCode } from './failure-code.ts'

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
