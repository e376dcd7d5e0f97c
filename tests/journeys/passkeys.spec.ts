import { expect, type Page } from '@playwright/test'
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
  await plugIn(page)
  await arrive(page, ada)
  await page.goto('/profile/security')
  await page.getByLabel('Name of the passkey').fill('Ada’s phone')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText(MESSAGES.added)).toBeVisible()
  await expect(page.getByText('Ada’s phone')).toBeVisible()
  await expectAccessible(page)

  await signOut(page)
  const button = page.getByRole('button', { name: 'Sign in with a passkey' })
  await button.click()
  await expectHome(page, ada)

  await page.goto('/profile/security')
  await page.getByRole('button', { name: 'Remove Ada’s phone' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText(MESSAGES.removed)).toBeVisible()
  await signOut(page)
  expects(400)
  await button.click()
  await expect(page.getByText(MESSAGES.unknown)).toBeVisible()
})

/** A device in the browser whose owner is there and gives their finger whenever it is asked for. */
async function plugIn(page: Page) {
  // The field of the email would sign in by itself, before or after the press.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
}
