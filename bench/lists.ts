import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type CDPSession, chromium, type Locator, type Page } from '@playwright/test'
import { findChromium } from '../scripts/chromium.ts'
import type { Id } from '../server/platform/ids.ts'
import { mixTalk, writeTalkPictures } from './network/mixed-talk.ts'
import { makeNetwork } from './network/network.ts'
import { addTalk } from './network/other-tables.ts'
import { addSpaces } from './network/spaces.ts'
import { startSnug, tokensOf } from './servers.ts'
import { print, row } from './table.ts'

// What long lists cost a browser: a room read back to its first message, and a feed to its last
// post, beside the same screens as they open; the room once of words alone, and once of everything
// that a message can hold. Elements and heap (after a collection) are counted;
// time is the processor time of the page's main thread.

const MESSAGES = 3_000
const POSTS = 500
const MEMBERS = 200
const FRIENDS = 10
const KEYS = 'It rains on the lamp'
const PRESSES = 10
const SETTLE_MS = 500

interface Cost {
  elements: number
  heapMB: number
  actions: Record<string, number>
}

export async function benchLists(messages = MESSAGES, posts = POSTS) {
  const folder = await mkdtemp(join(tmpdir(), 'snug-bench-'))
  const executablePath = findChromium()
  const browser = await chromium.launch({
    args: ['--no-sandbox', '--disable-gpu', '--js-flags=--expose-gc'],
    ...(executablePath && { executablePath }),
  })
  try {
    let [space, mixed]: [Id, Id] = [0, 0]
    const size = { members: MEMBERS, posts: posts * 2, readers: [FRIENDS], comments: 20 }
    const readers = await makeNetwork(folder, size, (network) => {
      const seats = addSpaces(network.db, network.members, 1)
      space = seats[0]?.space ?? 0
      addTalk(network, space, messages)
      mixed = addSpaces(network.db, network.members, 1, 1)[0]?.space ?? 0
      addTalk(network, mixed, messages, messages)
      mixTalk(network, mixed)
    })
    await writeTalkPictures(folder)
    const [token = ''] = await tokensOf(folder, readers)
    const server = await startSnug(folder)
    for (const [name, viewport] of [
      ['desktop, 1440 × 900', { width: 1440, height: 900 }],
      ['phone, 390 × 780', { width: 390, height: 780 }],
    ] as const) {
      const open = (path: string) => openPage(browser, { url: server.url, path, token, viewport })
      for (const [kind, room] of [
        ['messages', space],
        ['messages with pictures, cards, answers, mentions, posts and reactions', mixed],
      ] as const) {
        print(`\nA room with ${messages} ${kind}, ${name}`)
        print(row('', 'elements', 'heap MB', 'a key ms', 'a reaction ms'))
        await measureRoom(await open(`/spaces/${room}`))
      }
      print(`\nA feed with ${posts} posts, ${name}`)
      print(row('', 'elements', 'heap MB', 'a like ms'))
      await measureFeed(await open('/'), posts)
    }
    await server.stop()
  } finally {
    await browser.close()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Opening {
  url: string
  path: string
  token: string
  viewport: { width: number; height: number }
}

async function openPage(browser: Browser, { url, path, token, viewport }: Opening): Promise<Page> {
  const context = await browser.newContext({ viewport, serviceWorkers: 'block' })
  await context.addInitScript((value) => localStorage.setItem('token', value), token)
  const page = await context.newPage()
  await page.goto(url + path)
  return page
}

async function measureRoom(page: Page) {
  const log = page.getByRole('log')
  const composer = page.getByLabel('Message', { exact: true })
  await log.locator('[data-message-id]').first().waitFor()
  const meter = await openMeter(page)
  const actions = {
    async key() {
      await composer.focus()
      return meter.cpuOf(KEYS.length, () => page.keyboard.type(KEYS))
    },
    async reaction() {
      // Beside what another gave: on a phone all that is new opens a sheet first.
      const given = log.getByRole('list', { name: 'Reactions' }).last()
      const press = await pressing(page, given.getByRole('button').first())
      return meter.cpuOf(PRESSES, () => pressAnswered(page, press, /reactions$/))
    },
  }
  printCost('as it opens', await meter.cost(actions))
  const earlier = page.getByRole('button', { name: 'Show earlier messages' })
  while (await earlier.isVisible()) {
    let isAnswered = false
    const answer = page.waitForResponse((response) => response.url().includes('before='))
    void answer.then(() => {
      isAnswered = true
    })
    // Scrolling there asks for them, but not twice in one place nor while the last are on their way.
    while (!isAnswered) {
      await log.evaluate((box) => box.scrollTo(0, box.scrollTop > 200 ? 100 : box.scrollTop + 50))
      await settle(page, 2)
    }
    await settle(page, 2)
  }
  await page.getByRole('button', { name: 'Jump to latest' }).click()
  printCost('all of it read', await meter.cost(actions))
  await page.context().close()
}

async function measureFeed(page: Page, posts: number) {
  await page.getByRole('group', { name: 'Feed' }).getByRole('button', { name: 'Public' }).click()
  await page.getByRole('article').first().waitFor()
  const meter = await openMeter(page)
  const actions = {
    async like() {
      const posts = page.getByRole('article').filter({ visible: true })
      const press = await pressing(page, posts.last().getByRole('button', { name: /^Like/ }))
      return meter.cpuOf(PRESSES, () => pressAnswered(page, press, /like$/))
    },
  }
  printCost('as it opens', await meter.cost(actions))
  for (let known = 10; known < posts; known += 10) {
    await page.evaluate(() => {
      const buttons = [...document.querySelectorAll('button')]
      buttons.find(({ textContent }) => textContent === 'Load More Posts')?.click()
    })
    await page.waitForFunction(
      (count) => document.querySelectorAll('section > ul > li').length >= count,
      known + 10,
    )
    await settle(page, 2)
  }
  printCost('all of it read', await meter.cost(actions))
  await page.context().close()
}

/** By its place on the screen: looking for it in the page would be counted, too. */
async function pressing(page: Page, target: Locator): Promise<() => Promise<void>> {
  await target.scrollIntoViewIfNeeded()
  const { x = 0, y = 0, width = 0, height = 0 } = (await target.boundingBox()) ?? {}
  return () => page.mouse.click(x + width / 2, y + height / 2)
}

/** Presses so many times, each once the one before was answered. */
async function pressAnswered(page: Page, press: () => Promise<void>, path: RegExp) {
  for (let index = 0; index < PRESSES; index++) {
    const answer = page.waitForResponse((response) => path.test(response.url()))
    await press()
    await answer
    await settle(page, 2)
  }
}

/** Processor time counts what the page does, not what keeps it waiting. */
async function openMeter(page: Page) {
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
function settle(page: Page, frames: number): Promise<void> {
  return page.evaluate(async (count) => {
    for (let frame = 0; frame < count; frame++)
      await new Promise((resolve) => requestAnimationFrame(resolve))
  }, frames)
}

function printCost(name: string, { elements, heapMB, actions }: Cost) {
  const times = Object.values(actions).map((ms) => ms.toFixed(1))
  print(row(name, String(elements), heapMB.toFixed(1), ...times))
}
