// The accent colour of a community: from one colour those of the whole client, each made darker or
// lighter until what is written in it, or on it, can be read in both themes.

/**
 * What the accent stands on or is read beside, by day and by night; `theme.test.ts` compares them.
 */
export const AROUND_ACCENT = {
  grounds: {
    surface: ['#f7f0e4', '#1c1713'],
    'surface-raised': ['#fffbf4', '#27201a'],
    'surface-sunken': ['#efe5d5', '#15110e'],
    'surface-hover': ['#ece1d0', '#332a22'],
    quiet: ['#ebdfcd', '#382e25'],
    'danger-soft': ['#fbe1de', '#46211f'],
    'success-soft': ['#e1ecd9', '#24331f'],
  },
  'ink-soft': ['#67584a', '#b8a792'],
} as const

const TEXT_CONTRAST = 4.5
/** A little more, since colours are rounded. */
const ENOUGH = TEXT_CONTRAST + 0.05
const STEP = 0.04

const BLACK = '#000000'
const WHITE = '#ffffff'

/** The colours of the client that follow the accent, by day and by night. */
export type AccentColors = Record<
  'ember' | 'ember-fill' | 'ember-fill-hover' | 'ember-ink' | 'ember-soft' | 'focus',
  readonly [day: string, night: string]
>

export function accentColors(accent: string): AccentColors {
  const day = dayColors(accent)
  const night = nightColors(accent)
  const both = (name: keyof AccentColors) => [day[name], night[name]] as const
  return {
    ember: both('ember'),
    'ember-fill': both('ember-fill'),
    'ember-fill-hover': both('ember-fill-hover'),
    'ember-ink': both('ember-ink'),
    'ember-soft': both('ember-soft'),
    focus: both('focus'),
  }
}

/** The same as a style sheet; empty where the colours are Snug's own. */
export function accentStyle(accent: string): string {
  if (accent === '') return ''
  const lines = Object.entries(accentColors(accent)).map(
    ([name, [day, night]]) => `--color-${name}:light-dark(${day},${night})`,
  )
  return `:root{${lines.join(';')}}`
}

type Colors = Record<keyof AccentColors, string>

function dayColors(accent: string): Colors {
  const soft = softened(accent, 0)
  const ember = readable(accent, BLACK, [...grounds(0), soft])
  const ink = '#fffaf3'
  // On it stands `ink`; as a shape of its own it is no text.
  const fill = readable(accent, BLACK, [ink])
  return {
    ember: readable(ember, BLACK, [ink]),
    'ember-fill': fill,
    'ember-fill-hover': mixed(fill, BLACK, 0.15),
    'ember-ink': ink,
    'ember-soft': soft,
    focus: mixed(ember, BLACK, 0.2),
  }
}

function nightColors(accent: string): Colors {
  const soft = softened(accent, 1)
  const ember = readable(accent, WHITE, [...grounds(1), soft])
  const hover = mixed(ember, WHITE, 0.2)
  return {
    ember,
    'ember-fill': ember,
    'ember-fill-hover': hover,
    'ember-ink': readable(mixed(accent, BLACK, 0.8), BLACK, [ember, hover]),
    'ember-soft': soft,
    focus: mixed(ember, WHITE, 0.4),
  }
}

/** A ground with a breath of the accent, on which quiet text can be read. */
function softened(accent: string, theme: 0 | 1): string {
  const base = AROUND_ACCENT.grounds['surface-raised'][theme]
  let share = theme === 0 ? 0.16 : 0.22
  while (
    share > 0 &&
    contrast(mixed(base, accent, share), AROUND_ACCENT['ink-soft'][theme]) < ENOUGH
  )
    share -= 0.01
  return mixed(base, accent, Math.max(0, share))
}

/** The colour, brought nearer to black or white until it can be read on each of these. */
function readable(color: string, towards: string, on: string[]): string {
  for (let share = 0; share < 1; share += STEP) {
    const tried = mixed(color, towards, share)
    if (on.every((ground) => contrast(tried, ground) >= ENOUGH)) return tried
  }
  return towards
}

function grounds(theme: 0 | 1): string[] {
  return Object.values(AROUND_ACCENT.grounds).map((pair) => pair[theme])
}

function mixed(color: string, other: string, share: number): string {
  const [from, to] = [channels(color), channels(other)]
  const hex = from.map((value, index) => {
    const between = Math.round(value + ((to[index] ?? 0) - value) * share)
    return between.toString(16).padStart(2, '0')
  })
  return `#${hex.join('')}`
}

/** WCAG 2.2 contrast ratio of two `#rrggbb` colours. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channels(hex).map((value) => {
    const channel = value / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function channels(hex: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16))
}
