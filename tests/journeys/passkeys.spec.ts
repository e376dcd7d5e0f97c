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
  browser,
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

  // Among what the browser offers for the email: this one takes what it is offered.
  await signOut(page)
  await setOffers(page, true)
  await page.goto('/login')
  await expectHome(page, ada)
  await setOffers(page, false)

  await page.goto('/profile/security')
  await page.getByRole('button', { name: 'Remove Ada’s phone' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText(MESSAGES.removed)).toBeVisible()
  await signOut(page)
  expects(400)
  await button.click()
  await expect(page.getByText(MESSAGES.unknown)).toBeVisible()

  // The same server by another name, which is a foreign one to those who watch the pages.
  const elsewhere = new URL('/login', server.origin)
  elsewhere.hostname = 'snug.localhost'
  const there = await browser.newPage()
  await there.goto(elsewhere.href)
  await there.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(there.getByText(MESSAGES.elsewhere('localhost'))).toBeVisible()
  await there.close()
})

/** A device in the browser whose owner is there and gives their finger whenever it is asked for. */
async function plugIn(page: Page) {
  await setOffers(page, false)
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
}

/** From the next page on. The field of the email signs in by itself, before or after any press. */
function setOffers(page: Page, isOn: boolean) {
  return page.addInitScript((isOffered) => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => isOffered
  }, isOn)
}
