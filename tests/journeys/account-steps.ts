import { expect, type Page } from '@playwright/test'
import { type LoginAnswer, MESSAGES } from '../../contract/accounts.ts'
import type { Person } from '../people.ts'

// What a person does at the door, as a person does it.

export async function fillRegistration(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Username').fill(person.username)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
}

/** `off`: by how much the answer is wrong. */
export async function answerCaptcha(page: Page, { off = 0 } = {}): Promise<void> {
  const [left = 0, right = 0] = (await captchaQuestion(page)).match(/\d+/g)?.map(Number) ?? []
  await captchaField(page).fill(String(left + right + off))
}

export function captchaField(page: Page) {
  return page.getByLabel(/^What is \d+ \+ \d+\?$/)
}

export async function captchaQuestion(page: Page): Promise<string> {
  return (await page.getByText(/^What is \d+ \+ \d+\?$/).textContent()) ?? ''
}

/**
 * It says so for two seconds, and leads to the sign-in: looked for at each frame, from before on.
 */
export async function pressReset(page: Page): Promise<void> {
  const isSaid = (sentence: string) =>
    [...document.querySelectorAll('[role=status]')].some(
      (status) => status.textContent?.includes(sentence) && status.checkVisibility(),
    )
  const said = page.waitForFunction(isSaid, MESSAGES.resetDone)
  await Promise.all([said, page.getByRole('button', { name: 'Reset password' }).click()])
  await expect(page).toHaveURL('/login')
  await expectSignIn(page)
}

/** On the sign-in screen. */
export async function signIn(page: Page, { email, password }: Person, { rememberMe = false } = {}) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  if (rememberMe) await page.getByRole('checkbox', { name: 'Remember me (30 days)' }).check()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Opens the sign-in, signs in and waits for the home feed. */
export async function arriveBySignIn(
  page: Page,
  person: Person,
  options?: { rememberMe?: boolean },
) {
  await page.goto('/login')
  await signIn(page, person, options)
  await expectHome(page, person)
}

/**
 * Opens the home feed of somebody who has signed in before: for whatever is not about signing in,
 * whose screens would cost each journey as much as its first page.
 */
export async function arrive(page: Page, person: Person, { rememberMe = false } = {}) {
  const { email, password } = person
  const answer = await page.request.post('/api/users/login', {
    data: { email, password, rememberMe },
  })
  const { token } = (await answer.json()) as LoginAnswer
  // The address of something small, where there is a storage to put the token into.
  await page.goto('/favicon.svg')
  await page.evaluate(({ token, place }) => window[place].setItem('token', token), {
    token,
    place: rememberMe ? ('localStorage' as const) : ('sessionStorage' as const),
  })
  await page.goto('/')
  await expectHome(page, person)
}

export async function expectHome(page: Page, { username }: Person): Promise<void> {
  await expect(page).toHaveURL('/')
  await expect(page.getByText(new RegExp(`^Good \\w+, ${username}$`))).toBeVisible()
}

export async function expectSignIn(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
}

/** `losesWords`: something is written and not sent, and it is asked whether that may go. */
export async function signOut(page: Page, { losesWords = false } = {}): Promise<void> {
  if (isPhone(page)) await page.getByRole('button', { name: 'Your menu' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  const question = page.getByRole('alertdialog', { name: 'Log out and lose what was not sent?' })
  if (losesWords) await question.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
}

export function isPhone(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 768
}
