import fc from 'fast-check'
import { expect, it } from 'vitest'
import { AROUND_ACCENT, accentColors, accentStyle, contrast } from './accent.ts'

const INK = ['#2f251c', '#eee3d3'] as const
const anyColor = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`)

it('can be read in both themes, whichever colour is chosen', () => {
  const read = (accent: string) => {
    const colors = accentColors(accent)
    for (const theme of [0, 1] as const) {
      const of = (name: keyof typeof colors) => colors[name][theme]
      const grounds = Object.values(AROUND_ACCENT.grounds).map((pair) => pair[theme])
      const pairs = [
        ...[...grounds, of('ember-soft')].map((ground) => [of('ember'), ground]),
        ...(['ember', 'ember-fill', 'ember-fill-hover'] as const).map((fill) => [
          of('ember-ink'),
          of(fill),
        ]),
        [INK[theme], of('ember-soft')],
        [AROUND_ACCENT['ink-soft'][theme], of('ember-soft')],
      ] as [string, string][]
      for (const [front, ground] of pairs)
        expect(contrast(front, ground), `${accent}: ${front} on ${ground}`).toBeGreaterThanOrEqual(
          4.5,
        )
      for (const ground of [...grounds, of('ember-soft')])
        expect(contrast(of('focus'), ground)).toBeGreaterThanOrEqual(3)
    }
  }
  for (const edge of ['#000000', '#ffffff', '#ffff00', '#808080', '#0000ff']) read(edge)
  fc.assert(fc.property(anyColor, read), { numRuns: 300 })
})

it('stays as it is where it can be read already', () => {
  expect(accentColors('#a83d16').ember[0]).toBe('#a83d16')
  expect(accentStyle('')).toBe('')
  expect(accentStyle('#225577')).toMatch(
    /^:root\{--color-ember:light-dark\(#225577,#[0-9a-f]{6}\);/,
  )
})
