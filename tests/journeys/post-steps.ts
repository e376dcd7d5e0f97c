import { expect, type Locator, type Page } from '@playwright/test'
import { MESSAGES } from '../../contract/posts.ts'
import { isPhone } from './account-steps.ts'

// What a member does with posts, as a person does it.

export interface PickedFile {
  name: string
  mimeType: string
  buffer: Buffer
}

export async function openComposer(page: Page): Promise<void> {
  const name = isPhone(page) ? 'Create' : 'Create Post'
  await mainNavigation(page).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { name: 'Create Post' })).toBeVisible()
}

/** What is written stays. */
export async function closeComposer(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Create Post' })).toHaveCount(0)
}

export function mainNavigation(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Main' })
}

/** Through the browser's own file picker; a string is a path. */
export async function chooseImage(page: Page, file: PickedFile | string): Promise<void> {
  const picker = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /^Add (images|more)$/ }).click()
  await (await picker).setFiles(file)
}

export async function pressPost(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Post', exact: true }).click()
}

/** It says so, and leads home by itself. */
export async function expectPosted(page: Page): Promise<void> {
  await expect(page.getByRole('status').getByText(MESSAGES.created)).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Create Post' })).toHaveCount(0)
  await expect(page).toHaveURL('/')
}

export async function chooseFeed(page: Page, name: 'Friends' | 'Public'): Promise<void> {
  await page.getByRole('group', { name: 'Feed' }).getByRole('button', { name }).click()
}

/** The post with this text, in the feed on screen. */
export function postSaying(page: Page, text: string): Locator {
  return page.getByRole('article').filter({ hasText: text })
}

/** Asks to delete the post and answers the question. */
export async function deletePost(page: Page, post: Locator): Promise<void> {
  await openPostMenu(page, post)
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: MESSAGES.deleteConfirm })
  await question.getByRole('button', { name: 'Delete' }).click()
}

export async function openPostMenu(page: Page, post: Locator): Promise<void> {
  await post.getByRole('button', { name: 'Post options' }).click()
  await expect(page.getByRole('menu', { name: 'Post options' })).toBeVisible()
}
