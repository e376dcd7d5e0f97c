import { expect, type Page } from '@playwright/test'

declare global {
  interface Window {
    layoutShift: number
    /** What moved, and by how far. */
    shifted: string[]
  }
}

/** Measures, in every page opened from now on, what moves without having been asked to. */
export async function measureLayoutShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.layoutShift = 0
    window.shifted = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
      })[]) {
        if (entry.hadRecentInput) continue
        window.layoutShift += entry.value
        for (const { node, previousRect: from, currentRect: to } of entry.sources)
          window.shifted.push(
            `${node?.nodeName} “${node?.textContent?.slice(0, 60)}” from ${from.x}, ${from.y} (${from.width} × ${from.height}) to ${to.x}, ${to.y} (${to.width} × ${to.height})`,
          )
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** 0: nothing moved; 1: about the whole screen, by its own height. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(() => window.layoutShift)
}

/** Nothing has moved unasked; what has, is told. */
export async function expectNoShift(page: Page): Promise<void> {
  expect(await page.evaluate(() => [window.layoutShift, ...window.shifted])).toEqual([0])
}
