import { expect, type Page } from '@playwright/test'
import { ada } from '../people.ts'
import { expectAccessible } from './accessible.ts'
import { arrive, isPhone } from './account-steps.ts'
import { expectFits } from './fits-viewport.ts'
import { test } from './journey.ts'
import { join } from './members.ts'
import { mainNavigation } from './post-steps.ts'

// Every place a member can go to by the bars, and what opens from them: found by its name, within
// everybody's reach, and never wider than the screen.

const PLACES = {
  Friends: 'Friends',
  Spaces: 'Spaces',
  Profile: 'Profile Settings',
}
const WIDTHS = [320, 768, 1440]

for (const width of WIDTHS) {
  test(`the places of a member, ${width} px wide`, async ({ page, server }) => {
    await page.setViewportSize({ width, height: 780 })
    await join(server, ada)
    await arrive(page, ada)
    await visitPlaces(page)
    await openBell(page)
    await openMenu(page)
    await goTo(page, '/privacy', 'Privacy')
    await goTo(page, '/admin', 'Admin dashboard')
    await goTo(page, '/whatever', 'There is nothing here')
  })
}

async function visitPlaces(page: Page) {
  for (const [link, heading] of Object.entries(PLACES)) {
    await mainNavigation(page).getByRole('link', { name: link }).click()
    await expectPlace(page, heading)
    await expect(mainNavigation(page).getByRole('link', { name: link })).toHaveAttribute(
      'aria-current',
      'page',
    )
  }
}

async function goTo(page: Page, path: string, heading: string) {
  await page.goto(path)
  await expectPlace(page, heading)
}

async function expectPlace(page: Page, heading: string) {
  await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
  await expectFits(page)
  await expectAccessible(page)
}

async function openBell(page: Page) {
  const bell = page.getByRole('button', { name: 'Notifications' })
  await bell.click()
  const dialog = page.getByRole('dialog', { name: 'Notifications' })
  await expect(dialog).toBeVisible()
  await expectFits(page)
  await expectAccessible(page)
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(bell).toBeFocused()
}

async function openMenu(page: Page) {
  const button = page.getByRole('button', { name: 'Your menu' })
  await button.click()
  const menu = page.getByRole('dialog', { name: 'Your menu' })
  await expect(menu.getByRole('button', { name: 'Dark' })).toBeVisible()
  await expect(menu.getByRole('button', { name: 'Logout' })).toHaveCount(isPhone(page) ? 1 : 0)
  await expect.poll(() => menu.evaluate(gapsOfRows), 'gaps of the rows').toHaveLength(1)
  await expectFits(page)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()
}

/** Runs in the page: how far apart the rows of the menu stand, each distance once. */
function gapsOfRows(menu: Element): number[] {
  const rows = [...menu.querySelectorAll('[role="group"], a, [role="group"] ~ * button')]
    .filter((row) => row.checkVisibility() && !row.closest('nav'))
    .map((row) => row.getBoundingClientRect())
  const gaps = rows.slice(1).map(({ top }, index) => Math.round(top - (rows[index]?.bottom ?? 0)))
  return [...new Set(gaps)]
}
