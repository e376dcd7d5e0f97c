import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { isAsListed, outcomeOf, summaryOf, testRunOf } from './outcome.ts'

const node = (code: string, timeout?: number) =>
  testRunOf(spawnSync(process.execPath, ['-e', code], { encoding: 'utf8', timeout }))

it('tells a run that was stopped from one that failed', () => {
  expect(node('process.exit(0)')).toBe('passed')
  expect(node('process.exit(1)')).toBe('failed')
  expect(node('setInterval(() => {}, 1000)', 100)).toBe('stopped')
  expect(node("console.error('Error: Test timed out in 5000ms.'); process.exit(1)")).toBe('stopped')
})

it('does not take a run that was stopped for a mutation that was noticed', () => {
  expect(outcomeOf('failed', false)).toBe('killed')
  expect(outcomeOf('passed', false)).toBe('survived')
  expect(outcomeOf('failed', true)).toBe('killed unexpectedly')
  expect(outcomeOf('passed', true)).toBe('survived as expected')
  expect([outcomeOf('stopped', false), outcomeOf('stopped', true)]).toEqual([
    'timed out',
    'timed out',
  ])
})

it('is content with a list only when each of it was killed, or survives on purpose', () => {
  expect(isAsListed(['killed', 'survived as expected'])).toBe(true)
  for (const outcome of ['survived', 'killed unexpectedly', 'timed out'] as const)
    expect(isAsListed(['killed', outcome])).toBe(false)
})

it('sums up what happened', () => {
  expect(summaryOf(['killed', 'survived', 'survived as expected'])).toBe(
    '1 of 2 killed, 1 survive on purpose.',
  )
  expect(summaryOf(['killed', 'timed out'])).toBe(
    '1 of 2 killed, 1 timed out, which proves nothing: run them again, 0 survive on purpose.',
  )
})
