import type { BrowserContext, Locator, Page } from '@playwright/test'

// A page waits five seconds for a feed and three for comments, and then leaves the next try to its
// reader. On a busy machine an answer may take longer than that, so readers here try again.

const SOON = { timeout: 1_000 }

/** When each page has begun to be looked at so. */
const patient = new WeakMap<Page, Promise<void>>()

/** Whoever looks at these pages presses "Try again" where a list could not be read in its time. */
export function makePatient(context: BrowserContext): void {
  context.on('page', (page) => patient.set(page, keepTrying(page)))
}

/** For a journey that is about what such a page says. */
export async function losePatience(page: Page): Promise<void> {
  // What is not there yet could not be taken away.
  await patient.get(page)
  await page.removeLocatorHandler(anotherTry(page))
}

async function keepTrying(page: Page): Promise<void> {
  // It may be closed by then, and what was offered may have gone by itself: not waited for.
  const press = (button: Locator) => button.dispatchEvent('click', undefined, SOON).catch(() => {})
  await page.addLocatorHandler(anotherTry(page), press, { noWaitAfter: true }).catch(() => {})
}

function anotherTry(page: Page): Locator {
  return page.getByRole('button', { name: 'Try again', exact: true }).first()
}
