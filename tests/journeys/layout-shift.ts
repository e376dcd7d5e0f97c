import type { Page } from '@playwright/test'

declare global {
  interface Window {
    layoutShift: number
  }
}

/** Measures, in every page opened from now on, what moves without having been asked to. */
export async function measureLayoutShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.layoutShift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[])
        if (!entry.hadRecentInput) window.layoutShift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** 0: nothing moved; 1: about the whole screen, by its own height. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(() => window.layoutShift)
}
