import { type CDPSession, expect, type Page } from '@playwright/test'
import { MESSAGES } from '../../contract/passkeys.ts'
import { ada } from '../people.ts'
import { expectAccessible } from './accessible.ts'
import { arrive, expectHome, signOut } from './account-steps.ts'
import { test } from './journey.ts'
import { join } from './members.ts'

test.use({ hostname: 'localhost' })

test('with a passkey one signs in without a password, until it is removed', async ({
  page,
  server,
  expects,
}) => {
  await join(server, ada)
  const device = await plugIn(page)
  await arrive(page, ada)
  await page.goto('/profile/security')
  await page.getByLabel('Name of the passkey').fill('Ada’s phone')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText(MESSAGES.added)).toBeVisible()
  await expect(page.getByText('Ada’s phone')).toBeVisible()
  await expectAccessible(page)

  await device.setPresent(false)
  await signOut(page)
  const button = page.getByRole('button', { name: 'Sign in with a passkey' })
  await expect(button).toBeVisible()
  await device.setPresent(true)
  await button.click()
  await expectHome(page, ada)

  await page.goto('/profile/security')
  await page.getByRole('button', { name: 'Remove Ada’s phone' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText(MESSAGES.removed)).toBeVisible()
  await device.setPresent(false)
  await signOut(page)
  await expect(button).toBeVisible()
  expects(400)
  await device.setPresent(true)
  await button.click()
  await expect(page.getByText(MESSAGES.unknown)).toBeVisible()
})

/** A device in the browser whose owner gives their finger whenever it is asked for and they are there. */
async function plugIn(page: Page) {
  const browser: CDPSession = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
  return {
    setPresent: (enabled: boolean) =>
      browser.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  }
}
