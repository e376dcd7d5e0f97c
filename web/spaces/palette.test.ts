import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ColorPalette, DEFAULT_PALETTE } from '../../contract/spaces.ts'
import { darkPaletteOf, oklchOf } from './dark-palette.ts'
import {
  contrast,
  type PaletteColors,
  paletteColorsOf,
  READABLE,
  readabilityOf,
  readable,
} from './palette.ts'
import { VIBE_PALETTES } from './vibe-palettes.ts'

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

const PALETTES = { ...VIBE_PALETTES, default: DEFAULT_PALETTE }

const GROUNDS = ['surface', 'surfaceRaised', 'surfaceHover', 'quiet', 'quietHover'] as const
const INKS = ['ink', 'inkSoft', 'primaryInk', 'danger', 'success'] as const

function textsWithGrounds(colors: PaletteColors): [text: string, ground: string][] {
  const inks = INKS.flatMap((ink) =>
    GROUNDS.map((ground): [string, string] => [colors[ink], colors[ground]]),
  )
  return [
    ...inks,
    [colors.onPrimary, colors.primary],
    [colors.onPrimary, colors.primaryHover],
    [colors.onSecondary, colors.secondary],
    [colors.onAccent, colors.accent],
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
        const ratios = textsWithGrounds(paletteColorsOf(chosen)).map((pair) => contrast(...pair))
        expect(Math.min(...ratios)).toBeGreaterThanOrEqual(READABLE)
      }),
      { numRuns: 500 },
    )
  })

  it('is readable by night, too, and nothing in it glares', () => {
    fc.assert(
      fc.property(palette, (chosen) => {
        const night = paletteColorsOf(darkPaletteOf(chosen))
        expect(night.scheme).toBe('dark')
        const ratios = textsWithGrounds(night).map((pair) => contrast(...pair))
        expect(Math.min(...ratios)).toBeGreaterThanOrEqual(READABLE)
        expect(contrast(night.focus, night.surface)).toBeGreaterThanOrEqual(3)
        for (const ground of GROUNDS) expect(oklchOf(night[ground]).l).toBeLessThan(0.45)
        for (const fill of ['primary', 'secondary', 'accent'] as const)
          expect(oklchOf(night[fill]).l).toBeLessThan(0.8)
      }),
      { numRuns: 2_000 },
    )
  })

  it.each(Object.entries(PALETTES))('keeps its hues by night: %s', (_, chosen) => {
    const night = darkPaletteOf(chosen)
    for (const role of ['primary', 'secondary', 'accent'] as const) {
      const [before, after] = [oklchOf(chosen[role]), oklchOf(night[role])]
      expect(Math.cos(after.h - before.h), role).toBeGreaterThan(0.98)
      expect(after.c / before.c, role).toBeGreaterThan(0.6)
    }
  })

  it.each(Object.entries(VIBE_PALETTES))('of the vibe %s needs no mending by day', (_, chosen) => {
    expect(readabilityOf(chosen).isAdjusted).toBe(false)
    if (chosen === DEFAULT_PALETTE) return
    const { primaryInk, onPrimary } = paletteColorsOf(chosen)
    expect([primaryInk, onPrimary]).toEqual([chosen.primary, '#ffffff'])
  })

  it('shows where the focus is, whatever colours were chosen', () => {
    fc.assert(
      fc.property(palette, (chosen) => {
        const { focus, lineStrong, surface } = paletteColorsOf(chosen)
        expect(contrast(focus, surface)).toBeGreaterThanOrEqual(3)
        expect(contrast(lineStrong, surface)).toBeGreaterThanOrEqual(3)
      }),
    )
  })

  it('keeps the grounds as they were chosen', () => {
    const colors = paletteColorsOf(DEFAULT_PALETTE)
    expect(colors.surface).toBe(DEFAULT_PALETTE.background)
    expect(colors.primary).toBe(DEFAULT_PALETTE.primary)
    expect(colors.ink).toBe(DEFAULT_PALETTE.text)
    expect(colors.scheme).toBe('light')
    expect(paletteColorsOf({ ...DEFAULT_PALETTE, background: '#101418' }).scheme).toBe('dark')
  })
})

describe('a text', () => {
  it('that can be read stays as it is', () => {
    expect(readable('#1e293b', ['#f0f9ff'])).toBe('#1e293b')
    expect(readabilityOf(DEFAULT_PALETTE)).toEqual({
      ratio: expect.closeTo(13.7, 0),
      isAdjusted: false,
    })
  })

  it('that cannot moves no further than it must', () => {
    const drawn = readable('#fde68a', ['#ffffff'])
    expect(contrast(drawn, '#ffffff')).toBeLessThan(5)
    expect(readabilityOf({ ...DEFAULT_PALETTE, text: '#fde68a' }).isAdjusted).toBe(true)
  })

  it('in capital letters is no other colour', () => {
    expect(readabilityOf({ ...DEFAULT_PALETTE, text: '#1E293B' }).isAdjusted).toBe(false)
  })
})
