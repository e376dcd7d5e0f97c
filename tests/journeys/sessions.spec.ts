import { expect, type Page } from '@playwright/test'
import { MESSAGES, TOKEN_HEADER } from '../../contract/accounts.ts'
import { MESSAGES as POST_MESSAGES } from '../../contract/posts.ts'
import { ada } from '../people.ts'
import { arriveBySignIn, expectHome, expectSignIn, signIn, signOut } from './account-steps.ts'
import { test } from './journey.ts'
import { isSessionAlive, join, resetPassword } from './members.ts'
import { chooseFeed, openComposer } from './post-steps.ts'

test.beforeEach(({ server }) => join(server, ada))

test('remembered, one is still signed in when the browser is opened again', async ({
  page,
  openBrowser,
}) => {
  await arriveBySignIn(page, ada, { rememberMe: true })
  const storageState = await page.context().storageState()
  const nextDay = await openBrowser({ storageState })
  await nextDay.goto('/')
  await expectHome(nextDay, ada)
})

test('not remembered, a sign-in is for this tab alone', async ({ page, context, openBrowser }) => {
  await arriveBySignIn(page, ada)
  await page.reload()
  await expectHome(page, ada)
  const otherTab = await context.newPage()
  await otherTab.goto('/')
  await expectSignIn(otherTab)
  const nextDay = await openBrowser({ storageState: await context.storageState() })
  await nextDay.goto('/')
  await expectSignIn(nextDay)
})

test('a token that ran out is renewed once, and what was asked is asked again', async ({
  page,
  expects,
}) => {
  expects(401)
  const calls = callsOf(page)
  // On arrival, with the press or both: whoever has no friends is shown the Public feed beforehand.
  let outdated: string | undefined
  await page.route('**/api/posts/public', (route) => {
    const token = route.request().headers()[TOKEN_HEADER]
    outdated ??= token
    return token === outdated ? route.fulfill({ status: 401 }) : route.continue()
  })
  await arriveBySignIn(page, ada)
  await chooseFeed(page, 'Public')
  await expect(page.getByText(POST_MESSAGES.publicEmpty)).toBeVisible()
  const [feed, renewal] = ['GET /api/posts/public', 'POST /api/users/refresh-token']
  const asked = () => calls.filter((call) => call === feed || call === renewal)
  const fromRenewal = () => asked().slice(asked().indexOf(renewal))
  await expect.poll(() => fromRenewal().slice(0, 2)).toEqual([renewal, feed])
  expect(asked()[0]).toBe(feed)
  expect(asked().filter((call) => call === renewal)).toHaveLength(1)
  expect(outdated).toBeTruthy()
  expect(await tokenIn(page)).not.toBe(outdated)
})

test('a session that was ended leads to sign-in, and keeps the words that were typed', async ({
  page,
  server,
  expects,
}) => {
  expects(401)
  await arriveBySignIn(page, ada)
  await openComposer(page)
  await page.getByLabel('Your post').fill('Half a thought')
  const password = 'Ada-Likes-Coffee-5!'
  await resetPassword(server, ada, password)
  await expect(page.getByRole('alert').getByText(MESSAGES.sessionEnded)).toBeVisible()
  await expect(page).toHaveURL('/login')
  expect(await tokenIn(page)).toBeNull()
  await signIn(page, { ...ada, password })
  await expectHome(page, ada)
  await openComposer(page)
  await expect(page.getByLabel('Your post')).toHaveValue('Half a thought')
})

test('a token the server never gave is cleared on arrival', async ({ page, expects }) => {
  expects(401)
  await arriveBySignIn(page, ada, { rememberMe: true })
  await page.evaluate(() => localStorage.setItem('token', `${localStorage.getItem('token')}x`))
  await page.reload()
  await expectSignIn(page)
  expect(await tokenIn(page)).toBeNull()
})

test('signing out in one tab signs out the others, and ends the session', async ({
  page,
  context,
  server,
}) => {
  await arriveBySignIn(page, ada, { rememberMe: true })
  const otherTab = await context.newPage()
  await otherTab.goto('/create-post')
  await expect(otherTab.getByLabel('Your post')).toBeVisible()
  const token = (await tokenIn(page)) ?? ''
  expect(await isSessionAlive(server, token)).toBe(true)
  await signOut(page)
  await expect(otherTab).toHaveURL('/login')
  await expectSignIn(otherTab)
  await expect.poll(() => isSessionAlive(server, token)).toBe(false)
})

test('after signing out the way back leads to nothing of the member', async ({ page }) => {
  await arriveBySignIn(page, ada)
  await page.goto('/create-post')
  await expect(page.getByLabel('Your post')).toBeVisible()
  await signOut(page)
  await page.goBack()
  await expectSignIn(page)
  await expect(page.getByText(ada.username)).toHaveCount(0)
})

function tokenIn(page: Page): Promise<string | null> {
  return page.evaluate(() => sessionStorage.getItem('token') ?? localStorage.getItem('token'))
}

/** The calls the page makes from now on. */
function callsOf(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`)
  })
  return calls
}
