import { expect, type Locator, type Page } from '@playwright/test'
import { linkCard } from '../../contract/link-card.ts'
import { messageList } from '../../contract/space-messages.ts'
import { ada } from '../people.ts'
import { expectAccessible, untilStill } from './accessible.ts'
import { arrive } from './account-steps.ts'
import { closeDialog } from './dialog-steps.ts'
import { expectFits } from './fits-viewport.ts'
import { test } from './journey.ts'
import { joinElsewhere } from './members.ts'
import { chatOf, chooseOption, messageSaying } from './space-steps.ts'

const NAME = 'Tea room'
const OPTIONS = `Options of ${NAME}`
const PHONE = { width: 390, height: 780 }
const NARROWEST = { width: 320, height: 640 }
/** Far longer than a finger has to rest. */
const PRESSED_MS = 10_000
const PRESSED_WITHIN_MS = 60_000

type Place = { x: number; y: number }

test.use({ viewport: PHONE, hasTouch: true })

test('what a room offers is at hand on a phone', async ({ page, server }) => {
  const elsewhere = await joinElsewhere(server, ada)
  const body = { name: NAME, vibe: 'social', description: 'Cups and pots' }
  const { _id } = (await elsewhere.call('POST', '/spaces', body)) as { _id: string }
  const messages = `/spaces/${_id}/messages`
  for (const content of ['Oolong at five', 'Bring a cup'])
    await elsewhere.call('POST', messages, { content })
  await withWideCard(page, messages)
  await arrive(page, ada, { rememberMe: true })
  await page.goto(`/spaces/${_id}`)
  const log = chatOf(page, NAME).getByRole('log')
  await expect(log.getByRole('link', { name: /Teahouse/ })).toBeVisible()
  await page.setViewportSize(NARROWEST)
  const beyond = () => log.evaluate((e) => e.scrollWidth - e.clientWidth)
  await expect.poll(beyond, 'beyond the room').toBe(0)
  await page.setViewportSize(PHONE)

  await chooseOption(page, OPTIONS, 'Search messages')
  const words = page.getByLabel('Words')
  await expect(words).toBeFocused()
  await untilStill(page)
  const top = (await words.boundingBox())?.y
  await words.fill('oolong')
  const found = page.getByRole('list', { name: 'Messages found' }).getByRole('button')
  await expect(found).toBeVisible()
  expect((await words.boundingBox())?.y).toBe(top)
  await expectReachable(page)
  await found.tap()
  const message = messageSaying(page, 'Oolong')
  await expect(message).toBeFocused()

  await longPress(message.getByText('Oolong at five'))
  await page.getByRole('button', { name: '👍' }).tap()
  await expect(message).toBeFocused()
  // Where it comes, the message gives way.
  await expect(message.getByRole('button', { name: '👍 1' })).toBeVisible()
  await longPress(message.getByText('Oolong at five'))
  // A tooltip may be fading here, whose colours would be judged half way.
  await expectFitsNarrowest(page)
  await page.getByRole('button', { name: 'Pin message' }).tap()
  await expect(message.getByRole('img', { name: 'Pinned' })).toBeVisible()
  await longPress(message.getByText('Oolong at five'))
  await page.getByRole('button', { name: 'Who reacted' }).tap()
  await expect(page.getByRole('list', { name: 'Who gave 👍' })).toHaveText(/Ada/)
  await expectReachable(page)
  await closeDialog(page, 'Who reacted')

  await chooseOption(page, OPTIONS, 'Pinned messages')
  await page.getByRole('button', { name: 'Unpin message' }).tap()
  await expect(page.getByText('Nothing is pinned')).toBeVisible()
  await closeDialog(page, 'Pinned messages')
  await chooseOption(page, OPTIONS, 'Mute this room…')
  await expectReachable(page)
  await page.getByRole('button', { name: 'Mute', exact: true }).tap()
  await expect(page.getByText('This room is quiet now.')).toBeVisible()
})

/** The first message shows where a link leads, to a site of a long name. */
async function withWideCard(page: Page, messages: string) {
  const site = 'Teahouse '.repeat(12)
  const url = 'https://tea.example/'
  const link = linkCard.parse({ url, title: 'Pots', description: '', site, image: null })
  await page.route(`**/api${messages}`, async (route) => {
    const response = await route.fetch()
    const [first, ...others] = messageList.parse(await response.json())
    await route.fulfill({ response, json: [{ ...first, link }, ...others] })
  })
}

/** Here and on the narrowest phone. */
async function expectReachable(page: Page) {
  await expectAccessible(page)
  await expectFitsNarrowest(page)
}

async function expectFitsNarrowest(page: Page) {
  await page.setViewportSize(NARROWEST)
  await expectFits(page)
  await page.setViewportSize(PHONE)
}

/**
 * Until the sheet of this message is there, which opens below the finger. A page of another size
 * scrolls a moment later, on a busy machine well after it seemed to stand still: what moved
 * meanwhile is pressed again, as a person would.
 */
async function longPress(place: Locator) {
  const page = place.page()
  const sheet = page.getByRole('dialog', { name: 'Message actions' })
  await expect(sheet).toBeHidden()
  const client = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchEnd' | 'touchCancel', touchPoints: Place[] = []) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints })
  await expect(async () => {
    await place.scrollIntoViewIfNeeded()
    const box = await place.boundingBox()
    if (!box) throw new Error('There is nothing to press.')
    await touch('touchStart', [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }])
    const isOpen = await becomesVisible(sheet)
    await touch(isOpen ? 'touchEnd' : 'touchCancel')
    if (!isOpen) throw new Error('It went from under the finger.')
    await expect(sheet).toBeVisible()
    if ((await place.boundingBox())?.y === box.y) return
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    throw new Error('Another may have come below the finger.')
  }).toPass({ timeout: PRESSED_WITHIN_MS })
  await client.detach()
}

function becomesVisible(sheet: Locator): Promise<boolean> {
  return sheet.waitFor({ timeout: PRESSED_MS }).then(
    () => true,
    () => false,
  )
}
