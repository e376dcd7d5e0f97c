import { expect, type Page } from '@playwright/test'
import { ada, ben } from '../people.ts'
import { testImage } from '../test-images.ts'
import { answerCaptcha, expectHome, fillRegistration } from './account-steps.ts'
import { tabPanel } from './dialog-steps.ts'
import { expectFine } from './fits-viewport.ts'
import { test } from './journey.ts'
import { mailedLink } from './mailbox.ts'
import { mainNavigation } from './post-steps.ts'
import type { JourneyServer } from './server.ts'

// An empty server becomes somebody's community: as it is run, with limits and the proof of work.

test.use({ rateLimits: 'on' })

const ABOUT = 'We drink tea.\n\n- green\n- black\n\nSee [the list](https://tea.example.org).'

test('the first administrator is led through the settings, and the first guest finds the place', async ({
  page,
  server,
  openBrowser,
}) => {
  await comeIn(page, server, ada, '/register')
  const link = await setUp(page)
  await tellAboutIt(page)

  const bensPage = await openBrowser({ viewport: { width: 320, height: 700 } })
  await bensPage.goto(link)
  await expect(
    bensPage.getByRole('heading', { name: 'Ada invites you to Tea House' }),
  ).toBeVisible()
  await expect(bensPage.getByRole('listitem').filter({ hasText: 'green' })).toBeVisible()
  await expectFine(bensPage)
  await bensPage.goto('/about')
  await expect(bensPage.getByRole('link', { name: 'the list' })).toBeVisible()
  await expectFine(bensPage)
  // Who has no link reads what to do.
  await bensPage.goto('/register')
  await expect(bensPage.getByRole('link', { name: 'What Tea House is' })).toBeVisible()
  await expectFine(bensPage)
  await comeIn(bensPage, server, ben, link.replace('/join/', '/register?invite='))
  await expect(bensPage.getByRole('button', { name: /^Its picture/ })).toHaveCount(0)
  // The link opened once more, by who came with it.
  await bensPage.goto(link)
  await expect(bensPage.getByRole('heading', { name: 'You are in already' })).toBeVisible()
  await expectFine(bensPage)
  await bensPage.getByRole('link', { name: 'Go to Home' }).click()
  await expectHome(bensPage, ben)
})

async function comeIn(page: Page, server: JourneyServer, person: typeof ada, at: string) {
  await page.goto(at)
  await fillRegistration(page, person)
  await answerCaptcha(page)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: `Check ${person.email}` })).toBeVisible()
  await page.goto(await mailedLink(server, person.email, 'verify'))
  // The browser that registered needs no sign-in.
  await expectHome(page, person)
}

/** All by the keyboard, but for the picture. Returns the first invitation. */
async function setUp(page: Page): Promise<string> {
  const name = page.getByLabel('Name of the community')
  await name.fill('Tea House')
  await name.press('Enter')
  const picking = page.getByRole('button', { name: /^Its picture/ })
  await expect(picking).toBeFocused()
  await expect(page).toHaveTitle(/Tea House/)
  // It is not begun again.
  await page.reload()
  await expect(page.getByRole('button', { name: /^What it is called.*done/ })).toBeVisible()
  await page
    .getByLabel('Logo')
    .setInputFiles({ name: 'tea.png', mimeType: 'image/png', buffer: await testImage('png') })
  await expect(page.getByRole('button', { name: /^Its picture.*done/ })).toBeVisible()
  await page.getByRole('button', { name: 'Next', exact: true }).press('Enter')
  await page.getByLabel('Who may register').selectOption('invite')
  await expectFine(page)
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByRole('button', { name: /^Who may come in.*done/ })).toBeVisible()
  await page.getByRole('button', { name: 'Copy a link' }).press('Enter')
  const link = await page.getByLabel('The link').inputValue()
  await expectFine(page)
  const isKept = page.waitForResponse((response) => response.request().method() === 'PUT')
  await page.getByRole('button', { name: 'Done', exact: true }).press('Enter')
  await expect(picking).toHaveCount(0)
  await isKept
  await page.reload()
  await expect(page.getByRole('button', { name: /^Your face/ })).toBeVisible()
  await expect(picking).toHaveCount(0)
  return link
}

async function tellAboutIt(page: Page) {
  await mainNavigation(page).getByRole('link', { name: 'Admin' }).click()
  await page.getByRole('tab', { name: 'Reports' }).click()
  await expect(tabPanel(page)).toBeVisible()
  await expectFine(page)
  await page.getByRole('tab', { name: 'Community' }).click()
  await expect(page.getByAltText('The logo')).toBeVisible()
  await page.getByLabel('About this community').fill(ABOUT)
  await page.getByLabel('Why? It is kept in the log.').fill('Everybody asked')
  await expectFine(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('status').getByText('Saved. Everybody sees it now.')).toBeVisible()
}
