import { expect } from '@playwright/test'
import { MESSAGES } from '../../contract/blocks.ts'
import { ada, ben } from '../people.ts'
import { closeDialog, goTo } from './dialog-steps.ts'
import { expectFine } from './fits-viewport.ts'
import { test } from './journey.ts'
import { arriveLive } from './live-steps.ts'
import { joinElsewhere, makeFriends, writePosts } from './members.ts'
import { chooseFeed, postSaying } from './post-steps.ts'

test('who is blocked is gone from the feed, folded in the space, and comes back when it is lifted', async ({
  page,
  server,
}) => {
  const adaElsewhere = await joinElsewhere(server, ada)
  const benElsewhere = await joinElsewhere(server, ben)
  await makeFriends(adaElsewhere, benElsewhere)
  await writePosts(server, ben, 'Ben is loud')
  const space = (await benElsewhere.call('POST', '/spaces', {
    name: 'Tea room',
    description: 'Tea',
  })) as { _id: string }
  await adaElsewhere.call('POST', `/spaces/${space._id}/join`)
  await benElsewhere.call('POST', `/spaces/${space._id}/messages`, { content: 'Loud here, too' })

  await page.addInitScript(() => {
    const go = history.go.bind(history)
    history.go = (n) => void setTimeout(() => go(n), 60)
  })
  await arriveLive(page, ada)
  await chooseFeed(page, 'Public')
  await postSaying(page, 'Ben is loud').getByRole('button', { name: 'Post options' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Mute…' }).press('Enter')
  const muting = page.getByRole('alertdialog', { name: 'Mute Ben?' })
  await expect(muting).toBeVisible()
  await expectFine(page)
  await page.keyboard.press('Escape')
  await expect(muting).toBeHidden()
  await postSaying(page, 'Ben is loud').getByRole('button', { name: 'Post options' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Block…' }).press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Block Ben?' })
  await expect(question).toBeVisible()
  await expectFine(page)
  await question.getByRole('button', { name: 'Block', exact: true }).press('Enter')
  await expect(postSaying(page, 'Ben is loud')).toBeHidden()

  await goTo(page, `/spaces/${space._id}`)
  await expect(page.getByText(MESSAGES.foldedBlocked)).toBeVisible()
  await expect(page.getByText('Loud here, too')).toBeHidden()
  await expectFine(page)
  await page.getByRole('button', { name: 'Show', exact: true }).press('Enter')
  await expect(page.getByText('Loud here, too')).toBeVisible()
  await closeDialog(page, 'Tea room')

  await goTo(page, '/privacy')
  await expect(page.getByRole('heading', { name: 'Blocked people' })).toBeVisible()
  await expectFine(page)
  await page.getByRole('button', { name: 'Unblock Ben' }).press('Enter')
  await expectFine(page)
  await page
    .getByRole('alertdialog', { name: 'Unblock Ben?' })
    .getByRole('button', { name: 'Unblock', exact: true })
    .press('Enter')
  await expect(page.getByText(/^You have blocked nobody/)).toBeVisible()
  await goTo(page, '/')
  await chooseFeed(page, 'Public')
  await expect(postSaying(page, 'Ben is loud')).toBeVisible()
})
