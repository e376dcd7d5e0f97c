import { expect, type Page } from '@playwright/test'
import { joinRequestAnswer } from '../../contract/join-requests.ts'
import { MESSAGES } from '../../contract/spaces.ts'
import { ada, ben, cleo, type Person } from '../people.ts'
import { closeDialog } from './dialog-steps.ts'
import { expectFine } from './fits-viewport.ts'
import { test } from './journey.ts'
import { AT_ONCE, arriveLive, expectUnread, framesTo, openBell } from './live-steps.ts'
import { elsewhere, join, joinElsewhere } from './members.ts'
import { goOffline } from './offline-steps.ts'
import { ON_POSTGRES } from './on-postgres.ts'
import type { JourneyServer } from './server.ts'
import {
  answer,
  chatOf,
  chooseOption,
  messageSaying,
  openSpaces,
  pointAt,
  say,
  spaceCard,
} from './space-steps.ts'

// The life of a private space, with its admin, a member and one who wants to come in.

const NAME = 'The winter garden'
const OPTIONS = `Options of ${NAME}`

test(
  'a private space is founded, asked for and opened to two, each in their way',
  ON_POSTGRES,
  async ({ page, server, openBrowser }) => {
    for (const person of [ada, ben, cleo]) await join(server, person)
    const [bensPage, cleosPage] = [await openBrowser(), await openBrowser()]
    await arriveLive(page, ada)
    await arriveLive(bensPage, ben)
    await arriveLive(cleosPage, cleo)
    await test.step('found it', () => found(page))
    await test.step('ask to be let in', () => ask(bensPage, 'May I bring my ferns?'))
    await test.step('let one in', () => approve(page, bensPage))
    await test.step('and another', async () => {
      await ask(cleosPage, '')
      await chooseOption(page, OPTIONS, 'Join requests (1)')
      await page.getByRole('button', { name: 'Approve Cleo' }).click()
      await expect(
        spaceCard(cleosPage, NAME).getByRole('link', { name: `Open ${NAME}` }),
      ).toBeVisible(AT_ONCE)
      await closeDialog(page, 'Join requests')
    })
  },
)

test(
  'two talk in a private space, and what was said without a network is sent again',
  ON_POSTGRES,
  async ({ page, server, openBrowser, expects }) => {
    const id = await makeWinterGarden(server, ben)
    const bensPage = await openBrowser()
    await enterLive(page, ada, id)
    await arriveLive(bensPage, ben)
    await openSpaces(bensPage)
    await test.step('talk', () => talk(page, bensPage))
    expects('no answer')
    await test.step('send again', () => sendAgain(page, bensPage))
  },
)

test(
  'of a private space one is removed, another becomes the admin and deletes it',
  ON_POSTGRES,
  async ({ page, server, openBrowser }) => {
    const id = await makeWinterGarden(server, ben, cleo)
    const [bensPage, cleosPage] = [await openBrowser(), await openBrowser()]
    const heardByCleo = framesTo(cleosPage)
    await enterLive(page, ada, id)
    await enterLive(bensPage, ben, id)
    await arriveLive(cleosPage, cleo)
    const { call } = await elsewhere(server, ben)
    await call('POST', `/spaces/${id}/messages`, { content: 'Can you hear me?' })
    await expect.poll(() => heardByCleo.join()).toContain('Can you hear me?')
    await openSpaces(cleosPage)
    await test.step('remove one', () => removeCleo(page, cleosPage, heardByCleo))
    await test.step('hand it over and leave', () => handOver(page, bensPage))
    await test.step('delete it', () => deleteIt(page, bensPage))
  },
)

/** Ada's, as `found` makes it, with these in it already. Returns its id. */
async function makeWinterGarden(server: JourneyServer, ...guests: Person[]): Promise<string> {
  const host = await joinElsewhere(server, ada)
  const body = { name: NAME, vibe: 'serene', description: 'Green things', isPrivate: true }
  const { _id: id } = (await host.call('POST', '/spaces', body)) as { _id: string }
  for (const person of guests) {
    const guest = await joinElsewhere(server, person)
    const asked = await guest.call('POST', '/join-requests', { spaceId: id })
    const { joinRequest } = joinRequestAnswer.parse(asked)
    await host.call('PATCH', `/join-requests/${joinRequest._id}/approve`, {})
  }
  return id
}

