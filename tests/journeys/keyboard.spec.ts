import { expect, type Locator, type Page } from '@playwright/test'
import { MESSAGES } from '../../contract/posts.ts'
import { ada, ben } from '../people.ts'
import { expectHome, expectSignIn } from './account-steps.ts'
import { test } from './journey.ts'
import { elsewhere, join, joinElsewhere, writePosts } from './members.ts'
import { expectPosted, postSaying } from './post-steps.ts'

test.beforeEach(async ({ page, server }) => {
  await join(server, ada)
  await writePosts(server, ada, 'The older thought', 'The newer thought')
  await signInByKeys(page)
})

test('a post is written without a mouse', async ({ page }) => {
  await tabTo(page, page.getByRole('link', { name: 'Create Post' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByLabel('Your post'))
  await page.keyboard.type('Said by keys alone')
  await page.keyboard.press('Control+Enter')
  await expectPosted(page)
  await expect(postSaying(page, 'Said by keys alone')).toBeVisible()
})

test('a post is deleted without a mouse, and focus is never lost', async ({ page }) => {
  const options = postSaying(page, 'The newer thought').getByRole('button', {
    name: 'Post options',
  })
  const question = page.getByRole('alertdialog', { name: MESSAGES.deleteConfirm })
  const ask = async () => {
    await tabTo(page, options)
    await page.keyboard.press('Enter')
    const menu = page.getByRole('menu', { name: 'Post options' })
    await expect(menu).toBeVisible()
    // Keys go where the focus is, which comes a moment later.
    const isWithin = (shown: Element) => shown.contains(document.activeElement)
    await expect.poll(() => menu.evaluate(isWithin)).toBe(true)
    await page.keyboard.press('End')
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(question).toBeVisible()
  }
  await ask()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(options).toBeFocused()
  await ask()
  await tabTo(page, question.getByRole('button', { name: 'Delete' }))
  await page.keyboard.press('Enter')
  await expect(postSaying(page, 'The newer thought')).toBeHidden()
  await expect(postSaying(page, 'The older thought')).toBeFocused()
})

test('the way past the navigation is the first one', async ({ page }) => {
  await page.reload()
  await expectHome(page, ada)
  // The first of what stands on the first administrator's Home, which is asked for by itself.
  const first = page.getByRole('main').getByRole('button', { name: 'Skip', exact: true })
  await expect(first).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(first).toBeFocused()
})

test('what has the focus never stands behind the bars', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 480 })
  // Forth, each comes from below; back, from above.
  for (const key of ['Tab', 'Shift+Tab']) {
    const seen: string[] = []
    for (let step = 0; step < 30; step++) {
      await page.keyboard.press(key)
      seen.push(await page.evaluate(whatCoversFocus))
    }
    expect(seen.filter(Boolean)).toEqual([])
  }
})

test('who is led somewhere by a menu or the bell arrives at its heading', async ({
  page,
  server,
}) => {
  const asking = await joinElsewhere(server, ben)
  const asked = await elsewhere(server, ada)
  await asking.call('POST', `/users/friend-request/${asked.id}`)
  const ways = [
    { by: 'Your menu', leads: page.getByRole('link', { name: 'Privacy' }).first(), to: 'Privacy' },
    { by: /^Notifications/, leads: page.getByRole('button', { name: /request/ }), to: 'Friends' },
  ]
  for (const { by, leads, to } of ways) {
    await page.getByRole('button', { name: by }).press('Enter')
    await page.getByRole('dialog').locator(leads).press('Enter')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByRole('heading', { level: 1, name: to })).toBeFocused()
  }
})

/** Nothing where it can be seen. */
function whatCoversFocus(): string {
  const focused = document.activeElement
  if (!focused?.closest('main')) return ''
  const { x, y, width, height } = focused.getBoundingClientRect()
  const bar = document.elementFromPoint(x + width / 2, y + height / 2)?.closest('header, nav')
  const isCovered = bar && !bar.contains(focused) && !focused.contains(bar)
  return isCovered ? `${focused.textContent} behind ${bar.tagName}` : ''
}

async function signInByKeys(page: Page) {
  await page.goto('/')
  await expectSignIn(page)
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type(ada.email)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(ada.password)
  await page.keyboard.press('Enter')
  await expectHome(page, ada)
}

/** By Tab alone, within as many steps as a person would bear. */
async function tabTo(page: Page, target: Locator) {
  const isFocused = () => target.evaluate((element) => element === document.activeElement)
  await expect(target).toBeVisible()
  for (let step = 0; step < 40 && !(await isFocused()); step++) await page.keyboard.press('Tab')
  await expect(target).toBeFocused()
}
