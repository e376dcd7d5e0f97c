import { expect, type Page } from '@playwright/test'
import { MESSAGES } from '../../contract/posts.ts'
import { ada, ben } from '../people.ts'
import { expectAccessible } from './accessible.ts'
import { arrive } from './account-steps.ts'
import { test } from './journey.ts'
import { arriveLive } from './live-steps.ts'
import { type Elsewhere, joinElsewhere, writePosts } from './members.ts'
import { chatOf, messageSaying } from './space-steps.ts'

// However long a feed or a room is, only what is near the screen is drawn; and nobody notices.

const POSTS = 80
const SAID = 240
/** Of cards and of messages, with what is kept for the keyboard. */
const MOST_CARDS = 30
const MOST_MESSAGES = 120

test('a long feed stays light, and is where one left it', async ({ page, server }) => {
  await joinElsewhere(server, ada)
  await writePosts(
    server,
    ada,
    ...Array.from({ length: POSTS }, (_, at) => `Thought ${POSTS - at}.`),
  )
  await arrive(page, ada)
  const posts = page.getByRole('article')
  const rows = page.getByRole('region', { name: 'Friends feed' }).locator('> ul > li')
  const like = posts.first().getByRole('button', { name: 'Like', exact: true })
  for (let known = 10; known < POSTS; known += 10) {
    await page.getByRole('button', { name: 'Load More Posts' }).click()
    await expect(rows.filter({ hasText: `Thought ${known + 10}.` })).toHaveCount(1)
    await expect.poll(() => posts.count()).toBeLessThanOrEqual(MOST_CARDS)
  }
  await expect(page.getByText(MESSAGES.caughtUp)).toBeVisible()
  await scrollFeed(page, 20_000)
  await alignCard(page)
  await expectAccessible(page)

  await test.step('what is read stays in its place', async () => {
    const before = await placeOf(page, 'Thought 76.')
    await scrollFeed(page, -6_000)
    await expect.poll(() => posts.count()).toBeLessThanOrEqual(MOST_CARDS)
    await scrollFeed(page, 6_000)
    await expect.poll(() => placeOf(page, 'Thought 76.')).toBeCloseTo(before, 0)
  })
  await test.step('and on coming back', async () => {
    await scrollFeed(page, -3_000)
    const middle = await textInView(page)
    const before = await placeOf(page, middle)
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Friends' })
      .click()
    await expect(page.getByRole('heading', { name: 'Friends', exact: true })).toBeVisible()
    await page.goBack()
    await expect.poll(() => placeOf(page, middle)).toBeCloseTo(before, 0)
    await expect.poll(() => posts.count()).toBeLessThanOrEqual(MOST_CARDS)
  })
  await test.step('what has the focus or is selected stays', async () => {
    await scrollFeed(page, -20_000)
    await like.focus()
    await posts.nth(1).locator('p[dir=auto]').selectText()
    await scrollFeed(page, 20_000)
    await expect.poll(() => posts.count()).toBeLessThanOrEqual(MOST_CARDS)
    await expect(like).toBeFocused()
    expect(await page.evaluate(() => String(getSelection()))).toBe('Thought 2.')
    await page.keyboard.press('Tab')
    await expect(posts.first().getByRole('button', { name: 'Dislike' })).toBeFocused()
  })
  await test.step('the search of the browser finds what is not drawn', async () => {
    await expect(posts.filter({ hasText: 'Thought 40.' })).toHaveCount(0)
    await expect(rows.filter({ hasText: 'Thought 40.' })).toHaveAttribute('hidden', 'until-found')
  })
})

