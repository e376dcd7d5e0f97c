import { describe, expect, it } from 'vitest'
import { countPlaywright, countVitest, judge } from './test-runners.ts'

const succeeded = { isSuccess: true, output: 'printed' }
const stopped = { isSuccess: false, output: 'printed' }

describe('judge', () => {
  it('passes a run whose tests passed', () => {
    const counts = { passed: 3, failed: 0, skipped: 1 }
    expect(judge(succeeded, counts)).toEqual({ ...counts, detail: 'printed' })
  })

  it('keeps the number of failed tests', () => {
    expect(judge(stopped, { passed: 3, failed: 2, skipped: 0 }).failed).toBe(2)
  })

  it('fails a run that stopped with an error of no test', () => {
    expect(judge(stopped, { passed: 3, failed: 0, skipped: 0 }).failed).toBe(1)
  })

  it('fails a run that executed nothing, and says so', () => {
    const outcome = judge(succeeded, { passed: 0, failed: 0, skipped: 5 })
    expect(outcome).toMatchObject({ failed: 1, skipped: 5 })
    expect(outcome.detail).toContain('No test was run.')
  })
})

describe('counting', () => {
  it('counts nothing where there is no report', () => {
    const nothing = { passed: 0, failed: 0, skipped: 0 }
    expect(countVitest(undefined)).toEqual(nothing)
    expect(countPlaywright(undefined)).toEqual(nothing)
  })

  it('counts what Vitest calls pending and to do as skipped', () => {
    const report = { numPassedTests: 7, numFailedTests: 1, numPendingTests: 2, numTodoTests: 3 }
    expect(countVitest(report)).toEqual({ passed: 7, failed: 1, skipped: 5 })
  })

  it('counts what Playwright calls flaky as failed', () => {
    const stats = { expected: 7, unexpected: 1, flaky: 2, skipped: 3 }
    expect(countPlaywright({ stats })).toEqual({ passed: 7, failed: 3, skipped: 3 })
  })
})
