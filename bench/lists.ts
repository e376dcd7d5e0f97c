import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import type { Id } from '../server/platform/ids.ts'
import { mixTalk, writeTalkImages } from './network/mixed-talk.ts'
import { makeNetwork } from './network/network.ts'
import { addTalk } from './network/other-tables.ts'
import { addSpaces } from './network/spaces.ts'
import {
  type Cost,
  launchMetered,
  loadMorePosts,
  openMeter,
  openPage,
  settle,
} from './page-meter.ts'
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

export async function benchLists(messages = MESSAGES, posts = POSTS) {
  const folder = await mkdtemp(join(tmpdir(), 'snug-bench-'))
  const browser = await launchMetered()
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
    await writeTalkImages(folder)
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
    // Scrolling there asks for them, but not twice in one place nor while the last are on their
    // way.
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
    await loadMorePosts(page, known + 10)
  }
  printCost('all of it read', await meter.cost(actions))
  await page.context().close()
}

/** By its place on the screen: looking for it in the page would be counted, too. */
async function pressing(page: Page, target: Locator): Promise<() => Promise<void>> {
  // Scrolling draws others, of which the last is another one.
  const element = await target.elementHandle()
  await element?.scrollIntoViewIfNeeded()
  await settle(page, 2)
  const { x = 0, y = 0, width = 0, height = 0 } = (await element?.boundingBox()) ?? {}
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

function printCost(name: string, { elements, heapMB, actions }: Cost) {
  const times = Object.values(actions).map((ms) => ms.toFixed(1))
  print(row(name, String(elements), heapMB.toFixed(1), ...times))
}
