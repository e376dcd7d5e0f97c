import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']
/** Those a theme has a part in: by night nothing stands elsewhere, or is named otherwise. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block']

type Theme = 'light' | 'dark'

// The pages are the same whatever database is under the server.
const isProvedElsewhere = Boolean(process.env.SNUG_TEST_DATABASE)

/**
 * Nothing of what stands on the screen right now is out of anybody's reach, by day and by night.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expectAccessibleIn(page, 'light', 'dark')
  await page.emulateMedia({ colorScheme: null })
}

/** The same in these themes, one after the other; the page keeps the last. */
export async function expectAccessibleIn(page: Page, ...themes: Theme[]): Promise<void> {
  if (isProvedElsewhere) return
  for (const theme of themes) await expectNothing(page, theme)
}

async function expectNothing(page: Page, theme: Theme) {
  await page.emulateMedia({ colorScheme: theme })
  const first = await findings(page, theme)
  // A tooltip may have begun to fade under the look: what is wrong is so at a second one, too.
  const found = first.length > 0 ? await findings(page, theme) : first
  // Soft, so that one journey tells everything it finds.
  expect.soft(found, `${page.url()}, ${theme}`).toEqual([])
}

async function findings(page: Page, theme: Theme): Promise<string[]> {
  await untilStill(page)
  // To hand axe over takes far longer than to run it, and a document keeps it.
  const isThere = await page.evaluate(() => 'axe' in window)
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) })
  // The page has no frames, for which axe would open another tab.
  axe.options({ resultTypes: ['violations'] }).setLegacyMode()
  // They hand the focus on. Axe allows that by the backdrop it finds at four points of the window;
  // a menu's has a hole over its button, and that may be at one of them.
  axe.exclude('[data-base-ui-focus-guard]')
  const chosen = theme === 'light' ? axe.withTags(TAGS) : axe.withRules(RULES_OF_COLOURS)
  const { violations } = await chosen.analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary}`),
  )
}

/** A colour or an opacity on its way would be judged by where it is; one may set off another. */
export function untilStill(page: Page): Promise<unknown> {
  return page.waitForFunction(() =>
    document.getAnimations().every((animation) => !(animation instanceof CSSTransition)),
  )
}
