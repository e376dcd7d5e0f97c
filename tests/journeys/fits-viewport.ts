import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 780 },
]
const NARROWEST = { width: 320, height: 640 }

/** What stands on the screen is in everybody's reach, on a desktop and on a phone, day and night. */
export async function expectFine(page: Page): Promise<void> {
  const before = page.viewportSize()
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await expectFits(page)
    await expectAccessible(page)
  }
  await page.setViewportSize(NARROWEST)
  await expectFits(page)
  if (before) await page.setViewportSize(before)
}

const expectSoftly = expect.configure({ soft: true })

/** Nothing is wider than the screen: a layout that follows its width is there a moment after it. */
export async function expectFits(page: Page): Promise<void> {
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await expectSoftly
    .poll(excess, `pixels beyond the screen of ${page.url()}`)
    .toBeLessThanOrEqual(0)
}
