import { expect, type Locator, type Page } from '@playwright/test'
import { MESSAGES } from '../../contract/friends.ts'
import { POLL_EVERY_MS } from '../../contract/notifications.ts'
import { ada, ben, cleo } from '../people.ts'
import { arrive } from './account-steps.ts'
import { closeDialog, tabPanel } from './dialog-steps.ts'
import { expectFine } from './fits-viewport.ts'
import { test } from './journey.ts'
import { AT_ONCE, arriveLive, cutStream, expectUnread, openBell } from './live-steps.ts'
import { join, joinElsewhere, makeFriends, writePosts } from './members.ts'
import { ON_POSTGRES } from './on-postgres.ts'
import { chooseFeed, mainNavigation, postSaying } from './post-steps.ts'

// Two people side by side: what one does about the other, the other sees without asking.

test(
  'a request is sent, told, accepted and ended, with both looking on',
  ON_POSTGRES,
  async ({ page, server, openBrowser }) => {
    await join(server, ada)
    await join(server, ben)
    await arriveLive(page, ada)
    const bensPage = await openBrowser()
    await arriveLive(bensPage, ben)
    await openFriends(bensPage)
    await expectCount(bensPage, 'Requests', 0)

    await openFriends(page)
    await chooseTab(page, 'Discover')
    // The second press, at once, asks for nothing.
    await page.getByRole('button', { name: 'Add Friend Ben' }).dblclick()
    await expectUnread(bensPage, 1)
    await expectCount(bensPage, 'Requests', 1)
    await expect(page.getByRole('button', { name: 'Request Sent Ben' })).toBeDisabled()
    await expectFine(page)

    await chooseTab(bensPage, 'Requests')
    await expectFine(bensPage)
    const panel = await openBell(bensPage)
    await expect(panel.getByText('Ada sent you a friend request')).toBeVisible()
    await expectFine(bensPage)
    await panel.getByRole('button', { name: 'Accept Ada' }).click()
    await expect(rowOf(page, 'Ben').getByText('Friends', { exact: true })).toBeVisible(AT_ONCE)
    await expectCount(page, 'Friends', 1)
    await expectUnread(page, 1)
    await expect(panel.getByText(MESSAGES.friendsNow)).toBeVisible()
    await closeDialog(bensPage, 'Notifications')
    await expectUnread(bensPage, 0)
    await expectCount(bensPage, 'Requests', 0)
    await chooseTab(bensPage, 'Friends')
    await expect(rowOf(bensPage, 'Ada')).toBeVisible()

    await chooseTab(page, 'Friends')
    await expectFine(page)
    await page.getByRole('button', { name: 'Options for Ben' }).click()
    await page.getByRole('menuitem', { name: 'Remove friend' }).click()
    const question = page.getByRole('alertdialog', { name: MESSAGES.removeConfirm('Ben') })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(rowOf(page, 'Ben')).toBeVisible()
    await page.getByRole('button', { name: 'Options for Ben' }).click()
    await page.getByRole('menuitem', { name: 'Remove friend' }).click()
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(bensPage.getByText('No friends yet')).toBeVisible(AT_ONCE)
    await expect(page.getByText('No friends yet')).toBeVisible()
    await expectUnread(bensPage, 0)
  },
)

test('declining tells nobody', async ({ page, server, openBrowser }) => {
  const adasSelf = await joinElsewhere(server, ada)
  const bensSelf = await joinElsewhere(server, ben)
  const cleosSelf = await joinElsewhere(server, cleo)
  await bensSelf.call('POST', `/users/friend-request/${adasSelf.id}`)
  const bensPage = await openBrowser()
  await arriveLive(bensPage, ben)
  await arrive(page, ada)
  await openFriends(page)
  await chooseTab(page, 'Requests')
  await page.getByRole('button', { name: 'Decline Ben' }).click()
  await expect(page.getByText(MESSAGES.rejected)).toBeVisible()
  await expect(page.getByText('No requests waiting')).toBeVisible()
  // What is told after it would have been told before it.
  await cleosSelf.call('POST', `/users/friend-request/${bensSelf.id}`)
  await expectUnread(bensPage, 1)
  const panel = await openBell(bensPage)
  await expect(panel.getByRole('listitem')).toHaveText([/Cleo sent you a friend request/])
})

