import { expect, it } from 'vitest'
import { namesOf } from './vibe-names.ts'

it('names who gave a vibe, the viewer first, and counts whom it cannot name', () => {
  expect(namesOf(false, ['Ben'], 1)).toBe('Ben')
  expect(namesOf(true, ['Ben'], 2)).toBe('You and Ben')
  expect(namesOf(true, ['Ben', 'Eve'], 4)).toBe('You, Ben, Eve and 1 other')
  const crowd = Array.from({ length: 30 }, (_, index) => `M${index}`)
  expect(namesOf(false, crowd, 120)).toMatch(/^M0, .*, M9 and 110 others$/)
})
