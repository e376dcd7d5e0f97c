import { expect } from '@playwright/test'
import { MESSAGES } from '../../contract/accounts.ts'
import { ada } from '../people.ts'
import { expectAccessible } from './accessible.ts'
import { expectHome, expectSignIn, signIn } from './account-steps.ts'
import { test } from './journey.ts'
import { linkMailedBy, mailedLink } from './mailbox.ts'
import { join, register, requestResetLink, resetPassword } from './members.ts'

// Mailed links that do not work (any more) say so, and show the way on.

test('a reset link that is not ours leads to asking for a new one', async ({ page, expects }) => {
  expects(400)
  await page.goto('/reset-password/nothing-of-ours')
  await expect(page.getByRole('alert').getByText(MESSAGES.resetLinkInvalid)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Request a new link' }).click()
  await expect(page).toHaveURL('/forgot-password')
})

test('a reset link works once, and only the newest does', async ({ page, server, expects }) => {
  expects(400)
  await join(server, ada)
  const older = await requestResetLink(server, ada)
  const newest = await requestResetLink(server, ada)
  const invalid = page.getByRole('alert').getByText(MESSAGES.resetLinkInvalid)
  await page.goto(older)
  await expect(invalid).toBeVisible()
  await page.goto(newest)
  await page.getByLabel('New password', { exact: true }).fill('teapot')
  await page.getByLabel('Repeat the new password').fill('teapot')
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expectSignIn(page)
  await page.goto(newest)
  await expect(invalid).toBeVisible()
})

test('a reset link used up while its form stood open is refused, with what was typed', async ({
  page,
  server,
  expects,
}) => {
  expects(400)
  await join(server, ada)
  await page.goto(await requestResetLink(server, ada))
  await page.getByLabel('New password', { exact: true }).fill('kettle')
  await page.getByLabel('Repeat the new password').fill('kettle')
  await resetPassword(server, ada, 'teapot')
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByRole('alert').getByText(MESSAGES.resetLinkInvalid)).toBeVisible()
  await expect(page.getByLabel('New password', { exact: true })).toHaveValue('kettle')
  await expectAccessible(page)
})

test('a verification link that does not work is replaced by mail', async ({
  page,
  server,
  expects,
}) => {
  expects(400)
  await register(server, ada)
  const first = await mailedLink(server, ada.email, 'verify')
  await page.goto(`${first}x`)
  await expect(page.getByRole('alert').getByText(MESSAGES.verificationFailed)).toBeVisible()
  const email = page.getByLabel('Email')
  const resend = page.getByRole('button', { name: 'Resend verification email' })
  await resend.click()
  await expect(email).toHaveAccessibleDescription(MESSAGES.resendEmailMissing)
  await expectAccessible(page)
  await email.fill(ada.email)
  const link = await linkMailedBy(() => resend.click(), server, ada.email, 'verify')
  await expect(page.getByRole('status').getByText(MESSAGES.verificationMailSent)).toBeVisible()
  await page.goto(link)
  await expect(page.getByRole('status').getByText(MESSAGES.verified)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/login')
  await expectAccessible(page)
  // Another browser than the one that registered knows the address by the link.
  await expect(page.getByLabel('Email')).toHaveValue(ada.email)
  await signIn(page, ada)
  await expectHome(page, ada)
})

test('who did not register removes the registration, and the name is free', async ({
  page,
  server,
  expects,
}) => {
  expects(400)
  await register(server, ada)
  const link = await mailedLink(server, ada.email, 'not-me')
  await page.goto(link)
  await expect(page.getByRole('status').getByText(MESSAGES.registrationRemoved)).toBeVisible()
  await expectAccessible(page)
  await page.goto(link)
  await expect(page.getByRole('alert').getByText(MESSAGES.registrationNotRemoved)).toBeVisible()
  await expectAccessible(page)
  await register(server, ada)
})

test('a verification link may be opened again', async ({ page, server }) => {
  await join(server, ada)
  await page.goto(await mailedLink(server, ada.email, 'verify'))
  await expect(page.getByRole('status').getByText(MESSAGES.verified)).toBeVisible()
})

test('a link that lost its end says so', async ({ page }) => {
  await page.goto('/verify')
  await expect(page.getByRole('alert').getByText(MESSAGES.verificationFallback)).toBeVisible()
  await expectAccessible(page)
  await page.goto('/reset-password')
  await expect(page.getByRole('alert').getByText(MESSAGES.resetLinkInvalid)).toBeVisible()
})
