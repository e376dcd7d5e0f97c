import { expect } from '@playwright/test'
import type { Post } from '../../contract/posts.ts'
import { ada, ben, cleo } from '../people.ts'
import { form } from '../test-images.ts'
import { closeDialog } from './dialog-steps.ts'
import { expectFine } from './fits-viewport.ts'
import { test } from './journey.ts'
import { AT_ONCE, arriveLive, expectUnread, openBell } from './live-steps.ts'
import { type Elsewhere, joinElsewhere, writePosts } from './members.ts'
import { ON_POSTGRES } from './on-postgres.ts'

// What happened that concerns a member: told within a second, and leading to the very thing.

test(
  'a comment is told at once, and a press leads to it',
  ON_POSTGRES,
  async ({ page, server }) => {
    const adasSelf = await joinElsewhere(server, ada)
    const bensSelf = await joinElsewhere(server, ben)
    const cleosSelf = await joinElsewhere(server, cleo)
    const { post } = (await adasSelf.call('POST', '/posts', form({ text: 'An old thought' }))) as {
      post: Post
    }
    const newer = Array.from({ length: 12 }, (_, index) => `A newer thought, number ${index + 1}`)
    await writePosts(server, ada, ...newer)
    await arriveLive(page, ada)
    await comment(bensSelf, post, 'Said in the morning.')
    await expectUnread(page, 1)
    for (let hour = 1; hour <= 12; hour++) await comment(adasSelf, post, `Noted at ${hour}.`)

    const panel = await openBell(page)
    await expect(panel.getByRole('listitem')).toHaveText([/Ben commented on your post/])
    await comment(cleosSelf, post, 'Said in the evening.')
    const byCleo = panel.getByRole('button', { name: 'Cleo commented on your post' })
    await expect(byCleo).toBeVisible(AT_ONCE)
    await expectFine(page)
    await panel.getByRole('button', { name: 'Ben commented on your post' }).click()
    await expect(page).toHaveURL('/')
    await expect(panel).toBeHidden()
    await expect(page.getByText('Said in the morning.')).toBeInViewport()
    await expectUnread(page, 1)
    await expectFine(page)

    await openBell(page)
    await byCleo.click()
    await expect(panel).toBeHidden()
    await expect(page.getByText('Said in the evening.')).toBeInViewport()
    await expectUnread(page, 0)
  },
)

test('what is read in one tab is read in the other', ON_POSTGRES, async ({ page, server }) => {
  const adasSelf = await joinElsewhere(server, ada)
  const bensSelf = await joinElsewhere(server, ben)
  await bensSelf.call('POST', `/users/friend-request/${adasSelf.id}`)
  await arriveLive(page, ada, { rememberMe: true })
  const secondTab = await page.context().newPage()
  // The two share one stream.
  await secondTab.goto('/')
  await expectUnread(secondTab, 1, {})
  await expectUnread(page, 1)
  const panel = await openBell(page)
  await panel.getByRole('button', { name: 'Mark all read' }).click()
  await expectUnread(secondTab, 0)
  await closeDialog(page, 'Notifications')
  await expectUnread(page, 0)
})

async function comment(writer: Elsewhere, { _id }: Post, text: string) {
  await writer.call('POST', `/posts/${_id}/comments`, { text })
}
