import { expect, type Locator, type Page } from '@playwright/test'
import { ada, ben, cleo, type Person } from '../people.ts'
import { arrive } from './account-steps.ts'
import { tabPanel } from './dialog-steps.ts'
import { joinElsewhere } from './members.ts'
import { mainNavigation } from './post-steps.ts'
import type { JourneyServer } from './server.ts'

// What a member does in spaces, as a person does it.

export async function openSpaces(page: Page, tab: 'Discover' | 'My Spaces' = 'Discover') {
  await mainNavigation(page).getByRole('link', { name: 'Spaces' }).click()
  await page.getByRole('tab', { name: tab }).click()
}

/** The card of a space in the list on screen. */
export function spaceCard(page: Page, name: string): Locator {
  return tabPanel(page).getByRole('article', { name, exact: true })
}

export function chatOf(page: Page, name: string): Locator {
  return page.getByRole('dialog', { name, exact: true })
}

export async function say(page: Page, text: string): Promise<void> {
  const field = page.getByLabel('Message', { exact: true })
  await field.fill(text)
  await field.press('Enter')
  await expect(messageSaying(page, text)).toBeVisible()
}

/** A message of the open chat, by its words. */
export function messageSaying(page: Page, text: string): Locator {
  return page.getByRole('log').getByRole('listitem').filter({ hasText: text }).first()
}

/** Opens what can be done to a message. */
export async function pointAt(page: Page, text: string): Promise<Locator> {
  // Only what the server has: the row that waits to be sent goes from under the pointer.
  await messageSaying(page, text).and(page.locator('[data-message-id]')).hover()
  const actions = page.getByRole('toolbar', { name: 'Message actions' })
  await expect(actions).toBeVisible()
  return actions
}

export async function chooseOption(page: Page, menu: string, option: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click()
  await page.getByRole('menuitem', { name: option }).click()
}

/** Answers the question that stands on the screen. */
export async function answer(page: Page, sentence: string, label: string): Promise<void> {
  const question = page.getByRole('alertdialog', { name: sentence })
  await question.getByRole('button', { name: label, exact: true }).click()
  await expect(question).toBeHidden()
}

/** A space that Ada made and that Ben and Cleo joined, elsewhere. `id`: of the space. */
export async function makeTeaRoom(server: JourneyServer) {
  const host = await joinElsewhere(server, ada)
  const [bensElsewhere, cleosElsewhere] = [
    await joinElsewhere(server, ben),
    await joinElsewhere(server, cleo),
  ]
  const body = { name: 'Tea room', vibe: 'social', description: 'Cups and pots' }
  const { _id: id } = (await host.call('POST', '/spaces', body)) as { _id: string }
  for (const guest of [bensElsewhere, cleosElsewhere])
    await guest.call('POST', `/spaces/${id}/join`)
  return { id, bensElsewhere, cleosElsewhere }
}

/** Signs in, and goes where one writes in the space. */
export async function enterRoom(page: Page, person: Person, id: string): Promise<void> {
  await arrive(page, person)
  await page.goto(`/spaces/${id}`)
  await expect(page.getByLabel('Message', { exact: true })).toBeVisible()
}