/** Signs in, hears what happens and has the talk of the space before them. */
async function enterLive(page: Page, person: Person, id: string): Promise<void> {
  await arriveLive(page, person)
  await page.goto(`/spaces/${id}`)
  await expect(page.getByLabel('Message', { exact: true })).toBeVisible()
}

async function found(page: Page) {
  await openSpaces(page)
  await page.getByRole('button', { name: 'Create Space' }).click()
  const form = page.getByRole('dialog', { name: 'Create Space' })
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(NAME)
  await form.getByLabel('Description').fill('Green things, and who looks after them.')
  await form.locator('label').filter({ hasText: 'Serene' }).click()
  await form.getByRole('button', { name: 'More' }).click()
  await form.getByRole('checkbox', { name: 'Private' }).check()
  await form.getByLabel('Tags').fill('ferns, , moss ')
  await form.getByLabel('Primary colour', { exact: true }).fill('#2f855a')
  await form.getByLabel('Background colour', { exact: true }).fill('#14261c')
  await form.getByLabel('Text colour', { exact: true }).fill('#e6f4ea')
  await form.getByLabel('Art title').fill('Fern, unfolding')
  await form.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(chatOf(page, NAME)).toBeVisible()
  await expect(page.getByText(MESSAGES.noMessages)).toBeVisible()
  await page.getByRole('button', { name: 'About this space' }).click()
  await expect(page.getByText('Green things').last()).toBeVisible()
  await expectFine(page)
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(chatOf(page, NAME)).toBeHidden()
}

