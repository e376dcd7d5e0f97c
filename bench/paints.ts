import type { Page } from '@playwright/test'

// What a browser itself says about the first moments of a page, and what Lighthouse makes of it.

export interface Paints {
  /** In ms since the navigation began. */
  first: number
  largest: number
  /** What long tasks took beyond 50 ms each, in ms. */
  blocking: number
  shift: number
}

declare global {
  interface Window {
    paints: Paints
  }
}

type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean }

/** For every page that is opened from now on. */
export async function measurePaints(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const paints = { first: 0, largest: 0, blocking: 0, shift: 0 }
    window.paints = paints
    const watch = (type: string, note: (entry: Entry) => void) =>
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as Entry[]) note(entry)
      }).observe({ type, buffered: true })
    watch('paint', ({ name, startTime }) => {
      if (name === 'first-contentful-paint') paints.first = startTime
    })
    watch('largest-contentful-paint', ({ startTime }) => {
      paints.largest = startTime
    })
    watch('longtask', ({ duration }) => {
      paints.blocking += duration - 50
    })
    watch('layout-shift', ({ value, hadRecentInput }) => {
      if (!hadRecentInput) paints.shift += value
    })
  })
}

export function readPaints(page: Page): Promise<Paints> {
  return page.evaluate(() => window.paints)
}

// Lighthouse's weights and control points for phones. Its speed index, a tenth of the whole, needs
// a film of the page: the other parts are weighed without it.
const PARTS = [
  { of: 'first', weight: 10, good: 1_800, median: 3_000 },
  { of: 'largest', weight: 25, good: 2_500, median: 4_000 },
  { of: 'blocking', weight: 30, good: 200, median: 600 },
  { of: 'shift', weight: 25, good: 0.1, median: 0.25 },
] as const

/** 0 to 1. */
export function paintScore(paints: Paints): number {
  const total = PARTS.reduce((sum, { weight }) => sum + weight, 0)
  const points = PARTS.map(
    ({ of, weight, good, median }) => weight * logNormalScore(paints[of], good, median),
  )
  return points.reduce((sum, each) => sum + each, 0) / total
}

/** A curve through 0.9 at `good` and 0.5 at `median`. */
function logNormalScore(value: number, good: number, median: number): number {
  if (value <= 0) return 1
  const inverseErfcOfAFifth = 0.9061938024368232
  const x = (inverseErfcOfAFifth * Math.log(value / median)) / -Math.log(good / median)
  return (1 - erf(x)) / 2
}

/** Abramowitz and Stegun 7.1.26. */
function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x))
  const poly =
    t *
    (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  return Math.sign(x) * (1 - poly * Math.exp(-x * x))
}
