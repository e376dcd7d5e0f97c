import type { ColorPalette } from '../../contract/spaces.ts'

/**
 * A space's five colours as a whole look, in which everything stays readable. It promises: whatever
 * colours were chosen, each text has a contrast (WCAG 2) of 4.5 to 1 or more on every ground it
 * stands on. The grounds stay as chosen; a text that would not be readable moves as little as
 * needed towards black or white.
 */
export interface PaletteColors {
  scheme: 'light' | 'dark'
  /** The page and the grounds a shade away from it, on which the inks below stand. */
  surface: string
  surfaceRaised: string
  surfaceHover: string
  quiet: string
  quietHover: string
  ink: string
  inkSoft: string
  /** The primary colour as a text. */
  primaryInk: string
  danger: string
  success: string
  line: string
  lineStrong: string
  focus: string
  /** Filled with a colour, each with the text on it. */
  primary: string
  primaryHover: string
  onPrimary: string
  secondary: string
  onSecondary: string
  accent: string
  onAccent: string
}

/** What WCAG asks of texts, and of lines that mean something. */
export const READABLE = 4.5
const VISIBLE = 3
const BLACK = '#000000'
const WHITE = '#ffffff'
const DEEPEST_SHADE = 0.14
const STEPS = 64

export function paletteColorsOf(palette: ColorPalette): PaletteColors {
  const { primary, secondary, accent, background, text } = palette
  const shade = shadesOf(background)
  const surfaces = {
    surface: background,
    surfaceRaised: shade(0.04),
    surfaceHover: shade(0.08),
    quiet: shade(0.1),
    quietHover: shade(DEEPEST_SHADE),
  }
  const grounds = Object.values(surfaces)
  const ink = readable(text, grounds)
  const isWhiteReadable = contrast(WHITE, primary) >= READABLE
  // The text's own colour where it can be read there, else the ground's.
  const inkOn = (fill: string) =>
    [text, background].find((each) => contrast(each, fill) >= READABLE) ?? readable(text, [fill])
  const onPrimary = isWhiteReadable ? WHITE : inkOn(primary)
  return {
    scheme: poleFor(background) === BLACK ? 'light' : 'dark',
    ...surfaces,
    ink,
    inkSoft: readable(mix(ink, background, 0.25), grounds),
    primaryInk: readable(primary, grounds),
    danger: readable('#d03040', grounds),
    success: readable('#4c8a4f', grounds),
    line: shade(0.14),
    lineStrong: readable(mix(ink, background, 0.4), grounds, VISIBLE),
    focus: readable(accent, grounds, VISIBLE),
    primary,
    primaryHover: mix(primary, oppositeOf(nearestPole(onPrimary, primary)), 0.12),
    onPrimary,
    secondary,
    onSecondary: inkOn(secondary),
    accent,
    onAccent: inkOn(accent),
  }
}

/** How the chosen text stands on the chosen background, and whether another colour is drawn. */
export function readabilityOf(palette: ColorPalette): { ratio: number; isAdjusted: boolean } {
  const ratio = contrast(palette.text, palette.background)
  return { ratio, isAdjusted: paletteColorsOf(palette).ink !== palette.text.toLowerCase() }
}

/** The colour itself where it can be read on all these grounds, else the nearest that can. */
export function readable(color: string, grounds: readonly string[], ratio = READABLE): string {
  // Each card asks this a dozen times: the grounds are measured once.
  const groundLights = grounds.map(luminance)
  for (let step = 0; step <= STEPS; step++) {
    for (const pole of [BLACK, WHITE]) {
      const candidate = mix(color, pole, step / STEPS)
      const light = luminance(candidate)
      if (groundLights.every((ground) => contrastOf(light, ground) >= ratio)) return candidate
    }
  }
  return poleFor(grounds[0] ?? WHITE)
}

/** From 1, the same, to 21, black on white. */
export function contrast(one: string, other: string): number {
  return contrastOf(luminance(one), luminance(other))
}

function contrastOf(light: number, other: number): number {
  return (Math.max(light, other) + 0.05) / (Math.min(light, other) + 0.05)
}

/** Shades of a ground, towards its text where there is room for it and away from it where not. */
function shadesOf(ground: string): (share: number) => string {
  const pole = poleFor(ground)
  const hasRoom = contrast(pole, mix(ground, pole, DEEPEST_SHADE)) >= READABLE
  return (share) => mix(ground, hasRoom ? pole : oppositeOf(pole), share)
}

/** Black or white, whichever reads better on this ground; one of them always does. */
function poleFor(ground: string): string {
  return contrast(BLACK, ground) >= contrast(WHITE, ground) ? BLACK : WHITE
}

/** The pole that lies on the text's side of its ground. */
function nearestPole(text: string, ground: string): string {
  return luminance(text) < luminance(ground) ? BLACK : WHITE
}

function oppositeOf(pole: string): string {
  return pole === BLACK ? WHITE : BLACK
}

/** `share` of the other colour in the one, 0 to 1. */
function mix(one: string, other: string, share: number): string {
  const [from, to] = [channelsOf(one), channelsOf(other)]
  const mixed = from.map((value, index) => value + ((to[index] ?? value) - value) * share)
  return `#${mixed.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function channelsOf(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))
}
