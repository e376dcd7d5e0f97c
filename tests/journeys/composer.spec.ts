import { expect, type Locator, type Page, type Route } from '@playwright/test'
import { IMAGE_ALT_MAX, MESSAGES, POST_TEXT_MAX } from '../../contract/posts.ts'
import { ada } from '../people.ts'
import { testImage } from '../test-images.ts'
import { expectAccessible } from './accessible.ts'
import { arrive } from './account-steps.ts'
import { test } from './journey.ts'
import { join } from './members.ts'
import { hugeClaim, makeBigFile, svg, textNamedPng } from './odd-files.ts'
import {
  chooseFeed,
  chooseImage,
  closeComposer,
  expectPosted,
  openComposer,
  type PickedFile,
  postSaying,
  pressPost,
} from './post-steps.ts'

// What can go wrong between a thought and its post. Words and picture stay until they are out.

const TEXT = 'Soup for everybody tonight'
const TOO_MANY_PIXELS = 'That picture is too big: it can have at most 50 million pixels.'

const soup: PickedFile = {
  name: 'soup.webp',
  mimeType: 'image/webp',
  buffer: await testImage('webp'),
}

test.beforeEach(async ({ page, server }) => {
  await join(server, ada)
  await arrive(page, ada)
  await openComposer(page)
})

test('a post needs words, and only so many', async ({ page }) => {
  const text = page.getByLabel('Your post')
  await text.fill(' \n ')
  await pressPost(page)
  await expect(text).toHaveAccessibleDescription(MESSAGES.textMissing)
  await expect(text).toBeFocused()
  await text.fill('🍲'.repeat(POST_TEXT_MAX + 1))
  await pressPost(page)
  await expect(text).toHaveAccessibleDescription(MESSAGES.textLong)
  await text.fill(TEXT)
  await chooseImage(page, soup)
  const alt = page.getByLabel('Describe the image (optional)')
  // The room that there is belongs to the words.
  await expect.poll(async () => (await alt.boundingBox())?.height).toBeLessThan(120)
  await alt.fill('a'.repeat(IMAGE_ALT_MAX + 1))
  await pressPost(page)
  await expect(alt).toHaveAccessibleDescription(new RegExp(MESSAGES.altLong))
  await expectAccessible(page)
  await expectKept(page)
})

test('a part of a picture is posted, chosen by keyboard', async ({ page }) => {
  await page.getByLabel('Your post').fill(TEXT)
  await chooseImage(page, soup)
  await page.getByLabel('Describe the image (optional)').fill('Soup')
  const preview = page.getByAltText(`Preview of ${soup.name}`)
  const sizeOf = (image: Locator) =>
    image.evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => [
      ...[naturalWidth, naturalHeight],
    ])
  await expect.poll(async () => (await sizeOf(preview))[0]).toBeGreaterThan(0)
  const [width, height] = await sizeOf(preview)
  const crop = page.getByRole('button', { name: 'Crop image' })
  await crop.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Crop the picture' })
  const shape = dialog.getByLabel('Shape')
  await expect(shape).toHaveAttribute('aria-valuetext', /pixels$/)
  // A browser refuses what lies between two steps.
  await shape.fill('0')
  await expect(shape).toHaveAttribute('aria-valuetext', `${height} by ${height} pixels`)
  await shape.focus()
  await page.keyboard.press('Home')
  await expect(shape).toHaveAttribute('aria-valuetext', new RegExp(` by ${height} pixels$`))
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Use this part' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(crop).toBeFocused()
  const isTall = ([width = 0, height = 0]: number[]) => height > 2 * width
  await expect.poll(async () => isTall(await sizeOf(preview))).toBe(true)
  // The original is there as long as the draft is.
  await page.reload()
  await openComposer(page)
  await expect.poll(async () => isTall(await sizeOf(preview))).toBe(true)
  await crop.click()
  await expect(shape).toHaveAttribute('aria-valuetext', `${width} by ${height} pixels`)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expectKept(page)
  await pressPost(page)
  await expectPosted(page)
  const posted = postSaying(page, TEXT).getByRole('img', { name: 'Soup' })
  await expect.poll(async () => isTall(await sizeOf(posted))).toBe(true)
})

