import { expect, type Page } from '@playwright/test'
import { LOGIN_RETRY_DELAY_MS, MESSAGES } from '../../contract/accounts.ts'
import { NOT_READY } from '../../contract/errors.ts'
import { MESSAGES as POST_MESSAGES } from '../../contract/posts.ts'
import { ada } from '../people.ts'
import { testImage } from '../test-images.ts'
import { expectAccessible } from './accessible.ts'
import { arriveBySignIn, expectHome, expectSignIn, signIn } from './account-steps.ts'
import { test } from './journey.ts'
import { cutStream } from './live-steps.ts'
import { join, writePosts } from './members.ts'
import { losePatience } from './patience.ts'
import {
  chooseFeed,
  chooseImage,
  deletePost,
  expectPosted,
  mainNavigation,
  openComposer,
  openPostMenu,
  postSaying,
  pressPost,
} from './post-steps.ts'

// The server goes away in the middle, or is not up yet: a plain sentence, nothing typed is lost,
// and the same press works once it is back.

test.beforeEach(({ server }) => join(server, ada))

test('a post waits for the server to come back', async ({ page, server, expects }) => {
  expects('no answer')
  await arriveBySignIn(page, ada)
  await openComposer(page)
  await page.getByLabel('Your post').fill('Said into the storm')
  const buffer = await testImage('jpeg')
  await chooseImage(page, { name: 'storm.jpg', mimeType: 'image/jpeg', buffer })
  await server.kill()
  await pressPost(page)
  await expect(page.getByRole('alert').getByText(POST_MESSAGES.createFailed)).toBeVisible()
  await expect(page.getByLabel('Your post')).toHaveValue('Said into the storm')
  await expect(page.getByRole('img', { name: 'Preview of storm.jpg' })).toBeVisible()
  await expectAccessible(page)
  await server.start()
  await pressPost(page)
  await expectPosted(page)
  await expect(postSaying(page, 'Said into the storm')).toHaveCount(1)
})

test('a feed that could not be read can be asked for again', async ({ page, server, expects }) => {
  expects('no answer')
  await losePatience(page)
  // Else the page may hear that the server is back, and ask again before the press.
  await cutStream(page)
  await writePosts(server, ada, 'Still here')
  // Else it may be there already: whoever has no friends is shown it beforehand.
  await page.route(/posts\/public/, (route) => route.abort())
  await arriveBySignIn(page, ada)
  await server.kill()
  await page.unrouteAll()
  await chooseFeed(page, 'Public')
  const failure = page.getByRole('alert').filter({ hasText: POST_MESSAGES.loadFailed })
  await expect(failure).toBeVisible()
  await expectAccessible(page)
  await server.start()
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(postSaying(page, 'Still here')).toBeVisible()
})

test('a post whose deletion failed comes back', async ({ page, server, expects }) => {
  expects('no answer')
  await writePosts(server, ada, 'Not so easily gone')
  await arriveBySignIn(page, ada)
  const post = postSaying(page, 'Not so easily gone')
  // What opens over the page has come by then.
  await openPostMenu(page, post)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await server.kill()
  await deletePost(page, post)
  await expect(page.getByRole('alert').getByText(POST_MESSAGES.deleteFailed)).toBeVisible()
  await expect(post).toBeVisible()
  await expectAccessible(page)
  await server.start()
  await deletePost(page, post)
  await expect(page.getByText(POST_MESSAGES.friendsEmpty)).toBeVisible()
})

test('a sign-in that got no answer keeps what was typed', async ({ page, server, expects }) => {
  expects('no answer')
  await page.goto('/login')
  await expectSignIn(page)
  await server.kill()
  await signIn(page, ada)
  await expect(page.getByRole('alert').getByText(MESSAGES.loginFailed)).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(ada.email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(ada.password)
  await expectAccessible(page)
  await server.start()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expectHome(page, ada)
})

test('a place that could not be fetched says so, and the ways to others stay', async ({
  page,
  server,
  expects,
}) => {
  expects('no answer')
  // Else it is fetched ahead, as on a quick line.
  await page.route(/friends-page/, (route) => route.abort())
  await arriveBySignIn(page, ada)
  await server.kill()
  await mainNavigation(page).getByRole('link', { name: 'Friends' }).click()
  await expect(page.getByRole('alert').getByText('Something went wrong')).toBeVisible()
  await expect(mainNavigation(page)).toBeVisible()
  await expectAccessible(page)
  await page.unrouteAll()
  await server.start()
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.getByRole('heading', { name: 'Friends', exact: true })).toBeVisible()
})

test('nobody is signed out because the server was away on arrival', async ({ page, expects }) => {
  expects(503)
  await arriveBySignIn(page, ada)
  await answerNotReady(page, '**/api/users/user')
  // Else what was read last opens in the end.
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }))
  await page.reload()
  await expect(page.getByText('You are still signed in')).toBeVisible()
  await expectAccessible(page)
  // As long as it is away: the page also tries by itself, and then nothing is left to press.
  const tried = page.waitForRequest('**/api/users/user')
  await page.getByRole('button', { name: 'Try now' }).click()
  await tried
  await page.unrouteAll()
  await expectHome(page, ada)
})

test('what was read last opens where the server stays not ready', async ({
  page,
  server,
  expects,
}) => {
  expects(503)
  await losePatience(page)
  await writePosts(server, ada, 'Read before the storm')
  await arriveBySignIn(page, ada)
  await chooseFeed(page, 'Public')
  await expect(postSaying(page, 'Read before the storm')).toBeVisible()
  await answerNotReady(page, '**/api/**')
  await page.reload()
  await expect(page.getByText('You are still signed in')).toBeVisible()
  const notice = page.getByText('cannot be reached right now')
  await expect(notice).toBeVisible()
  await expect(postSaying(page, 'Read before the storm')).toBeVisible()
  await page.unrouteAll()
  await expect(notice).toHaveCount(0)
})

test('a sign-in while the server starts waits, and says so', async ({ page, expects }) => {
  expects(503)
  await openSignInOnStoppedClock(page)
  await answerNotReady(page, '**/api/users/login', { times: 2 })
  await signIn(page, ada)
  await waitTwice(page)
  await page.clock.resume()
  await expectHome(page, ada)
})

test('a sign-in gives up at the third try, and keeps what was typed', async ({ page, expects }) => {
  expects(503)
  await openSignInOnStoppedClock(page)
  await answerNotReady(page, '**/api/users/login', { times: 3 })
  await signIn(page, ada)
  await waitTwice(page)
  await page.clock.resume()
  await expect(page.getByRole('alert').getByText(NOT_READY)).toBeVisible()
  await expect(page.getByText(/Retrying/)).toHaveCount(0)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(ada.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expectHome(page, ada)
})

/**
 * The time of the page stands still from here on, and what is shown for seconds is there to be
 * seen.
 */
async function openSignInOnStoppedClock(page: Page) {
  await page.clock.install()
  await page.goto('/login')
  await expectSignIn(page)
  await page.clock.pauseAt(Date.now() + 60_000)
}

async function waitTwice(page: Page) {
  for (const attempt of [1, 2]) {
    await expect(page.getByRole('status').getByText(MESSAGES.starting(attempt))).toBeVisible()
    await page.clock.runFor(LOGIN_RETRY_DELAY_MS)
  }
}

async function answerNotReady(page: Page, url: string, options?: { times: number }) {
  const json = { error: NOT_READY, msg: NOT_READY, message: NOT_READY }
  await page.route(url, (route) => route.fulfill({ status: 503, json }), options)
}
