import type { ColorPalette } from '../../contract/spaces.ts'

/** Lightness (0 black, 1 white), chroma and hue (radians), as people see them. */
interface Oklch {
  l: number
  c: number
  h: number
}

/** Of the ground by night: dim, the lighter the darker it is by day. */
const GROUND = { darkest: 0.215, lightest: 0.29 }
const TEXT = { darkest: 0.88, lightest: 0.95 }
/** Of what is filled with a colour: neither lost in the ground nor glaring on it. */
const FILL = { darkest: 0.6, lightest: 0.78 }

/** Each colour keeps its hue, and its chroma as far as a screen shows it; lightness is inverted. */
export function darkPaletteOf(palette: ColorPalette): ColorPalette {
  const turned = (color: string, { darkest, lightest }: typeof GROUND) => {
    const { l, c, h } = oklchOf(color)
    return hexOf({ l: lightest - l * (lightest - darkest), c, h })
  }
  return {
    primary: turned(palette.primary, FILL),
    secondary: turned(palette.secondary, FILL),
    accent: turned(palette.accent, FILL),
    background: turned(palette.background, GROUND),
    text: turned(palette.text, TEXT),
  }
}

/** By Björn Ottosson's matrices. */
export function oklchOf(color: string): Oklch {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const l = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const bb = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  return { l, c: Math.hypot(a, bb), h: Math.atan2(bb, a) }
}

/** With less chroma where no screen could show it. */
function hexOf({ l, c, h }: Oklch): string {
  for (let share = 1; ; share -= 0.02) {
    const channels = channelsOf({ l, c: c * Math.max(share, 0), h })
    if (share <= 0 || channels.every((value) => value > -0.001 && value < 1.001))
      return `#${channels.map(hexByteOf).join('')}`
  }
}

function channelsOf({ l, c, h }: Oklch): number[] {
  const [a, b] = [c * Math.cos(h), c * Math.sin(h)]
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

function hexByteOf(channel: number): string {
  const share = Math.min(Math.max(channel, 0), 1)
  const coded = share <= 0.0031308 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055
  return Math.round(coded * 255)
    .toString(16)
    .padStart(2, '0')
}
