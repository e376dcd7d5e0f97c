import { expect, type Page } from '@playwright/test'
import { ada } from '../people.ts'
import { expectAccessible } from './accessible.ts'
import { arrive, expectHome } from './account-steps.ts'
import { test as base } from './journey.ts'
import { join } from './members.ts'
import { untilInstalled } from './offline-steps.ts'
import { openServer } from './server.ts'
import { copyCheckout } from './two-builds.ts'

// A new version is installed on the server while somebody has Snug open.

/**
 * A browser lets the worker that is there end what it does, and be idle for half a minute after.
 */
const TAKEN_OVER_WITHIN_MS = 90_000
/** A worker that is installed, and has waited for so long, waits for one that is looked at. */
const WAITED_MS = 10_000

type SnugServer = Awaited<ReturnType<typeof copyCheckout>>

const test = base.extend<{ checkout: SnugServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from here
  checkout: async ({}, use) => {
    const checkout = await copyCheckout()
    await use(checkout)
    await checkout.remove()
  },
  server: async ({ checkout }, use) => {
    const server = await openServer(checkout)
    await use(server)
    expect(await server.close(), 'how the server stopped').toBe(0)
    expect(server.complaints, 'what the server complained of').toEqual([])
  },
})

test.use({ serviceWorkers: 'allow' })

test.beforeEach(({ server }) => join(server, ada))

test('the page reloads by itself, and everything is where it was', async ({ page, checkout }) => {
  await arrive(page, ada)
  await untilInstalled(page)
  expect(await buildOf(page)).toBeUndefined()
  await checkout.replaceBuild('b')
  await untilTakenOver(page, async () => (await buildOf(page)) === 'b')
  await expectHome(page, ada)
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual(['shell-b'])
})

test('with a draft it is offered, and the draft outlives the reload', async ({
  page,
  checkout,
}) => {
  await arrive(page, ada)
  await page.goto('/create-post')
  await page.getByLabel('Your post').fill('Half a thought')
  await untilInstalled(page)
  await checkout.replaceBuild('b')
  const offer = page.getByRole('status').getByText('A new version is ready')
  await untilTakenOver(page, () => offer.isVisible())
  await expectAccessible(page)
  expect(await buildOf(page)).toBeUndefined()
  await expect(page.getByLabel('Your post')).toHaveValue('Half a thought')
  await page.getByRole('button', { name: 'Reload', exact: true }).click()
  await expect.poll(() => buildOf(page)).toBe('b')
  await expect(page.getByLabel('Your post')).toHaveValue('Half a thought')
})

function buildOf(page: Page): Promise<string | undefined> {
  // While the page reloads there is none to ask.
  return page.evaluate(() => document.documentElement.dataset.build).catch(() => 'reloading')
}

/** The member comes back to the tab until the new version is there. */
async function untilTakenOver(page: Page, isThere: () => Promise<boolean>): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('ServiceWorker.enable')
  let waitingSince: number | undefined
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    const workers = await workersOf(page)
    waitingSince = workers.waiting ? (waitingSince ?? Date.now()) : undefined
    // A browser keeps a worker that a debugger looks at, as Playwright does, and may keep it for
    // minutes after its time; nobody else's is looked at.
    if (waitingSince && Date.now() - waitingSince > WAITED_MS)
      await browser.send('ServiceWorker.stopAllWorkers')
    expect(await isThere(), JSON.stringify(workers)).toBe(true)
  }).toPass({ timeout: TAKEN_OVER_WITHIN_MS, intervals: [1_000] })
}

/** What a failure tells: how far the new version is. */
function workersOf(page: Page) {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    const { installing, waiting, active } = registration ?? {}
    return { installing: installing?.state, waiting: waiting?.state, active: active?.state }
  })
}
