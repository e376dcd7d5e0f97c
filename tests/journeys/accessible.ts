import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']
/** Those a theme has a part in: by night nothing stands elsewhere, or is named otherwise. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block']

type Choose = (axe: AxeBuilder) => AxeBuilder

// The pages are the same whatever database is under the server.
const isProvedElsewhere = Boolean(process.env.SNUG_TEST_DATABASE)

/** Nothing of what stands on the screen right now is out of anybody's reach, by day and by night. */
export async function expectAccessible(page: Page): Promise<void> {
  if (isProvedElsewhere) return
  await expectNothing(page, 'light', (axe) => axe.withTags(TAGS))
  await expectNothing(page, 'dark', (axe) => axe.withRules(RULES_OF_COLOURS))
  await page.emulateMedia({ colorScheme: null })
}

async function expectNothing(page: Page, colorScheme: 'light' | 'dark', choose: Choose) {
  await page.emulateMedia({ colorScheme })
  const first = await findings(page, choose)
  // A tooltip may have begun to fade under the look: what is wrong is so at a second one, too.
  const found = first.length > 0 ? await findings(page, choose) : first
  // Soft, so that one journey tells everything it finds.
  expect.soft(found, `${page.url()}, ${colorScheme}`).toEqual([])
}

async function findings(page: Page, choose: Choose): Promise<string[]> {
  await untilStill(page)
  // To hand axe over takes far longer than to run it, and a document keeps it.
  const isThere = await page.evaluate(() => 'axe' in window)
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) })
  // The page has no frames, for which axe would open another tab.
  axe.options({ resultTypes: ['violations'] }).setLegacyMode()
  // They hand the focus on. Axe allows that by the backdrop it finds at four points of the window; a
  // menu's has a hole over its button, and that may be at one of them.
  axe.exclude('[data-base-ui-focus-guard]')
  const { violations } = await choose(axe).analyze()
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
