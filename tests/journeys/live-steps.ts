import { expect, type Page } from '@playwright/test'
import { REALTIME_PATH } from '../../contract/realtime.ts'
import type { Person } from '../people.ts'
import { arrive } from './account-steps.ts'

// What reaches a member without their asking.

/**
 * So soon shows what the server tells by itself, on a busy machine too. A page that is not told
 * asks every half minute; one that is told does not ask.
 */
export const AT_ONCE = { timeout: 25_000 }

/** Signs in and waits until the server has begun to tell this page what happens. */
export async function arriveLive(page: Page, person: Person, options?: { rememberMe?: boolean }) {
  const live = heardFromServer(page)
  await arrive(page, person, options)
  await live
}

async function heardFromServer(page: Page): Promise<void> {
  const socket = await page.waitForEvent('websocket', (each) => each.url().endsWith(REALTIME_PATH))
  await socket.waitForEvent('framereceived')
}

/** All that the server tells this page from now on: for a page that has not been opened yet. */
export function framesTo(page: Page): readonly string[] {
  const frames: string[] = []
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => frames.push(String(payload))),
  )
  return frames
}

/** Nothing ever comes by itself: for a page that has not been opened yet. */
export async function cutStream(page: Page): Promise<void> {
  await page.routeWebSocket(`**${REALTIME_PATH}`, (socket) => socket.close())
}

/**
 * Nothing comes by itself until the returned function is called: for a page that has not been
 * opened yet.
 */
export async function holdStream(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.routeWebSocket(`**${REALTIME_PATH}`, async (socket) => {
    await held.promise
    socket.connectToServer()
  })
  return held.resolve
}

function bell(page: Page) {
  return page.getByRole('button', { name: /^Notifications/ }).filter({ visible: true })
}

export async function expectUnread(
  page: Page,
  count: number,
  within: { timeout?: number } = AT_ONCE,
): Promise<void> {
  const name = count > 0 ? `Notifications, ${count} unread` : 'Notifications'
  await expect(bell(page)).toHaveAccessibleName(name, within)
}

/** Opens the panel and returns it. */
export async function openBell(page: Page) {
  await bell(page).click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await expect(panel).toBeVisible()
  return panel
}
