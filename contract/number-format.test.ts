import { expect, it } from 'vitest'
import { withCommas } from './number-format.ts'

it('puts a comma before each three digits, as the language of the page does', () => {
  for (const count of [0, 7, 999, 1_000, 12_345, 999_999, 1_000_000, 40_000_000])
    expect(withCommas(count)).toBe(count.toLocaleString('en'))
})
