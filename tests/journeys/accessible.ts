import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']
const THEMES = ['light', 'dark'] as const

// The pages are the same whatever database is under the server.
const isProvedElsewhere = Boolean(process.env.SNUG_TEST_DATABASE)

/** Nothing of what stands on the screen right now is out of anybody's reach, by day and by night. */
export async function expectAccessible(page: Page): Promise<void> {
  if (isProvedElsewhere) return
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme })
    await untilStill(page)
    // Soft, so that one journey tells everything it finds.
    expect.soft(await findings(page), `${page.url()}, ${colorScheme}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null })
}

async function findings(page: Page): Promise<string[]> {
  // To hand axe over takes far longer than to run it, and a document keeps it.
  const isThere = await page.evaluate(() => 'axe' in window)
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) })
  const { violations } = await axe
    .options({ resultTypes: ['violations'] })
    // The page has no frames, for which axe would open another tab.
    .setLegacyMode()
    .withTags(TAGS)
    .analyze()
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
