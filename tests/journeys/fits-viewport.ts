import { expect, type Page } from '@playwright/test'
import { expectAccessibleIn } from './accessible.ts'

const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 780 }
const NARROWEST = { width: 320, height: 640 }

/**
 * What stands on the screen is in everybody's reach, on a desktop and on a phone, day and night.
 */
export async function expectFine(page: Page): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize(DESKTOP)
  await expectFits(page)
  await expectAccessibleIn(page, 'light', 'dark')
  await page.setViewportSize(PHONE)
  await expectFits(page)
  // First by night, as it is now: whatever has a colour fades when the theme changes.
  await expectAccessibleIn(page, 'dark', 'light')
  await page.emulateMedia({ colorScheme: null })
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