test('a file that cannot be a picture is refused before it is sent', async ({ page }, testInfo) => {
  await page.getByLabel('Your post').fill(TEXT)
  const panorama = testInfo.outputPath('panorama.png')
  await makeBigFile(panorama, 20 * 1024 * 1024)
  await chooseImage(page, svg)
  await expect(page.getByRole('alert')).toHaveText(MESSAGES.notAnImage)
  await chooseImage(page, textNamedPng)
  await expect(page.getByRole('alert')).toHaveText(MESSAGES.notAnImage)
  await chooseImage(page, panorama)
  await expect(page.getByRole('alert')).toHaveText(MESSAGES.imageTooLarge)
  await expectAccessible(page)
  await chooseImage(page, soup)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expectKept(page)
})

test('a picture that the server refuses costs nothing, and another may be chosen', async ({
  page,
  expects,
}) => {
  expects(413)
  await page.getByLabel('Your post').fill(TEXT)
  await chooseImage(page, hugeClaim)
  await expect(page.getByText(hugeClaim.name)).toBeVisible()
  await pressPost(page)
  await expect(page.getByRole('alert').getByText(TOO_MANY_PIXELS)).toBeVisible()
  await expect(page.getByLabel('Your post')).toHaveValue(TEXT)
  await page.getByRole('button', { name: 'Remove image' }).click()
  await chooseImage(page, soup)
  await pressPost(page)
  await expectPosted(page)
  await expect(postSaying(page, TEXT).getByRole('img')).toBeVisible()
})

const FULL = 'There is no room left to keep this. Please try again later.'
const SERVER_FAILURES: [what: string, status: number, sentence: string, shown: string][] = [
  ['no word of why', 500, '', MESSAGES.createFailed],
  ['its own sentence', 507, FULL, FULL],
]

for (const [what, status, msg, shown] of SERVER_FAILURES) {
  test(`a server that fails with ${what} costs nothing`, async ({ page, expects }) => {
    expects(status)
    const json = { error: 'internal_error', msg, message: msg }
    await page.route('**/api/posts', (route) => route.fulfill({ status, json }), { times: 1 })
    await fillPost(page)
    await pressPost(page)
    await expect(page.getByRole('alert')).toHaveText(shown)
    await expectKept(page)
    await expectAccessible(page)
    await pressPost(page)
    await expectPosted(page)
    await expect(postSaying(page, TEXT).getByRole('img')).toBeVisible()
  })
}

test('a post whose answer was lost is made once, however often it is sent', async ({
  page,
  expects,
}) => {
  expects('no answer')
  await loseNextAnswer(page)
  await fillPost(page)
  await pressPost(page)
  await expect(page.getByRole('alert')).toHaveText(MESSAGES.createFailed)
  await expectKept(page)
  await pressPost(page)
  await expectPosted(page)
  await chooseFeed(page, 'Public')
  await expect(page.getByText(MESSAGES.caughtUp)).toBeVisible()
  await expect(postSaying(page, TEXT)).toHaveCount(1)
})

test('a post on its way can be held back', async ({ page }) => {
  await page.route('**/api/posts', () => {}, { times: 1 })
  await fillPost(page)
  await pressPost(page)
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('progressbar')).toBeHidden()
  await expectKept(page)
  await pressPost(page)
  await expectPosted(page)
})

test('a draft survives leaving, and a reload', async ({ page }) => {
  await fillPost(page)
  await closeComposer(page)
  await page.getByRole('link', { name: 'Snug, home' }).click()
  await openComposer(page)
  await expectKept(page)
  await page.reload()
  await openComposer(page)
  await expect(page.getByLabel('Your post')).toHaveValue(TEXT)
})

/** The server does what it is asked, and its answer never arrives. */
async function loseNextAnswer(page: Page) {
  const lose = async (route: Route) => {
    await route.fetch()
    await route.abort('connectionreset')
  }
  await page.route('**/api/posts', lose, { times: 1 })
}

async function fillPost(page: Page) {
  await page.getByLabel('Your post').fill(TEXT)
  await chooseImage(page, soup)
}

async function expectKept(page: Page) {
  await expect(page.getByLabel('Your post')).toHaveValue(TEXT)
  await expect(page.getByRole('img', { name: 'Preview of soup.webp' })).toBeVisible()
}
