import { expect, type Page } from '@playwright/test'
import { commentList } from '../../contract/comments.ts'
import { feedAnswer } from '../../contract/posts.ts'
import { messageList } from '../../contract/space-messages.ts'
import { MESSAGES as SPACE_MESSAGES } from '../../contract/spaces.ts'
import { ada } from '../people.ts'
import { testImage } from '../test-images.ts'
import { expectAccessible } from './accessible.ts'
import { arrive, expectHome, expectSignIn } from './account-steps.ts'
import { test } from './journey.ts'
import { elsewhere, join, writePosts } from './members.ts'
import { deviceOf, goOffline, openSpace, untilInstalled } from './offline-steps.ts'
import { chooseImage, mainNavigation, openComposer, postSaying, pressPost } from './post-steps.ts'
import { say } from './space-steps.ts'

// On the train, in the tunnel: Snug opens, shows what was read last, and keeps what is written
// until it can be sent.

test.use({ serviceWorkers: 'allow' })

const OFFLINE = 'You are offline. Posts, comments and messages you write stay here.'
const WAITING = 'Waiting to be sent'
const PHONE = { width: 390, height: 700 }
const WIDE = { width: 1280, height: 720 }

test.beforeEach(async ({ server }) => {
  await join(server, ada)
  await writePosts(server, ada, 'Read before the tunnel')
})

test('it opens without a network, and shows what was read last', async ({
  page,
  server,
  expects,
}) => {
  expects('no answer')
  const den = await openSpace(server, ada, 'The den')
  await arrive(page, ada, { rememberMe: true })
  await expect(postSaying(page, 'Read before the tunnel')).toBeVisible()
  await page.goto(den)
  await say(page, 'Said before the tunnel')
  await expect(page.getByText('Sending…')).toHaveCount(0)
  await untilInstalled(page)

  const goOnline = await goOffline(page)
  await page.goto('/')
  await expectHome(page, ada)
  await expect(postSaying(page, 'Read before the tunnel')).toBeVisible()
  await expect(page.getByRole('status').getByText(OFFLINE)).toBeVisible()
  await expectAccessible(page)
  await expectEndFree(page)
  await mainNavigation(page).getByRole('link', { name: 'Spaces' }).click()
  await expect(page.getByText('The den').first()).toBeVisible()
  await page.goto(den)
  await expect(page.getByRole('log').getByText('Said before the tunnel')).toBeVisible()

  await goOnline()
  await expect(page.getByText(OFFLINE)).toHaveCount(0)
  await say(page, 'Said behind the tunnel')
  await expect(page.getByText('Sending…')).toHaveCount(0)
})

test('what is written without a network waits, and is sent once', async ({
  page,
  server,
  expects,
}) => {
  expects('no answer')
  const den = await openSpace(server, ada, 'The den')
  await arrive(page, ada, { rememberMe: true })
  await page.goto(den)
  await expect(page.getByText(SPACE_MESSAGES.noMessages)).toBeVisible()
  await page.goto('/')
  await untilInstalled(page)
  const post = postSaying(page, 'Read before the tunnel')
  await post.getByRole('button', { name: 'Comments' }).click()
  await expect(post.getByLabel('Your comment')).toBeVisible()
  const goOnline = await goOffline(page)

  await post.getByLabel('Your comment').fill('Written in the tunnel')
  await page.keyboard.press('Enter')
  await expect(post.getByText(WAITING)).toBeVisible()
  await expect(post.getByLabel('Your comment')).toHaveValue('')
  await openComposer(page)
  await page.getByLabel('Your post').fill('Posted from the tunnel')
  const buffer = await testImage('jpeg')
  await chooseImage(page, { name: 'tunnel.jpg', mimeType: 'image/jpeg', buffer })
  await pressPost(page)
  await expectHome(page, ada)
  await expect(postSaying(page, 'Posted from the tunnel').getByText(WAITING)).toBeVisible()
  await expectAccessible(page)
  await page.goto(den)
  await say(page, 'Said in the tunnel')
  await expect(page.getByRole('log').getByText(WAITING)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('log').getByText(WAITING)).toBeVisible()

  await goOnline()
  await expect(page.getByRole('log').getByText(WAITING)).toHaveCount(0)
  await expect(page.getByRole('log').getByText('Said in the tunnel')).toHaveCount(1)
  await page.goto('/')
  await expect(postSaying(page, 'Posted from the tunnel')).toHaveCount(1)
  await expect(page.getByText(WAITING)).toHaveCount(0)
  const { call } = await elsewhere(server, ada)
  const postsThere = async () => feedAnswer.parse(await call('GET', '/posts/friends')).posts
  const textsThere = async () => (await postsThere()).map(({ text }) => text)
  // It may be on its way still.
  await expect.poll(textsThere).toEqual(['Posted from the tunnel', 'Read before the tunnel'])
  const [withImage, before] = await postsThere()
  expect(withImage?.image).not.toBeNull()
  const comments = commentList.parse(await call('GET', `/posts/${before?._id}/comments`))
  expect(comments.map(({ text }) => text)).toEqual(['Written in the tunnel'])
  const messages = messageList.parse(await call('GET', `/spaces/${den.split('/')[2]}/messages`))
  expect(messages.map(({ content }) => content)).toEqual(['Said in the tunnel'])
})

test('logging out leaves nothing of the member on the device', async ({ page, expects }) => {
  expects('no answer')
  await arrive(page, ada, { rememberMe: true })
  await expect(postSaying(page, 'Read before the tunnel')).toBeVisible()
  await untilInstalled(page)
  await expect.poll(async () => (await deviceOf(page)).records).toBeGreaterThan(0)
  const goOnline = await goOffline(page)
  await openComposer(page)
  await page.getByLabel('Your post').fill('Not to be lost unasked')
  await pressPost(page)
  await expect(postSaying(page, 'Not to be lost unasked').getByText(WAITING)).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  const question = page.getByRole('alertdialog', { name: 'Log out and lose what was not sent?' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(postSaying(page, 'Not to be lost unasked')).toBeVisible()
  await expect(question).toHaveCount(0)
  await page.getByRole('button', { name: 'Logout' }).click()
  await question.getByRole('button', { name: 'Logout' }).click()
  await expectSignIn(page)
  await expect(async () => {
    const { records, cached, local, session } = await deviceOf(page)
    expect(records).toBe(0)
    expect(cached.filter((path) => /^[/](api|media)/.test(path))).toEqual([])
    // That somebody left, not who; and what is the same for everybody.
    expect(local.toSorted()).toEqual(['session-changed', 'theme-of-the-day'])
    expect(session).toEqual([])
  }).toPass()
  await page.goto('/friends')
  await expectSignIn(page)
  await goOnline()
  await page.goto('/')
  await expectSignIn(page)
})

/** On a phone and on a wide window, what stands last can be read above the notice. */
async function expectEndFree(page: Page): Promise<void> {
  const before = page.viewportSize()
  const notice = page.getByRole('status').filter({ hasText: OFFLINE })
  for (const size of [PHONE, WIDE]) {
    await page.setViewportSize(size)
    const covered = async () => {
      const end = await page.locator('main').evaluate((main) => {
        scrollTo(0, document.body.scrollHeight)
        return (
          main.getBoundingClientRect().bottom -
          Number.parseFloat(getComputedStyle(main).paddingBottom)
        )
      })
      return end - ((await notice.boundingBox())?.y ?? 0)
    }
    await expect.poll(covered, `px of the end covered at ${size.width}`).toBeLessThanOrEqual(0)
  }
  if (before) await page.setViewportSize(before)
}