test('people are found by name and by what they say of themselves, and friends written to', async ({
  page,
  server,
}) => {
  const adasSelf = await joinElsewhere(server, ada)
  const bensSelf = await joinElsewhere(server, ben)
  const cleosSelf = await joinElsewhere(server, cleo)
  await aboutMe(bensSelf, 'I bake sourdough bread.')
  await aboutMe(cleosSelf, 'Ask me about bread and butterflies.')
  await makeFriends(adasSelf, bensSelf)
  await cleosSelf.call('POST', `/users/friend-request/${adasSelf.id}`)
  await arrive(page, ada)
  await page.goto('/friends?tab=discover')
  await search(page, 'bread')
  await expect(names(page)).toHaveText(['Cleo', 'Ben'])
  await search(page, 'cle')
  await expect(names(page)).toHaveText(['Cleo'])
  await chooseTab(page, 'Friends')
  await expect(page.getByText('Nobody here matches “cle”.')).toBeVisible()
  await search(page, 'SOUR')
  await expect(names(page)).toHaveText(['Ben'])
  await chooseTab(page, 'Requests')
  await search(page, 'butter')
  await expect(page.getByText('Nobody here matches “butter”.')).toBeVisible()
  await search(page, 'CLEO')
  await expect(names(page)).toHaveText(['Cleo'])

  await page.goto('/messages')
  await page.getByRole('button', { name: 'New message' }).click()
  await page.getByRole('checkbox', { name: 'Ben' }).check()
  await page.getByRole('button', { name: 'Write', exact: true }).click()
  await expect(page).toHaveURL(/\/messages\/\d+$/)
  await expect(page.getByLabel('Message', { exact: true })).toBeVisible()
})

test("a member's card offers what fits how the two stand", async ({ page, server }) => {
  const adasSelf = await joinElsewhere(server, ada)
  const bensSelf = await joinElsewhere(server, ben)
  await join(server, cleo)
  await writePosts(server, ada, 'It is me')
  await makeFriends(adasSelf, bensSelf)
  await arrive(page, ada)
  const add = page.getByRole('dialog').getByRole('button', { name: 'Add Friend' })

  await chooseFeed(page, 'Public')
  await postSaying(page, 'It is me').getByRole('button', { name: 'Ada', exact: true }).click()
  // One's own name leads to one's page.
  await expect(page.getByRole('heading', { name: 'Ada', level: 1 })).toBeVisible()
  await expect(page.getByText('First 100')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Friend' })).toBeHidden()

  await openFriends(page)
  await chooseTab(page, 'Discover')
  const bensCard = await openCard(page, 'Ben')
  await expect(bensCard.getByText('Friends', { exact: true })).toBeVisible()
  await expect(add).toBeHidden()
  await expectFine(page)
  await closeDialog(page, 'Ben')

  const cleosCard = await openCard(page, 'Cleo')
  await add.click()
  await expect(page.getByText(MESSAGES.sent)).toBeVisible()
  await expect(cleosCard.getByRole('button', { name: 'Request Sent' })).toBeDisabled()
  await expect(add).toBeHidden()
  await closeDialog(page, 'Cleo')
  await expect(page.getByRole('button', { name: 'Request Sent Cleo' })).toBeVisible()
})

test(
  'with the stream cut, the bell asks for itself, and crossing requests meet',
  ON_POSTGRES,
  async ({ page, server }) => {
    const adasSelf = await joinElsewhere(server, ada)
    const bensSelf = await joinElsewhere(server, ben)
    await page.clock.install()
    await cutStream(page)
    await arrive(page, ada)
    const asked = page.waitForResponse('**/api/notifications/count')
    await page.clock.runFor(1_000)
    await asked
    await openFriends(page)
    await chooseTab(page, 'Discover')
    await expect(page.getByRole('button', { name: 'Add Friend Ben' })).toBeVisible()
    await bensSelf.call('POST', `/users/friend-request/${adasSelf.id}`)
    await page.clock.runFor(POLL_EVERY_MS)
    await expectUnread(page, 1, {})
    // The list still says what it said: the two ask each other.
    await page.getByRole('button', { name: 'Add Friend Ben' }).click()
    await expect(page.getByText(MESSAGES.friendsNow)).toBeVisible()
    await expect(rowOf(page, 'Ben').getByText('Friends', { exact: true })).toBeVisible()
    await expectCount(page, 'Friends', 1)
  },
)

async function openFriends(page: Page) {
  await mainNavigation(page).getByRole('link', { name: 'Friends' }).click()
  await expect(page.getByRole('heading', { name: 'Friends', exact: true })).toBeVisible()
}

async function chooseTab(page: Page, name: 'Friends' | 'Requests' | 'Discover') {
  // Once the count is there, nothing moves under the press.
  await page.getByRole('tab', { name: new RegExp(`^${name} \\d`) }).click()
}

async function expectCount(page: Page, tab: 'Friends' | 'Requests', count: number) {
  await expect(page.getByRole('tab', { name: `${tab} ${count}` })).toBeVisible(AT_ONCE)
}

function rowOf(page: Page, username: string): Locator {
  return tabPanel(page).getByRole('listitem').filter({ hasText: username })
}

function names(page: Page): Locator {
  return tabPanel(page).getByRole('listitem').locator('button[aria-haspopup=dialog]')
}

async function search(page: Page, text: string) {
  await page.getByRole('searchbox', { name: 'Search people' }).fill(text)
}

async function openCard(page: Page, username: string): Promise<Locator> {
  await names(page).filter({ hasText: username }).click()
  const card = page.getByRole('dialog', { name: username })
  await expect(card.getByText('First 100')).toBeVisible()
  return card
}

async function aboutMe(member: Awaited<ReturnType<typeof joinElsewhere>>, text: string) {
  const body = new FormData()
  body.append('aboutMe', text)
  await member.call('PUT', '/users/profile', body)
}
