import { expect } from '@playwright/test'
import { ada, ben } from '../people.ts'
import { expectFine } from './fits-viewport.ts'
import { test } from './journey.ts'
import { AT_ONCE, arriveLive } from './live-steps.ts'
import { joinElsewhere, makeFriends } from './members.ts'

test('two friends write to each other', async ({ page, server, openBrowser }) => {
  await makeFriends(await joinElsewhere(server, ada), await joinElsewhere(server, ben))
  const bensPage = await openBrowser()
  await arriveLive(page, ada)
  await arriveLive(bensPage, ben)

  await page.goto('/friends')
  await page.getByRole('button', { name: 'Options for Ben' }).click()
  await page.getByRole('menuitem', { name: 'Write a message' }).click()
  const words = page.getByRole('textbox', { name: 'Message' })
  await words.fill('Tea at five?')
  await words.press('Enter')

  const messages = bensPage.getByRole('link', { name: 'Messages, 1 with something new' })
  await expect(messages).toBeVisible(AT_ONCE)
  await messages.click()
  await expectFine(bensPage)
  await bensPage.getByRole('link', { name: /Ada.*Tea at five/ }).click()
  await expect(bensPage.getByRole('log').getByText('Tea at five?')).toBeVisible()
  await expectFine(bensPage)
  await bensPage.getByRole('textbox', { name: 'Message' }).fill('With pleasure')
  await bensPage.getByRole('textbox', { name: 'Message' }).press('Enter')
  await expect(page.getByRole('log').getByText('With pleasure')).toBeVisible(AT_ONCE)
  await bensPage.getByRole('button', { name: 'Close' }).click()
  await expect(bensPage.getByRole('link', { name: 'Messages', exact: true })).toBeVisible(AT_ONCE)
})
