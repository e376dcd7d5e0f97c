import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { findChromium } from '../scripts/chromium.ts'

// What pages cost a browser, in processor time of their main thread.

const SETTLE_MS = 500

export interface Cost {
  elements: number
  heapMB: number
  actions: Record<string, number>
}

export function launchMetered(): Promise<Browser> {
  const executablePath = findChromium()
  return chromium.launch({
    args: ['--no-sandbox', '--disable-gpu', '--js-flags=--expose-gc'],
    ...(executablePath && { executablePath }),
  })
}

interface Opening {
  url: string
  path: string
  token: string
  viewport: { width: number; height: number }
}

/** For the member of the token. */
export async function openPage(
  browser: Browser,
  { url, path, token, viewport }: Opening,
): Promise<Page> {
  const context = await browser.newContext({ viewport, serviceWorkers: 'block' })
  await context.addInitScript((value) => localStorage.setItem('token', value), token)
  const page = await context.newPage()
  await page.goto(url + path)
  return page
}

/** Presses for the next posts of a feed, and waits until so many are there. */
export async function loadMorePosts(page: Page, expected: number) {
  await page.evaluate(() => {
    const buttons = [...document.querySelectorAll('button')]
    buttons.find(({ textContent }) => textContent === 'Load More Posts')?.click()
  })
  await page.waitForFunction(
    (count) => document.querySelectorAll('section > ul > li').length >= count,
    expected,
  )
  await settle(page, 2)
}

/** Processor time counts what the page does, not what keeps it waiting. */
export async function openMeter(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const cpuOf = async (times: number, act: () => Promise<void>) => {
    await page.waitForTimeout(SETTLE_MS)
    const before = await metric(session, 'TaskDuration')
    await act()
    await settle(page, 2)
    return ((await metric(session, 'TaskDuration')) - before) * (1_000 / times)
  }
  const cost = async (actions: Record<string, () => Promise<number>>): Promise<Cost> => {
    await page.waitForTimeout(SETTLE_MS)
    const elements = await page.evaluate(() => document.querySelectorAll('*').length)
    for (let round = 0; round < 3; round++) await session.send('HeapProfiler.collectGarbage')
    const heapMB = (await metric(session, 'JSHeapUsedSize')) / 1e6
    const taken: Record<string, number> = {}
    for (const [name, measure] of Object.entries(actions)) taken[name] = await measure()
    return { elements, heapMB, actions: taken }
  }
  return { cpuOf, cost }
}

async function metric(session: CDPSession, name: string): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find((each) => each.name === name)?.value ?? Number.NaN
}

/** What was asked of the page is drawn after this. */
export function settle(page: Page, frames: number): Promise<void> {
  return page.evaluate(async (count) => {
    for (let frame = 0; frame < count; frame++)
      await new Promise((resolve) => requestAnimationFrame(resolve))
  }, frames)
}
