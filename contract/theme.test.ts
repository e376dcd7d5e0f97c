import { describe, expect, it } from 'vitest'
import { DEFAULT_PROMPT, dateString, PROMPTS, promptOf } from './theme.ts'

describe('the Theme of the Day', () => {
  it('has sixty prompts, all different, the specified one among them', () => {
    expect(new Set(PROMPTS).size).toBe(60)
    expect(PROMPTS).toContain(DEFAULT_PROMPT)
    expect(DEFAULT_PROMPT).toBe('Write a letter to your future self.')
  })

  it('is the same for a date on every device', () => {
    expect(promptOf('2026-11-20')).toBe(promptOf('2026-11-20'))
    const ofAYear = Array.from({ length: 365 }, (_, day) =>
      promptOf(new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)),
    )
    expect(new Set(ofAYear).size).toBe(60)
    expect(ofAYear.filter((prompt, day) => prompt === ofAYear[day + 1])).toEqual([])
  })

  it('changes at local midnight', () => {
    expect(dateString(new Date(2026, 0, 9, 23, 59, 59))).toBe('2026-01-09')
    expect(dateString(new Date(2026, 0, 10, 0, 0, 0))).toBe('2026-01-10')
  })
})
