import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { AROUND_ACCENT, contrast } from '../../contract/accent.ts'

const css = readFileSync(join(import.meta.dirname, 'theme.css'), 'utf8')
const html = readFileSync(join(import.meta.dirname, '../index.html'), 'utf8')

type Theme = 'day' | 'night'
const THEMES: Theme[] = ['day', 'night']
const COLORS = readColors()

const GROUNDS = ['surface', 'surface-raised', 'surface-sunken', 'surface-hover', 'quiet']
const TEXT_PAIRS = [
  ...['ink', 'ink-soft', 'ember', 'gold', 'danger', 'success'].flatMap((text) =>
    onEach(text, GROUNDS),
  ),
  ...onEach('ink', ['quiet-hover', 'surface-pressed', 'ember-soft', 'danger-soft', 'success-soft']),
  ...onEach('ink-soft', ['quiet-hover', 'ember-soft']),
  ...onEach('ember-ink', ['ember', 'ember-fill', 'ember-fill-hover']),
  ...onEach('danger-ink', ['danger-fill', 'danger-fill-hover']),
  ...onEach('surface', ['ink']),
  ['ember', 'ember-soft'],
  ['gold', 'gold-soft'],
  ['danger', 'danger-soft'],
  ['success', 'success-soft'],
] as const

const BOUNDARY_PAIRS = [
  ...onEach('line-strong', ['surface', 'surface-raised', 'surface-sunken']),
  ...onEach('ember-fill', ['surface-raised']),
  ...onEach('danger', ['surface', 'surface-raised']),
  ...onEach('focus', [...GROUNDS, 'ember-soft', 'danger-soft', 'success-soft']),
]

describe.each(THEMES)('the colours by %s', (theme) => {
  it.each(TEXT_PAIRS)('let %s be read on %s', (text, ground) => {
    expect(contrast(color(text, theme), color(ground, theme))).toBeGreaterThanOrEqual(4.5)
  })

  it.each(BOUNDARY_PAIRS)('set %s apart from %s', (edge, ground) => {
    expect(contrast(color(edge, theme), color(ground, theme))).toBeGreaterThanOrEqual(3)
  })

  it('reach the bar of the browser', () => {
    const scheme = theme === 'day' ? 'light' : 'dark'
    const bar = html.match(new RegExp(`content="(#\\w+)"\\s+data-scheme="${scheme}"`))?.[1]
    expect(bar).toBe(color('surface', theme))
  })
})

describe('the colours that an accent stands on', () => {
  it.each(Object.entries({ ...AROUND_ACCENT.grounds, 'ink-soft': AROUND_ACCENT['ink-soft'] }))(
    'know %s',
    (name, [day, night]) => {
      expect([color(name, 'day'), color(name, 'night')]).toEqual([day, night])
    },
  )
})

describe('the measure of contrast', () => {
  it('is 21 for black on white and fails a known bad pair', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
    expect(contrast('#999999', '#ffffff')).toBeLessThan(4.5)
  })
})

function onEach(front: string, grounds: string[]): [string, string][] {
  return grounds.map((ground) => [front, ground])
}

function readColors(): Map<string, Record<Theme, string>> {
  const declarations = css.matchAll(/--color-([\w-]+): (?:light-dark\((#\w+), (#\w+)\)|(#\w+));/g)
  return new Map(
    Array.from(declarations, ([, name = '', day, night, both]) => [
      name,
      { day: day ?? both ?? '', night: night ?? both ?? '' },
    ]),
  )
}

function color(name: string, theme: Theme): string {
  const found = COLORS.get(name)
  if (!found) throw new Error(`theme.css has no colour named ${name}`)
  return found[theme]
}
