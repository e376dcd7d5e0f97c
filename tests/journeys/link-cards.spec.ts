import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Locator, type Page } from '@playwright/test'
import { feedAnswer } from '../../contract/posts.ts'
import { ada, ben, cleo } from '../people.ts'
import { SITES_PORT } from '../sites-fetch.ts'
import { testImage } from '../test-images.ts'
import { expectAccessible } from './accessible.ts'
import { arrive } from './account-steps.ts'
import { test as journey } from './journey.ts'
import { join, joinElsewhere } from './members.ts'
import {
  chooseFeed,
  expectPosted,
  openComposer,
  openPostMenu,
  postSaying,
  pressPost,
} from './post-steps.ts'
import { messageSaying, say } from './space-steps.ts'

// Links whose pages are ours: what three people see of where they lead.

const HEAD = `<meta property="og:title" content="How tea is made">
  <meta property="og:description" content="In a pot, and slowly.">
  <meta property="og:site_name" content="Teahouse">
  <meta property="og:image" content="https://tea.example/pot.png">`

/** What they were asked for: host and path. */
const called: string[] = []

const test = journey.extend({
  settings: async ({ browserName: _ }, use) => {
    const pot = await testImage()
    const sites = createServer(({ headers: { host = '' }, url = '' }, response) => {
      called.push(`${host}${url}`)
      if (host === 'door.example')
        response.writeHead(302, { location: 'https://inside.example/admin' }).end()
      else if (url === '/pot.png') response.writeHead(200, { 'content-type': 'image/png' }).end(pot)
      else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(HEAD)
    })
    await new Promise<void>((resolve) => sites.listen(0, '127.0.0.1', resolve))
    const { port } = sites.address() as AddressInfo
    await use({ [SITES_PORT]: String(port) })
    sites.closeAllConnections()
    sites.close()
  },
})
test.beforeEach(() => {
  called.length = 0
})

const cardIn = (where: Locator) => where.getByRole('link', { name: /How tea is made/ })

async function expectCard(where: Locator) {
  const card = cardIn(where)
  await expect(card).toContainText('In a pot, and slowly.')
  await expect(card).toContainText('Teahouse')
  const image = card.locator('img')
  await image.scrollIntoViewIfNeeded()
  await expect
    .poll(() => image.evaluate((drawn) => drawn instanceof HTMLImageElement && drawn.naturalWidth))
    .toBeGreaterThan(0)
}

async function post(page: Page, text: string) {
  await openComposer(page)
  await page.getByLabel('Your post').fill(text)
  await pressPost(page)
  await expectPosted(page)
}

test('where a link leads is seen in the feed, at the post and in a room, until its author takes it away', async ({
  page,
  server,
  openBrowser,
}) => {
  const host = await joinElsewhere(server, ada)
  await join(server, ben)
  const guest = await joinElsewhere(server, cleo)
  const body = { name: 'Tea room', vibe: 'social', description: 'Cups and pots' }
  const { _id } = (await host.call('POST', '/spaces', body)) as { _id: string }
  await guest.call('POST', `/spaces/${_id}/join`)
  const [bens, cleos] = [await openBrowser(), await openBrowser()]
  await bens.emulateMedia({ colorScheme: 'dark' })
  await arrive(page, ada)
  await arrive(bens, ben)
  await arrive(cleos, cleo)
  await chooseFeed(bens, 'Public')

  await post(page, 'From the door: https://door.example/')
  await post(page, 'Read https://tea.example/pot')
  // Where it is looked at already it comes by itself, once the page behind the link was read.
  await expectCard(postSaying(page, 'Read https'))
  await bens.reload()
  await chooseFeed(bens, 'Public')
  const seen = postSaying(bens, 'Read https')
  await expectCard(seen)
  await expectAccessible(bens)
  const { posts } = feedAnswer.parse(await host.call('GET', '/posts/public'))
  await cleos.goto(`/posts/${posts[0]?._id}`)
  await expectCard(cleos.getByRole('article'))
  // What leads inside was asked for no further than its door, and shows nothing.
  await expect.poll(() => called).toContain('door.example/')
  expect(called.filter((address) => address.startsWith('inside.'))).toEqual([])
  await expect(postSaying(bens, 'From the door')).toBeVisible()
  await expect(
    postSaying(bens, 'From the door').getByRole('link', { name: /made|inside/ }),
  ).toHaveCount(0)

  await cleos.goto(`/spaces/${_id}`)
  await page.goto(`/spaces/${_id}`)
  await say(page, 'The same here: https://tea.example/pot')
  await expectCard(messageSaying(cleos, 'The same here'))
  await expectAccessible(cleos)
  // One call for all who say it and all who see it.
  expect(called.filter((address) => address === 'tea.example/pot')).toHaveLength(1)

  await messageSaying(page, 'The same here').focus()
  await page.getByRole('button', { name: 'Edit message' }).click()
  await page.getByLabel('Edit message').fill('Nothing to read here')
  await page.keyboard.press('Enter')
  await expect(messageSaying(cleos, 'Nothing to read here')).toBeVisible()
  await expect(cardIn(cleos.getByRole('log'))).toHaveCount(0)

  await page.goto('/')
  await chooseFeed(page, 'Public')
  const mine = postSaying(page, 'Read https')
  await expectCard(mine)
  await openPostMenu(page, mine)
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByLabel('Your post').fill('Read nothing')
  await page.keyboard.press('Control+Enter')
  await expect(postSaying(bens, 'Read nothing')).toBeVisible()
  await expect(cardIn(bens.getByRole('main'))).toHaveCount(0)
})
