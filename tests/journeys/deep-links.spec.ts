import { expect } from '@playwright/test'
import { ada, ben } from '../people.ts'
import { arrive, expectHome, expectSignIn } from './account-steps.ts'
import { test } from './journey.ts'
import { join } from './members.ts'

// Which address leads where, for whom: the specification's routes, as typed into the address bar.

const MEMBERS_PLACES = ['/create-post', '/friends', '/spaces', '/privacy', '/profile']

test('signed out, a place for members leads to the sign-in', async ({ page }) => {
  for (const path of [...MEMBERS_PLACES, '/admin']) {
    await page.goto(path)
    await expect(page, path).toHaveURL('/')
    await expectSignIn(page)
  }
})

test('signed out, an unknown path shows the sign-in where it is', async ({ page }) => {
  for (const path of ['/', '/login', '/whatever', '/friends/of/mine']) {
    await page.goto(path)
    await expectSignIn(page)
    await expect(page).toHaveURL(path)
  }
})

test('the doors for those without an account stand open, signed in or not', async ({
  page,
  server,
}) => {
  await join(server, ada)
  const see = async () => {
    await page.goto('/register')
    await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
    await page.goto('/forgot-password')
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  }
  await see()
  await arrive(page, ada)
  await see()
})

test('signed in, each place opens, and the sign-in leads home', async ({ page, server }) => {
  await join(server, ada)
  await arrive(page, ada)
  for (const path of MEMBERS_PLACES) {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL(path)
  }
  await page.goto('/login')
  await expectHome(page, ada)
  await page.goto('/whatever')
  await expect(page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible()
})

test('only an administrator comes in to the dashboard', async ({ page, server, openBrowser }) => {
  await join(server, ada)
  await join(server, ben)
  await arrive(page, ada)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Admin dashboard' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Admin' })).toBeVisible()

  const bensPage = await openBrowser()
  await arrive(bensPage, ben)
  await expect(bensPage.getByRole('link', { name: 'Admin' })).toHaveCount(0)
  await bensPage.goto('/admin')
  await expectHome(bensPage, ben)
})