async function ask(page: Page, message: string) {
  await openSpaces(page)
  const card = spaceCard(page, NAME)
  for (const text of ['Serene', 'Private', 'ferns', 'moss']) await expect(card).toContainText(text)
  await card.getByRole('button', { name: `Request Join: ${NAME}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Request to join' })
  await dialog.getByLabel('Message (optional)').fill(message)
  if (message) await expectFine(page)
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByText(MESSAGES.requestSent)).toBeVisible()
  await expect(card.getByText('Requested')).toBeVisible()
}

async function approve(page: Page, bensPage: Page) {
  await expectUnread(page, 1)
  const panel = await openBell(page)
  await panel.getByRole('button', { name: 'Ben requested to join your space' }).click()
  const requests = page.getByRole('dialog', { name: 'Join requests' })
  await expect(requests.getByText('May I bring my ferns?')).toBeVisible()
  await expectFine(page)
  await requests.getByRole('button', { name: 'Approve Ben' }).click()
  await expect(spaceCard(bensPage, NAME).getByRole('link', { name: `Open ${NAME}` })).toBeVisible(
    AT_ONCE,
  )
  await expectUnread(bensPage, 1)
  await expect(requests.getByText(MESSAGES.noRequests)).toBeVisible()
  await closeDialog(page, 'Join requests')
}

async function talk(page: Page, bensPage: Page) {
  await spaceCard(bensPage, NAME)
    .getByRole('link', { name: `Open ${NAME}` })
    .click()
  await expect(bensPage.getByText(MESSAGES.noMessages)).toBeVisible()
  await page.getByLabel('Message', { exact: true }).pressSequentially('W')
  await expect(bensPage.getByText('Ada is typing…')).toBeVisible(AT_ONCE)
  await say(page, 'Welcome among the pots!')
  await expect(messageSaying(bensPage, 'Welcome among the pots!')).toBeVisible(AT_ONCE)
  await expect(bensPage.getByText('Ada is typing…')).toBeHidden()
  await say(bensPage, 'It smells of rain here.')
  await expect(messageSaying(page, 'It smells of rain here.')).toBeVisible(AT_ONCE)
  await (await pointAt(bensPage, 'Welcome')).getByRole('button', { name: '❤️' }).click()
  await expect(messageSaying(page, 'Welcome').getByRole('button', { name: /❤️ 1/ })).toBeVisible(
    AT_ONCE,
  )
  await page.getByLabel('Message', { exact: true }).focus()
  await page.keyboard.press('ArrowUp')
  await page.getByLabel('Edit message').fill('Welcome among the ferns!')
  await page.keyboard.press('Enter')
  await expect(messageSaying(bensPage, 'Welcome among the ferns! (edited)')).toBeVisible(AT_ONCE)
  // For its few seconds it may lie over the talk on a phone.
  await expect(page.getByText(MESSAGES.approved)).toHaveCount(0)
  await expectFine(page)
  await say(bensPage, 'Oops')
  await expect(messageSaying(page, 'Oops')).toBeVisible(AT_ONCE)
  await (await pointAt(bensPage, 'Oops')).getByRole('button', { name: 'Delete message' }).click()
  await answer(bensPage, 'Delete this message?', 'Delete')
  await expect(messageSaying(page, 'Oops')).toBeHidden(AT_ONCE)
}

async function sendAgain(page: Page, bensPage: Page) {
  const goOnline = await goOffline(bensPage)
  await say(bensPage, 'Can you hear me?')
  const unsent = messageSaying(bensPage, 'Can you hear me?')
  await expect(unsent.getByText('Waiting to be sent')).toBeVisible()
  await expectFine(bensPage)
  await unsent.getByRole('button', { name: 'Retry' }).click()
  await expect(unsent.getByText('Waiting to be sent')).toBeVisible()
  await say(page, 'Said while you were away')
  await goOnline()
  await expect(messageSaying(page, 'Can you hear me?')).toBeVisible()
  await expect(unsent.getByRole('button', { name: 'Retry' })).toBeHidden()
  await expect(messageSaying(bensPage, 'Said while you were away')).toBeVisible()
  for (const each of [page, bensPage])
    await expect(each.getByRole('log').getByText('Can you hear me?', { exact: true })).toHaveCount(
      1,
    )
}

async function removeCleo(page: Page, cleosPage: Page, heard: readonly string[]) {
  await spaceCard(cleosPage, NAME)
    .getByRole('link', { name: `Open ${NAME}` })
    .click()
  await expect(messageSaying(cleosPage, 'Can you hear me?')).toBeVisible()
  await expect(page.getByRole('button', { name: /^\d here now$/ })).toBeVisible()
  await chooseOption(page, OPTIONS, 'Members')
  await expectFine(page)
  await chooseOption(page, 'Options for Cleo', 'Remove')
  await answer(page, 'Remove Cleo from this space?', 'Remove')
  await expect(cleosPage.getByText('You are not in this space any more.')).toBeVisible(AT_ONCE)
  await expect(chatOf(cleosPage, NAME)).toBeHidden()
  await closeDialog(page, 'Members')
  await say(page, 'Between us')
  await expect(messageSaying(page, 'Between us')).toBeVisible()
  await expect(
    spaceCard(cleosPage, NAME).getByRole('button', { name: /^Request Join/ }),
  ).toBeVisible()
  expect(heard.filter((frame) => frame.includes('Between us'))).toEqual([])
}

async function handOver(page: Page, bensPage: Page) {
  await chooseOption(page, OPTIONS, 'Members')
  await chooseOption(page, 'Options for Ben', 'Make admin')
  await answer(page, 'Make Ben the admin?', 'Hand over')
  await closeDialog(page, 'Members')
  await chooseOption(page, OPTIONS, 'Leave')
  await answer(page, `Leave ${NAME}?`, 'Leave')
  await expect(chatOf(page, NAME)).toBeHidden()
  await bensPage.getByRole('button', { name: OPTIONS }).click()
  await expect(bensPage.getByRole('menuitem', { name: 'Delete' })).toBeVisible(AT_ONCE)
  await bensPage.keyboard.press('Escape')
}

async function deleteIt(page: Page, bensPage: Page) {
  await openSpaces(page)
  await expect(spaceCard(page, NAME)).toBeVisible()
  await chooseOption(bensPage, OPTIONS, 'Delete')
  await answer(bensPage, MESSAGES.deleteConfirm, 'Delete')
  await expect(chatOf(bensPage, NAME)).toBeHidden()
  await expect(spaceCard(bensPage, NAME)).toHaveCount(0)
  await openSpaces(page, 'My Spaces')
  await expect(page.getByText(MESSAGES.noneJoined)).toBeVisible()
}
