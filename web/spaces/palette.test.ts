import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ColorPalette, DEFAULT_PALETTE } from '../../contract/spaces.ts'
import { contrast, mended, type Paint, paintOf, READABLE, readabilityOf } from './palette.ts'

const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`)
const gray = fc
  .integer({ min: 0, max: 255 })
  .map((value) => `#${value.toString(16).padStart(2, '0').repeat(3)}`)
// Grays in the middle leave the least room on either side.
const anyColor = fc.oneof(color, gray)
const palette: fc.Arbitrary<ColorPalette> = fc.record({
  primary: anyColor,
  secondary: anyColor,
  accent: anyColor,
  background: anyColor,
  text: anyColor,
})

const GROUNDS = ['surface', 'surfaceRaised', 'surfaceHover', 'quiet', 'quietHover'] as const
const INKS = ['ink', 'inkSoft', 'primaryInk', 'danger', 'success'] as const

function textsWithGrounds(paint: Paint): [text: string, ground: string][] {
  const inks = INKS.flatMap((ink) =>
    GROUNDS.map((ground): [string, string] => [paint[ink], paint[ground]]),
  )
  return [
    ...inks,
    [paint.onPrimary, paint.primary],
    [paint.onPrimary, paint.primaryHover],
    [paint.onSecondary, paint.secondary],
    [paint.onAccent, paint.accent],
  ]
}

describe('the contrast', () => {
  it('is that of WCAG', () => {
    expect(contrast('#000000', '#ffffff')).toBe(21)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
    expect(contrast('#123456', '#123456')).toBe(1)
  })
})

describe('a space in its palette', () => {
  it('is readable whatever colours were chosen', () => {
    fc.assert(
      fc.property(palette, (chosen) => {
        const ratios = textsWithGrounds(paintOf(chosen)).map((pair) => contrast(...pair))
        expect(Math.min(...ratios)).toBeGreaterThanOrEqual(READABLE)
      }),
      { numRuns: 500 },
    )
  })

  it('shows where the focus is, whatever colours were chosen', () => {
    fc.assert(
      fc.property(palette, (chosen) => {
        const { focus, lineStrong, surface } = paintOf(chosen)
        expect(contrast(focus, surface)).toBeGreaterThanOrEqual(3)
        expect(contrast(lineStrong, surface)).toBeGreaterThanOrEqual(3)
      }),
    )
  })

  it('keeps the grounds as they were chosen', () => {
    const paint = paintOf(DEFAULT_PALETTE)
    expect(paint.surface).toBe(DEFAULT_PALETTE.background)
    expect(paint.primary).toBe(DEFAULT_PALETTE.primary)
    expect(paint.ink).toBe(DEFAULT_PALETTE.text)
    expect(paint.scheme).toBe('light')
    expect(paintOf({ ...DEFAULT_PALETTE, background: '#101418' }).scheme).toBe('dark')
  })
})

describe('a text', () => {
  it('that can be read stays as it is', () => {
    expect(mended('#1e293b', ['#f0f9ff'])).toBe('#1e293b')
    expect(readabilityOf(DEFAULT_PALETTE)).toEqual({
      ratio: expect.closeTo(13.7, 0),
      isMended: false,
    })
  })

  it('that cannot moves no further than it must', () => {
    const drawn = mended('#fde68a', ['#ffffff'])
    expect(contrast(drawn, '#ffffff')).toBeLessThan(5)
    expect(readabilityOf({ ...DEFAULT_PALETTE, text: '#fde68a' }).isMended).toBe(true)
  })

  it('in capital letters is no other colour', () => {
    expect(readabilityOf({ ...DEFAULT_PALETTE, text: '#1E293B' }).isMended).toBe(false)
  })
})
