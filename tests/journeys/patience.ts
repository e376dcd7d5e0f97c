import type { BrowserContext, Locator, Page } from '@playwright/test'

// A page waits five seconds for a feed and three for comments, and then leaves the next try to its
// reader. On a busy machine an answer may take longer than that, so readers here try again.

/** Whoever looks at these pages presses "Try again" where a list could not be read in its time. */
export function makePatient(context: BrowserContext): void {
  context.on('page', (page) => void keepTrying(page))
}

/** For a journey that is about what such a page says. */
export function losePatience(page: Page): Promise<void> {
  return page.removeLocatorHandler(anotherTry(page))
}

async function keepTrying(page: Page): Promise<void> {
  // It may be closed by then, and what was offered may have gone by itself.
  const press = (button: Locator) => button.dispatchEvent('click').catch(() => {})
  await page.addLocatorHandler(anotherTry(page), press, { noWaitAfter: true }).catch(() => {})
}

function anotherTry(page: Page): Locator {
  return page.getByRole('button', { name: 'Try again', exact: true }).first()
}
