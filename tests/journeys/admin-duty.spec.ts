import { expect, type Page } from '@playwright/test'
import { MESSAGES } from '../../contract/second-factor.ts'
import { codeOf } from '../one-time-code.ts'
import { ada } from '../people.ts'
import { arrive } from './account-steps.ts'
import { tabPanel } from './dialog-steps.ts'
import { expectFine } from './fits-viewport.ts'
import { test } from './journey.ts'
import { join } from './members.ts'

test.use({ settings: { REQUIRE_ADMIN_2FA: 'on' } })

test('an administrator who needs a second step is led to it, and the dashboard comes to life', async ({
  page,
  server,
}) => {
  await join(server, ada)
  await arrive(page, ada, { rememberMe: true })
  await expect(page.getByText(MESSAGES.administratorsNeed)).toBeVisible()
  const elsewhere = await page.context().newPage()
  await elsewhere.goto('/admin')
  for (const name of ['Reports', 'Posts', 'Community', 'Log', 'Health', 'Users']) {
    await elsewhere.getByRole('tab', { name }).click()
    await expect(demandIn(elsewhere)).toBeVisible()
    await expect(elsewhere.getByRole('alert')).toHaveCount(0)
  }
  await expectFine(elsewhere)

  await page.getByRole('link', { name: 'Set it up' }).click()
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  const secret = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? ''
  await page
    .getByRole('textbox', { name: 'Code' })
    .fill(codeOf(secret.replaceAll(' ', ''), Date.now()))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText(MESSAGES.turnedOn)).toBeVisible()

  await expect(elsewhere.getByRole('list', { name: 'Users' })).toContainText('Ada')
  await expect(demandIn(elsewhere)).toBeHidden()
})

const demandIn = (page: Page) => tabPanel(page).getByText(MESSAGES.administratorsNeed)
