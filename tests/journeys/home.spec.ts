import { expect } from '@playwright/test'
import { MESSAGES } from '../../contract/posts.ts'
import { ada, ben } from '../people.ts'
import { expectAccessible } from './accessible.ts'
import { arrive } from './account-steps.ts'
import { test } from './journey.ts'
import { AT_ONCE, arriveLive, holdStream } from './live-steps.ts'
import { elsewhere, join, joinElsewhere, makeFriends, writePosts } from './members.ts'

const COPIED_SHOWN_MS = 2_000

test.beforeEach(({ server }) => join(server, ada))

test('a long feed is read to its end, with nothing twice and nothing left out', async ({
  page,
  server,
}) => {
  const texts = Array.from({ length: 23 }, (_, index) => `Thought number ${index + 1}`)
  await writePosts(server, ada, ...texts)
  await arrive(page, ada)
  const posts = page.getByRole('article')
  await expect(posts.first()).toContainText('Thought number 23')
  // What is posted meanwhile must not push the next page along.
  await writePosts(server, ada, 'An afterthought')
  const more = page.getByRole('button', { name: 'Load More Posts' })
  const end = page.getByText(MESSAGES.caughtUp)
  // Only the button brings more: its page, and not one further.
  for (const known of [10, 20]) {
    await posts.last().scrollIntoViewIfNeeded()
    await expect(posts).toHaveCount(known)
    await expect(end).toBeHidden()
    await more.click()
  }
  await expect(end).toBeVisible()
  await expect(posts.locator('p[dir=auto]')).toHaveText(texts.toReversed())
  await expectAccessible(page)
})

test('what happened between the reading of the page and its stream is told at once', async ({
  page,
  server,
  openBrowser,
}) => {
  const [host, friend] = [await elsewhere(server, ada), await joinElsewhere(server, ben)]
  await makeFriends(host, friend)
  await writePosts(server, ada, 'Read before')
  const other = await openBrowser()
  await arriveLive(other, ada)
  const openStream = await holdStream(page)
  await arrive(page, ada)
  await expect(page.getByText('Read before')).toBeVisible()
  await writePosts(server, ben, 'Written in the gap')
  const news = { name: '1 new post' }
  // By then it was told, and not to this page.
  await expect(other.getByRole('button', news)).toBeVisible(AT_ONCE)
  await expect(page.getByRole('button', news)).toBeHidden()
  openStream()
  await expect(page.getByRole('button', news)).toBeVisible(AT_ONCE)
})

test('the address to invite a friend with is copied', async ({ page, context, server }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  await arrive(page, ada)
  const copy = page.getByRole('button', { name: 'Copy Link' })
  await expect(copy).toBeVisible()
  // What it says for two seconds stays until it was seen.
  await page.clock.pauseAt(Date.now() + 60_000)
  await copy.click()
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(`${server.origin}/register`)
  await page.clock.runFor(COPIED_SHOWN_MS)
  await expect(copy).toBeVisible()
})
