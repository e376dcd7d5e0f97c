import { expect, type Page } from '@playwright/test'
import { MESSAGES } from '../../contract/admin.ts'
import { ada, ben, cleo } from '../people.ts'
import { arrive, expectHome } from './account-steps.ts'
import { expectFine } from './fits-viewport.ts'
import { test } from './journey.ts'
import { join, joinElsewhere, writePosts } from './members.ts'
import { mainNavigation } from './post-steps.ts'

// Who keeps the server in order, and who only lives in it.

test('an administrator finds, deletes with a reason, and the log tells', async ({
  page,
  server,
}) => {
  await join(server, ada)
  await join(server, ben)
  await join(server, cleo)
  await writePosts(server, cleo, 'Buy my watches!', 'Hello everybody')
  await arrive(page, ada)
  await mainNavigation(page).getByRole('link', { name: 'Admin' }).click()
  await expect(rows(page, 'Users')).toHaveText([/Cleo/, /Ben/, /Ada.*Administrator/])
  await expectFine(page)

  await page.getByRole('searchbox', { name: 'Search by name, bio, email or number' }).fill('BEN@')
  await expect(rows(page, 'Users')).toHaveText([/Ben.*ben@example.org/])
  await page.getByRole('button', { name: 'Suspend Ben' }).click()
  const suspension = page.getByRole('alertdialog', { name: 'Suspend Ben?' })
  await suspension.getByRole('textbox').fill('Asked for it.')
  await suspension.getByRole('button', { name: 'Suspend' }).click()
  await page.getByRole('button', { name: 'Delete Ben' }).click()
  const question = page.getByRole('alertdialog', { name: MESSAGES.deleteUserConfirm })
  await expectFine(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(rows(page, 'Users')).toHaveCount(1)
  await page.getByRole('button', { name: 'Delete Ben' }).click()
  await question.getByLabel(/^Why\?/).fill('Asked for it.')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Nobody is found by this name, bio, email or number.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(rows(page, 'Users')).toHaveText([/Cleo/, /Ada/])

  await page.getByRole('tab', { name: 'Posts' }).click()
  await expect(rows(page, 'Posts')).toHaveText([/Hello everybody/, /Buy my watches!/])
  await expectFine(page)
  await rows(page, 'Posts').nth(1).getByRole('button', { name: 'Delete the post by Cleo' }).click()
  const removal = page.getByRole('alertdialog', { name: MESSAGES.deletePostConfirm })
  await removal.getByLabel(/^Why\?/).fill('Sells things.')
  await removal.getByRole('button', { name: 'Delete' }).click()
  await expect(rows(page, 'Posts')).toHaveText([/Hello everybody/])

  await page.getByRole('tab', { name: 'Users' }).click()
  // Their own account is deleted in their settings, which ask who they are.
  await expect(rows(page, 'Users')).toHaveText([/Cleo/, /Ada/])
  await expect(rows(page, 'Users').filter({ hasText: 'Ada' }).getByRole('button')).toHaveCount(0)

  await page.getByRole('tab', { name: 'Log' }).click()
  await expect(rows(page, 'Log')).toHaveText([
    /Ada removed a post by member number 3.*“Sells things.”/,
    /Ada deleted member number 2.*“Asked for it.”/,
    /Ada suspended member number 2.*“Asked for it.”/,
  ])
  await expectFine(page)
  await page.getByRole('tab', { name: 'Health' }).click()
  await expect(page.getByText('Free disk')).toBeVisible()
  await expectFine(page)
})

test('a member at the dashboard is led home, and nothing of it is read', async ({
  page,
  server,
}) => {
  await join(server, ada)
  const bensSelf = await joinElsewhere(server, ben)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await arrive(page, ben)
  await expect(page.getByRole('link', { name: 'Admin' })).toHaveCount(0)
  await page.goto('/admin')
  await expectHome(page, ben)
  expect(asked.filter((path) => /^\/api\/(all|admin)/.test(path))).toEqual([])
  for (const path of ['/all', '/admin/acts', '/admin/stats'])
    expect(await bensSelf.statusOf('GET', path), path).toBe(403)
})

function rows(page: Page, list: 'Users' | 'Posts' | 'Log') {
  return page.getByRole('list', { name: list, exact: true }).getByRole('listitem')
}
