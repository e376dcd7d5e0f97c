import { expect, type Page } from '@playwright/test'
import { ada, ben } from '../people.ts'
import { form } from '../test-images.ts'
import { arrive } from './account-steps.ts'
import { test } from './journey.ts'
import { joinElsewhere } from './members.ts'

test('what a toast says covers nothing that can be pressed', async ({ page, server, expects }) => {
  const adasSelf = await joinElsewhere(server, ada)
  await joinElsewhere(server, ben)
  const { post } = (await adasSelf.call('POST', '/posts', form({ text: 'A word' }))) as {
    post: { _id: string }
  }
  await page.setViewportSize({ width: 320, height: 568 })
  await arrive(page, ben)
  await page.goto(`/posts/${post._id}`)
  expects(500)
  await page.route('**/comments', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500 }) : route.fallback(),
  )
  await page.getByLabel('Your comment').fill('Nobody hears this.')
  await page.getByRole('button', { name: 'Send comment' }).click()
  await expect(page.getByRole('alert').getByText('Failed to add comment')).toBeVisible()
  await expect.poll(() => coveredControls(page)).toEqual([])
  // While one is in it, it stays, and so does the next.
  await page.getByRole('button', { name: 'Dismiss' }).focus()

  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect.poll(() => coveredControls(page)).toEqual([])
  await page.getByRole('button', { name: 'Send comment' }).dispatchEvent('click')
  await expect(page.getByRole('alert')).toHaveCount(2)
  await expect.poll(() => coveredControls(page)).toEqual([])
  // Of several the newest stands for all, beside the one that has the focus.
  await expect.poll(() => toastsInSight(page)).toEqual([0, 1])
  await page.getByLabel('Your comment').focus()
  await expect.poll(() => toastsInSight(page)).toEqual([1])
})

/** Which of them, oldest first. */
function toastsInSight(page: Page): Promise<number[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[data-toast]')].flatMap((toast, index) => {
      const { left, right, top, bottom } = toast.getBoundingClientRect()
      const front = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      return toast.contains(front) ? [index] : []
    }),
  )
}

/** The names of what cannot be pressed at its middle since a toast lies over it. */
function coveredControls(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a, button, textarea')].flatMap((control) => {
      const box = control.getBoundingClientRect()
      const toasts = [...document.querySelectorAll('[data-toast]')]
      const isCovered = toasts.some((toast) => {
        const { left, right, top, bottom } = toast.getBoundingClientRect()
        const isBeside = box.right <= left || box.left >= right || box.width <= 1
        return !toast.contains(control) && !isBeside && box.bottom > top && box.top < bottom
      })
      return isCovered ? [control.ariaLabel ?? control.textContent] : []
    }),
  )
}
