import { expect, type Locator, type Page } from '@playwright/test'
import { MESSAGES } from '../../contract/accounts.ts'
import { ada, ben, type Person } from '../people.ts'
import { expectAccessible } from './accessible.ts'
import {
  answerCaptcha,
  captchaField,
  expectHome,
  fillRegistration,
  pressReset,
  signIn,
} from './account-steps.ts'
import { test } from './journey.ts'
import { linkMailedBy, mailedLink } from './mailbox.ts'
import { join, register, requestResetLink } from './members.ts'

// Everything that can be typed wrongly at the door: the exact sentence stands at the field it is
// about, and nothing else that was typed is lost.

const WRONG_AT_REGISTER: [label: string, value: string, sentence: string][] = [
  ['Username', '', MESSAGES.usernameShort],
  ['Username', 'Ad', MESSAGES.usernameShort],
  ['Username', 'a'.repeat(20), MESSAGES.usernameLong],
  ['Username', 'Ada Lovelace', MESSAGES.usernameCharacters],
  ['Username', 'Adá', MESSAGES.usernameCharacters],
  ['Email', '', MESSAGES.emailRequired],
  ['Email', 'ada', MESSAGES.emailInvalid],
  ['Email', 'ada@example', MESSAGES.emailInvalid],
  ['Password', '', MESSAGES.passwordRequired],
  ['Password', 'Ada-4!', MESSAGES.passwordShort],
  ['Password', 'ADA-LIKES-TEA-4!', MESSAGES.passwordLowercase],
  ['Password', 'ada-likes-tea-4!', MESSAGES.passwordUppercase],
  ['Password', 'Ada-Likes-Tea!', MESSAGES.passwordDigit],
  ['Password', 'Ada-Likes-Tea-4', MESSAGES.passwordSpecial],
  ['Password', `Aa4!${'a'.repeat(197)}`, MESSAGES.passwordLong],
]

test('register: each wrong value is told at its field', async ({ page }) => {
  await page.goto('/register')
  for (const [label, value, sentence] of WRONG_AT_REGISTER) {
    await fillRegistration(page, ada)
    await answerCaptcha(page)
    const field = page.getByLabel(label, { exact: true })
    await field.fill(value)
    await pressRegister(page)
    await expectWrong(field, sentence)
    await expect(field).toHaveValue(value)
    await expectKept(page, ada, label)
  }
  await expectAccessible(page)
})

test('register: with nothing filled in, every field says what it needs', async ({ page }) => {
  await page.goto('/register')
  await pressRegister(page)
  await expect(page.getByLabel('Username')).toBeFocused()
  await expectWrong(page.getByLabel('Username'), MESSAGES.usernameShort)
  await expectWrong(page.getByLabel('Email'), MESSAGES.emailRequired)
  await expectWrong(page.getByLabel('Password', { exact: true }), MESSAGES.passwordRequired)
  await expectWrong(captchaField(page), MESSAGES.captchaMissing)
  await expectAccessible(page)
})

test('register: a name or an address that is taken is told at its field', async ({
  page,
  server,
  expects,
}) => {
  expects(409)
  await join(server, ada)
  await page.goto('/register')
  await fillRegistration(page, { ...ben, username: 'ADA' })
  await answerCaptcha(page)
  await pressRegister(page)
  await expectWrong(page.getByLabel('Username'), MESSAGES.usernameTaken)
  await expectKept(page, ben, 'Username')
  await fillRegistration(page, { ...ben, email: 'ADA@example.org' })
  await pressRegister(page)
  await expectWrong(page.getByLabel('Email'), MESSAGES.emailTaken)
  await expectKept(page, ben, 'Email')
  await page.getByLabel('Email').fill(ben.email)
  await pressRegister(page)
  await expect(page.getByRole('status').getByText(MESSAGES.registered)).toBeVisible()
})

test('sign-in: what cannot be right is told at its field', async ({ page }) => {
  await page.goto('/login')
  const email = page.getByLabel('Email')
  const password = page.getByLabel('Password', { exact: true })
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expectWrong(email, MESSAGES.emailRequired)
  await expectWrong(password, MESSAGES.passwordRequired)
  await signIn(page, { ...ada, email: 'ada', password: 'short' })
  await expectWrong(email, MESSAGES.emailInvalid)
  await expectWrong(password, MESSAGES.passwordShortAtReset)
  await expect(email).toHaveValue('ada')
  await expect(password).toHaveValue('short')
  await expectAccessible(page)
})

test('sign-in: a wrong password and an unknown address are refused alike', async ({
  page,
  server,
  expects,
}) => {
  expects(400)
  await join(server, ada)
  await page.goto('/login')
  for (const person of [{ ...ada, password: 'not-this-one' }, ben]) {
    await signIn(page, person)
    await expect(page.getByRole('alert')).toHaveText(MESSAGES.wrongCredentials)
    await expect(page.getByLabel('Email')).toHaveValue(person.email)
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(person.password)
    await page.reload()
  }
})

test('sign-in: who has not verified yet can have the mail sent again', async ({
  page,
  server,
  expects,
}) => {
  expects(403)
  await register(server, ada)
  await mailedLink(server, ada.email, 'verify')
  await page.goto('/login')
  await signIn(page, ada)
  await expect(page.getByRole('alert').getByText(MESSAGES.notVerified)).toBeVisible()
  const resend = page.getByRole('button', { name: 'Resend verification email' })
  const link = await linkMailedBy(() => resend.click(), server, ada.email, 'verify')
  await expect(page.getByRole('status').getByText(MESSAGES.verificationMailSent)).toBeVisible()
  await expectAccessible(page)
  await page.goto(link)
  await expect(page.getByRole('status').getByText(MESSAGES.verified)).toBeVisible()
})

test('reset: a new password that cannot be is told at its field', async ({
  page,
  server,
  expects,
}) => {
  expects(400)
  await join(server, ada)
  await page.goto(await requestResetLink(server, ada))
  const first = page.getByLabel('New password', { exact: true })
  const second = page.getByLabel('Repeat the new password')
  const offer = async (password: string, repeated: string) => {
    await first.fill(password)
    await second.fill(repeated)
    await page.getByRole('button', { name: 'Reset password' }).click()
  }
  await offer('teapot', 'teapots')
  await expectWrong(second, MESSAGES.passwordsDiffer)
  await expect(first).toHaveValue('teapot')
  await offer('tea', 'tea')
  await expectWrong(first, MESSAGES.passwordShortAtReset)
  await offer('123456', '123456')
  await expectWrong(first, MESSAGES.passwordCommon)
  await expectAccessible(page)
  await first.fill('teapot')
  await second.fill('teapot')
  await pressReset(page)
  await signIn(page, { ...ada, password: 'teapot' })
  await expectHome(page, ada)
})

async function pressRegister(page: Page) {
  await page.getByRole('button', { name: 'Create account' }).click()
}

async function expectWrong(field: Locator, sentence: string) {
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(new RegExp(RegExp.escape(sentence)))
}

/** All but the field that was wrong still hold what was typed. */
async function expectKept(page: Page, { username, email, password }: Person, wrong: string) {
  const typed = { Username: username, Email: email, Password: password }
  for (const [label, value] of Object.entries(typed))
    if (label !== wrong) await expect(page.getByLabel(label, { exact: true })).toHaveValue(value)
  await expect(captchaField(page)).not.toHaveValue('')
}
