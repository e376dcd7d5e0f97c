import { describe, expect, it } from 'vitest'
import { allowNoSkips, fail, inWords, isNotRun, pass, skip, total } from './outcome.ts'

const runner = { passed: 40, failed: 2, skipped: 3, detail: 'all it printed' }

describe('the last line', () => {
  it('adds static checks and tests, and names what was skipped', () => {
    const all = total([pass(), fail('why'), runner, skip('no browser')])
    expect(inWords(all)).toBe('41 passed, 3 failed, 4 skipped')
  })

  it('is silent about skipping when nothing was skipped', () => {
    expect(inWords(total([pass(), pass()]))).toBe('2 passed, 0 failed')
  })
})

describe('allowNoSkips', () => {
  it('fails a whole check that was not run and keeps its reason', () => {
    expect(allowNoSkips(skip('no browser'))).toEqual(fail('not run: no browser'))
  })

  it('fails each skipped test', () => {
    expect(inWords(allowNoSkips(runner))).toBe('40 passed, 5 failed')
  })
})

describe('isNotRun', () => {
  it('is true of a skipped check, not of a check with skipped tests', () => {
    expect(isNotRun(skip('no browser'))).toBe(true)
    expect(isNotRun(runner)).toBe(false)
    expect(isNotRun(pass())).toBe(false)
  })
})
