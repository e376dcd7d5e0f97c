import { expect, type Page } from '@playwright/test'
import { MESSAGES } from '../../contract/posts.ts'
import { ada, ben } from '../people.ts'
import { expectAccessible } from './accessible.ts'
import { arrive } from './account-steps.ts'
import { closeDialog } from './dialog-steps.ts'
import { test } from './journey.ts'
import { cutStream } from './live-steps.ts'
import { join, writePosts } from './members.ts'
import { ON_POSTGRES } from './on-postgres.ts'
import { chooseFeed, deletePost, postSaying } from './post-steps.ts'

// Two people and one post: what one does, the other finds.

const TEXT = 'Has anybody seen my red scarf?'
const COMMENT = 'It hangs in the hall.'

test.beforeEach(async ({ server }) => {
  await join(server, ada)
  await join(server, ben)
  await writePosts(server, ada, TEXT)
})

test(
  'a post is liked, gets a vibe and a comment, and is deleted',
  ON_POSTGRES,
  async ({ page, openBrowser, expects }) => {
    // He is not told what becomes of the post: else it would leave his page while he writes below
    // it.
    await cutStream(page)
    await arrive(page, ben)
    await chooseFeed(page, 'Public')
    await react(page)
    await comment(page)
    await expectAccessible(page)

    const adasPage = await openBrowser()
    await arrive(adasPage, ada)
    const post = postSaying(adasPage, TEXT)
    await expect(post.getByRole('button', { name: 'Like 1', exact: true })).toBeVisible()
    await expect(post.getByRole('button', { name: 'Dislike', exact: true })).toBeVisible()
    await expect(post.getByRole('button', { name: /❤️/ })).toBeVisible()
    await post.getByRole('button', { name: 'Comments 1' }).click()
    await expect(post.getByText(COMMENT)).toBeVisible()
    await post.getByRole('button', { name: ben.username, exact: true }).click()
    await expect(
      adasPage.getByRole('dialog', { name: ben.username }).getByText('First 100'),
    ).toBeVisible()
    await expectAccessible(adasPage)
    await closeDialog(adasPage, ben.username)
    // Her page shows it gone before the server has said so.
    const isDeleted = adasPage.waitForResponse((answer) => answer.request().method() === 'DELETE')
    await deletePost(adasPage, post)
    await expect(adasPage.getByText(MESSAGES.friendsEmpty)).toBeVisible()
    await isDeleted

    expects(404)
    await postSaying(page, TEXT).getByLabel('Your comment').fill('Too late')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').getByText('Failed to add comment')).toBeVisible()
  },
)

async function react(page: Page) {
  const post = postSaying(page, TEXT)
  await post.getByRole('button', { name: 'Dislike', exact: true }).click()
  await expect(post.getByRole('button', { name: 'Dislike 1' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await post.getByRole('button', { name: 'Like', exact: true }).click()
  await expect(post.getByRole('button', { name: 'Like 1', exact: true })).toBeVisible()
  await expect(post.getByRole('button', { name: 'Dislike', exact: true })).toBeVisible()
  await post.getByRole('button', { name: 'Add a vibe' }).click()
  await page.getByRole('button', { name: '❤️' }).click()
  await expect(post.getByRole('button', { name: /❤️/ })).toBeVisible()
}

async function comment(page: Page) {
  const post = postSaying(page, TEXT)
  await post.getByRole('button', { name: 'Comments', exact: true }).click()
  await post.getByLabel('Your comment').fill('   ')
  await page.keyboard.press('Enter')
  await post.getByLabel('Your comment').fill(COMMENT)
  await page.keyboard.press('Enter')
  await expect(post.getByText(COMMENT)).toBeVisible()
  await expect(post.getByRole('button', { name: 'Comments 1' })).toBeVisible()
  await expect(post.getByLabel('Your comment')).toHaveValue('')
}
