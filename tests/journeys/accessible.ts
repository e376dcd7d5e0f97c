import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']
/** The rules that judge colours. A theme changes nothing else, so the others are asked once. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

// The pages are the same whatever database is under the server.
const isProvedElsewhere = Boolean(process.env.SNUG_TEST_DATABASE)

/** Nothing of what stands on the screen right now is out of anybody's reach, by day and by night. */
export async function expectAccessible(page: Page): Promise<void> {
  if (isProvedElsewhere) return
  await expectNoFindings(page, 'light', (axe) => axe.withTags(TAGS))
  await expectNoFindings(page, 'dark', (axe) => axe.withRules(COLOUR_RULES))
  await page.emulateMedia({ colorScheme: null })
}

type Choose = (axe: AxeBuilder) => AxeBuilder

async function expectNoFindings(page: Page, colorScheme: 'light' | 'dark', choose: Choose) {
  await page.emulateMedia({ colorScheme })
  await untilStill(page)
  // Soft, so that one journey tells everything it finds.
  expect.soft(await findings(page, choose), `${page.url()}, ${colorScheme}`).toEqual([])
}

async function findings(page: Page, choose: Choose): Promise<string[]> {
  // To hand axe over takes far longer than to run it, and a document keeps it.
  const isThere = await page.evaluate(() => 'axe' in window)
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) })
  axe.options({ resultTypes: ['violations'] })
  // The page has no frames, for which axe would open another tab.
  const { violations } = await choose(axe.setLegacyMode()).analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary}`),
  )
}

/** A colour or an opacity on its way would be judged by where it is; one may set off another. */
function untilStill(page: Page): Promise<unknown> {
  return page.waitForFunction(() =>
    document.getAnimations().every((animation) => !(animation instanceof CSSTransition)),
  )
}
