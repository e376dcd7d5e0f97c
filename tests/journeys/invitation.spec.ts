import { expect, type Page } from '@playwright/test'
import { MESSAGES } from '../../contract/accounts.ts'
import { ada, ben } from '../people.ts'
import { answerCaptcha, arrive, expectHome, fillRegistration } from './account-steps.ts'
import { tabPanel } from './dialog-steps.ts'
import { expectFine } from './fits-viewport.ts'
import { test } from './journey.ts'
import { mailedLink } from './mailbox.ts'
import { join } from './members.ts'

test('who comes by an invitation verifies, signs in and finds a friend', async ({
  page,
  server,
  openBrowser,
}) => {
  await join(server, ada)
  await arrive(page, ada)
  const link = await makeInvitation(page)

  const bensPage = await openBrowser()
  await bensPage.goto(link)
  await expect(bensPage.getByRole('heading', { name: 'Ada invites you to Snug' })).toBeVisible()
  await expectFine(bensPage)
  await bensPage.getByRole('link', { name: 'Create your account' }).click()
  await fillRegistration(bensPage, ben)
  await answerCaptcha(bensPage)
  await bensPage.getByRole('button', { name: 'Create account' }).click()
  await expect(bensPage.getByRole('heading', { name: `Check ${ben.email}` })).toBeVisible()
  await expect(bensPage.getByRole('status').getByText(MESSAGES.registered)).toBeVisible()

  await bensPage.goto(await mailedLink(server, ben.email, 'verify'))
  await expectHome(bensPage, ben)

  await bensPage.goto('/friends?tab=requests')
  await bensPage.getByRole('button', { name: 'Accept Ada' }).click()
  await page.goto('/friends')
  await expect(tabPanel(page).getByText('Ben')).toBeVisible()
  await page.goto('/invitations')
  await expect(page.getByRole('link', { name: 'Ben' })).toBeVisible()
})

/** Leaves the address of the invitation on the screen, and returns it. */
async function makeInvitation(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Your menu' }).click()
  await page.getByRole('link', { name: 'Invitations' }).click()
  await page.getByRole('button', { name: 'Make an invitation' }).click()
  const link = page.getByLabel('Your link')
  await expect(link).toHaveValue(/\/join\//)
  await expectFine(page)
  return link.inputValue()
}
