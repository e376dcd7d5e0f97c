import { expect } from '@playwright/test'
import { MESSAGES } from '../../contract/posts.ts'
import { ada, ben } from '../people.ts'
import { arriveBySignIn, expectHome, signIn, signOut } from './account-steps.ts'
import { test } from './journey.ts'
import { join, writePosts } from './members.ts'
import { chooseFeed, closeComposer, openComposer, openPostMenu, postSaying } from './post-steps.ts'

// Two people who do not know each other, on the same server or at the same computer.

test.beforeEach(async ({ server }) => {
  await join(server, ada)
  await join(server, ben)
  await writePosts(server, ada, 'To whom it may concern')
})

test("a stranger's post is in the Public feed alone, and not theirs to delete", async ({
  page,
  openBrowser,
}) => {
  await arriveBySignIn(page, ben)
  await expect(page.getByText(MESSAGES.friendsEmpty)).toBeVisible()
  await chooseFeed(page, 'Public')
  const seenByBen = postSaying(page, 'To whom it may concern')
  await expect(seenByBen.getByRole('heading', { name: ada.username })).toBeVisible()
  await openPostMenu(page, seenByBen)
  await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0)

  const adasPage = await openBrowser()
  await arriveBySignIn(adasPage, ada)
  await openPostMenu(adasPage, postSaying(adasPage, 'To whom it may concern'))
  await expect(adasPage.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
  await expect(adasPage.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
})

test('who signs in next at this computer finds nothing of the one before', async ({ page }) => {
  await arriveBySignIn(page, ada, { rememberMe: true })
  await expect(postSaying(page, 'To whom it may concern')).toBeVisible()
  await openComposer(page)
  await page.getByLabel('Your post').fill('Not meant for Ben')
  await page.reload()
  await openComposer(page)
  await expect(page.getByLabel('Your post')).toHaveValue('Not meant for Ben')
  await closeComposer(page)
  await signOut(page, { losesWords: true })
  await signIn(page, ben)
  await expectHome(page, ben)
  await expect(page.getByText(MESSAGES.friendsEmpty)).toBeVisible()
  await openComposer(page)
  await expect(page.getByLabel('Your post')).toHaveValue('')
})

test('what is filled in and sent before the code has come, signs in', async ({ page, server }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/login-screen-*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(server.origin, { waitUntil: 'domcontentloaded' })
  await page.getByLabel('Email').fill(ada.email)
  await page.getByLabel('Password', { exact: true }).fill(ada.password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page).toHaveURL(`${server.origin}/`)
  release()
  await expectHome(page, ada)
})
