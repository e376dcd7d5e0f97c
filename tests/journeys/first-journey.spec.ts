import { expect, type Locator, type Page } from '@playwright/test'
import { MESSAGES, PASSWORD_RULES } from '../../contract/accounts.ts'
import { MESSAGES as POST_MESSAGES } from '../../contract/posts.ts'
import { ada } from '../people.ts'
import { testImage } from '../test-images.ts'
import { expectAccessible } from './accessible.ts'
import {
  answerCaptcha,
  captchaField,
  captchaQuestion,
  expectHome,
  fillRegistration,
  pressReset,
  signIn,
  signOut,
} from './account-steps.ts'
import { closeDialog } from './dialog-steps.ts'
import { test } from './journey.ts'
import { expectNoShift, measureLayoutShift } from './layout-shift.ts'
import { mailedLink } from './mailbox.ts'
import { ON_POSTGRES } from './on-postgres.ts'
import {
  chooseFeed,
  chooseImage,
  expectPosted,
  openComposer,
  openPostMenu,
  postSaying,
  pressPost,
} from './post-steps.ts'

// From the first look at the door to the last word taken back: what everybody who comes does once.

const TEXT = 'The first tomatoes are ripe. 🍅 Come over!'
const ALT = 'A bowl of tomatoes on a wooden table'
const NEW_PASSWORD = 'Ada-Likes-Coffee-5!'

const DEVICES = {
  'a desktop': { viewport: { width: 1440, height: 900 } },
  'a phone': { viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true },
}

for (const [device, use] of Object.entries(DEVICES)) {
  const details = device === 'a desktop' ? ON_POSTGRES : {}
  test.describe(`on ${device}`, details, () => {
    test.use(use)

    test('a visitor becomes a member, posts, and comes back with a new password', async ({
      page,
      server,
      expects,
    }) => {
      await measureLayoutShift(page)
      await test.step('register', () => registerAtSecondTry(page))
      const verifyLink = await mailedLink(server, ada.email, 'verify')
      await test.step('verify', () => verify(page, verifyLink))
      await test.step('an empty home', () => seeNothing(page))
      await test.step('first post', () => postWithImage(page))
      await test.step('see it', () => seeImage(page))
      await test.step('forget the password', () => requestReset(page))
      const resetLink = await mailedLink(server, ada.email, 'reset-password')
      await test.step('choose another', () => chooseNewPassword(page, resetLink))
      expects(400)
      await test.step('sign in with it', () => signInWithNewPassword(page))
      await test.step('delete the post', () => deleteIt(page))
    })
  })
}

async function registerAtSecondTry(page: Page) {
  await page.goto('/')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await fillRegistration(page, ada)
  const rules = page.getByRole('listitem')
  await expect(rules.filter({ hasText: ', done' })).toHaveCount(PASSWORD_RULES.length)
  await page.getByLabel('Password', { exact: true }).fill('ada')
  await expect(rules.filter({ hasText: ', not yet' })).toHaveCount(PASSWORD_RULES.length - 1)
  await expectAccessible(page)
  await page.getByLabel('Password', { exact: true }).fill(ada.password)
  await answerWrongly(page)
  await expect(page.getByLabel('Username')).toHaveValue(ada.username)
  await expect(page.getByLabel('Email')).toHaveValue(ada.email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(ada.password)
  await answerCaptcha(page)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('status').getByText(MESSAGES.registered)).toBeVisible()
  await expect(page.getByRole('heading', { name: `Check ${ada.email}` })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Change address' }).click()
  await expect(page.getByLabel('Username')).toHaveValue(ada.username)
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
}

/** A fresh sum may by chance be the old one: then once more. */
async function answerWrongly(page: Page) {
  const before = await captchaQuestion(page)
  await expect(async () => {
    await answerCaptcha(page, { off: 1 })
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(captchaField(page)).toHaveAccessibleDescription(new RegExp(MESSAGES.captchaWrong))
    expect(await captchaQuestion(page)).not.toBe(before)
  }).toPass()
  await expect(captchaField(page)).toHaveValue('')
}

async function verify(page: Page, link: string) {
  await page.goto(link)
  // The browser that registered goes right in.
  await expectHome(page, ada)
}

async function seeNothing(page: Page) {
  await expect(page.getByText(POST_MESSAGES.friendsEmpty)).toBeVisible()
  await expectAccessible(page)
  await chooseFeed(page, 'Public')
  await expect(page.getByText(POST_MESSAGES.publicEmpty)).toBeVisible()
  // What lies half below a bar is no smaller for it.
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)
}

async function postWithImage(page: Page) {
  await openComposer(page)
  await page.getByLabel('Your post').fill(TEXT)
  const buffer = await testImage('png', { width: 1200, height: 800 })
  await chooseImage(page, { name: 'tomatoes.png', mimeType: 'image/png', buffer })
  await expect(page.getByRole('img', { name: 'Preview of tomatoes.png' })).toBeVisible()
  await page.getByLabel('Describe the image (optional)').fill(ALT)
  await expectAccessible(page)
  await pressPost(page)
  await expectPosted(page)
  await expect(page.getByRole('status').getByText(POST_MESSAGES.created)).toBeVisible()
}

async function seeImage(page: Page) {
  for (const feed of ['Public', 'Friends'] as const) {
    await chooseFeed(page, feed)
    await expectImage(page)
  }
  await expectAccessible(page)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/setup-step-contents-*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.reload()
  await expectImage(page)
  // What comes late finds its room.
  release()
  await expect(page.getByLabel('Name of the community')).toBeVisible()
  await expectNoShift(page)
  await page.getByRole('button', { name: ALT }).click()
  const dialog = page.getByRole('dialog', { name: `Picture by ${ada.username}` })
  await expect(dialog.getByText(ALT)).toBeVisible()
  // On a dark ground by day as well.
  expect.soft(await inkOf(dialog, 'light')).toBe(await inkOf(dialog, 'dark'))
  await expectAccessible(page)
  await closeDialog(page, `Picture by ${ada.username}`)
}

async function expectImage(page: Page) {
  const image = postSaying(page, TEXT).getByRole('img', { name: ALT })
  await expect(image).toHaveJSProperty('complete', true)
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).not.toBe(0)
}

async function inkOf(dialog: Locator, colorScheme: 'light' | 'dark') {
  await dialog.page().emulateMedia({ colorScheme })
  return dialog.evaluate((element) => getComputedStyle(element).color)
}

async function requestReset(page: Page) {
  await signOut(page)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await page.getByLabel('Email').fill(ada.email)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByRole('status').getByText(MESSAGES.resetMailSent)).toBeVisible()
  await expectAccessible(page)
}

async function chooseNewPassword(page: Page, link: string) {
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('Repeat the new password').fill(NEW_PASSWORD)
  await expectAccessible(page)
  await pressReset(page)
}

async function signInWithNewPassword(page: Page) {
  await signIn(page, ada)
  await expect(page.getByRole('alert').getByText(MESSAGES.wrongCredentials)).toBeVisible()
  await expectAccessible(page)
  await signIn(page, { ...ada, password: NEW_PASSWORD })
  await expectHome(page, ada)
}

async function deleteIt(page: Page) {
  const post = postSaying(page, TEXT)
  await openPostMenu(page, post)
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: POST_MESSAGES.deleteConfirm })
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(POST_MESSAGES.friendsEmpty)).toBeVisible()
  await expect(post).toBeHidden()
}