test('a room with much talk stays light, and nothing in it moves', async ({ page, server }) => {
  const den = await talkativeSpace(await joinElsewhere(server, ada), 'The den')
  const bensSelf = await joinElsewhere(server, ben)
  await bensSelf.call('POST', `/spaces/${den}/join`, {})
  await arriveLive(page, ada)
  await page.goto(`/spaces/${den}`)
  const log = chatOf(page, 'The den').getByRole('log')
  const drawn = log.locator('[data-message-id]')
  await expect(messageSaying(page, `Word ${SAID}.`)).toBeVisible()
  await expect.poll(() => drawn.count()).toBeLessThanOrEqual(MOST_MESSAGES)

  await test.step('read back to the first word', async () => {
    for (;;) {
      const first = await firstInLog(page)
      if (first === 'Word 1.') break
      await log.evaluate((box) => box.scrollTo(0, 50))
      await log.evaluate((box) => box.scrollTo(0, 20))
      await expect.poll(() => firstInLog(page)).not.toBe(first)
      await expect.poll(() => drawn.count()).toBeLessThanOrEqual(MOST_MESSAGES)
    }
    await log.evaluate((box) => box.scrollTo(0, 0))
    await expect(messageSaying(page, 'Word 1.')).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('go from message to message by keys', async () => {
    await messageSaying(page, 'Word 1.').focus()
    await page.keyboard.press('End')
    await expect(messageSaying(page, `Word ${SAID}.`)).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(messageSaying(page, `Word ${SAID - 1}.`)).toBeFocused()
    await page.keyboard.press('Home')
    await expect(messageSaying(page, 'Word 1.')).toBeFocused()
    // Faster than anything is drawn.
    await page.evaluate(() => {
      for (const key of ['End', 'ArrowUp']) {
        const press = new KeyboardEvent('keydown', { key, bubbles: true })
        document.activeElement?.dispatchEvent(press)
      }
    })
    await expect(messageSaying(page, `Word ${SAID - 1}.`)).toBeFocused()
    await page.keyboard.press('Home')
    await expect(messageSaying(page, 'Word 1.')).toBeFocused()
    // The page knows that it stands far back.
    await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible()
    await expect.poll(() => drawn.count()).toBeLessThanOrEqual(MOST_MESSAGES)
  })
  await test.step('hear what is new, and go there', async () => {
    await bensSelf.call('POST', `/spaces/${den}/messages`, {
      content: 'And what now?',
      clientId: KEY,
    })
    await expect(page.getByRole('status').getByText('Ben: And what now?')).toBeAttached()
    await page.getByRole('button', { name: 'Jump to latest (1 new)' }).click()
    await expect(messageSaying(page, 'And what now?')).toBeInViewport()
    await expect.poll(() => drawn.count()).toBeLessThanOrEqual(MOST_MESSAGES)
  })
})

const KEY = '00000000-0000-4000-8000-000000000001'

/** Returns its id. */
async function talkativeSpace(founder: Elsewhere, name: string): Promise<string> {
  const body = { name, vibe: 'serene', description: 'Much is said here.' }
  const { _id } = (await founder.call('POST', '/spaces', body)) as { _id: string }
  for (let number = 1; number <= SAID; number++) {
    const clientId = `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`
    await founder.call('POST', `/spaces/${_id}/messages`, { content: `Word ${number}.`, clientId })
  }
  return _id
}

/** From the upper edge of the screen, of the post with these words; NaN where it is not drawn. */
function placeOf(page: Page, words: string): Promise<number> {
  return page.evaluate((text) => {
    const all = [...document.querySelectorAll('article p[dir=auto]')]
    const post = all.find(({ textContent }) => textContent === text)
    return post?.getBoundingClientRect().top ?? Number.NaN
  }, words)
}

/** The words of a post in the middle of the screen. */
function textInView(page: Page): Promise<string> {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll('article p[dir=auto]')]
    const post = all.find((each) => each.getBoundingClientRect().top > innerHeight / 3)
    return post?.textContent ?? ''
  })
}

/** As a wheel does, step by step. */
async function scrollFeed(page: Page, by: number): Promise<void> {
  const step = Math.sign(by) * 500
  for (let gone = 0; gone < Math.abs(by); gone += 500)
    await page.evaluate(async (px) => {
      window.scrollBy({ top: px, behavior: 'instant' })
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }, step)
}

/** The words of the first message that was read. */
function firstInLog(page: Page): Promise<string> {
  return page.evaluate(() => {
    const text = document.querySelector('[role=log] ol')?.textContent ?? ''
    return /Word \d+\./.exec(text)?.[0] ?? ''
  })
}

/** So that no card's buttons lie half under the bar above. */
function alignCard(page: Page) {
  return page.evaluate(() => {
    const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
    const tops = [...document.querySelectorAll('article')].map(
      (card) => card.getBoundingClientRect().top,
    )
    const under = tops.findLast((top) => top < bar)
    if (under !== undefined) scrollBy(0, under - bar)
  })
}
