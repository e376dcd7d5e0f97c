import { expect, type Locator, type Page } from '@playwright/test'

/**
 * By the key, and until its entry has left the history as well, a moment after it: what is opened
 * before, its closing could take along.
 */
export async function closeDialog(page: Page, name: string): Promise<void> {
  const depth = await dialogDepth(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name, exact: true })).toBeHidden()
  if (depth > 0) await expect.poll(() => dialogDepth(page)).toBeLessThan(depth)
}

/** How many dialogs the history has an entry of; one whose place has an address needs none. */
function dialogDepth(page: Page): Promise<number> {
  return page.evaluate(() => history.state?.dialogDepth ?? 0)
}

/** What the chosen tab shows: the panel of the one before stays in the page for a moment, inert. */
export function tabPanel(page: Page): Locator {
  return page.getByRole('tabpanel').and(page.locator(':not([inert])'))
}

/**
 * Opens a place by its address, as soon as the history has no entry of a dialog any more: the page
 * leaves that a moment after the dialog is gone, and either way would cut off the other.
 */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.waitForFunction(() => !history.state?.dialogDepth)
  await page.goto(path)
}
