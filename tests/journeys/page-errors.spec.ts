import { type BrowserContext, expect, type Page } from '@playwright/test'
import { expectSignIn } from './account-steps.ts'
import { test } from './journey.ts'
import { layoutShift, measureLayoutShift } from './layout-shift.ts'
import { createWitness, type Witness } from './page-errors.ts'

// The journeys' own eyes: that they saw nothing means something only if they can see.

const FOREIGN = 'http://127.0.0.1:9/'
const NEVER_CAME = 'expected, and never came: 418'

const MISHAPS: [complaint: string, cause: (page: Page) => Promise<unknown>][] = [
  ['console: Oh dear', (page) => page.evaluate(() => console.error('Oh dear'))],
  ['script: Error: Oh no', throwLater],
  ['console: The content policy was breached: img-src', showForeignImage],
  [`a request to a foreign origin: ${FOREIGN}`, (page) => page.goto(FOREIGN).catch(() => {})],
  ['GET /api/nowhere: 404', (page) => page.evaluate(() => fetch('/api/nowhere'))],
  ['GET /api/broken: 500', (page) => page.evaluate(() => fetch('/api/broken'))],
  [NEVER_CAME, async () => {}],
]

test('what goes wrong behind a page is seen', async ({ browser, server }) => {
  for (const [complaint, cause] of MISHAPS) {
    const context = await browser.newContext()
    const witness = await witnessOf(cause, context, server.origin)
    await expect.poll(() => witness.complaints().join('\n')).toContain(complaint)
    await context.close()
  }
})

test('what moves unasked is measured', async ({ page }) => {
  await measureLayoutShift(page)
  await page.goto('/')
  await expectSignIn(page)
  expect(await layoutShift(page)).toBe(0)
  await page.evaluate(() => {
    document.body.style.paddingTop = '200px'
  })
  await expect.poll(() => layoutShift(page)).toBeGreaterThan(0)
})

async function witnessOf(
  cause: (page: Page) => Promise<unknown>,
  context: BrowserContext,
  origin: string,
): Promise<Witness> {
  const witness = createWitness(origin)
  witness.expects(418)
  await witness.watch(context)
  const page = await context.newPage()
  await page.route('**/api/broken', (route) => route.fulfill({ status: 500 }))
  await page.goto('/')
  expect(witness.complaints()).toEqual([NEVER_CAME])
  await cause(page)
  return witness
}

function throwLater(page: Page) {
  return page.evaluate(() => {
    setTimeout(() => {
      throw new Error('Oh no')
    })
  })
}

function showForeignImage(page: Page) {
  return page.evaluate((url) => {
    new Image().src = url
  }, FOREIGN)
}
