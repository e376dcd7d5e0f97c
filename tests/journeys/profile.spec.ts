import { expect, type Page } from '@playwright/test'
import type { Post } from '../../contract/posts.ts'
import { MESSAGES, type MusicPreview, SQUAD_MAX } from '../../contract/profile.ts'
import { ada, ben, cleo, others } from '../people.ts'
import { form, testImage } from '../test-images.ts'
import { arrive, expectHome, expectSignIn } from './account-steps.ts'
import { expectFine } from './fits-viewport.ts'
import { test } from './journey.ts'
import { AT_ONCE, arriveLive } from './live-steps.ts'
import { type Elsewhere, join, joinElsewhere, makeFriends } from './members.ts'
import { ON_POSTGRES } from './on-postgres.ts'
import { chooseFeed, mainNavigation, postSaying } from './post-steps.ts'

// How a member appears to others, and to whom: settled on one screen, seen on another.

const SONG = 'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC'

test('a member settles how they appear', async ({ page, server, expects, openBrowser }) => {
  await join(server, ada)
  const bensSelf = await joinElsewhere(server, ben)
  await playMusicService(page)
  await arrive(page, ada)
  await openSettings(page)
  expects(409)
  await rename(page)
  await fillProfile(page)
  await choosePhoto(page)
  await expectFine(page)
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expect(page.getByText(MESSAGES.profileUpdated)).toBeVisible()
  await expectImage(page, 'header img')
  await guardLeaving(page)

  const bensPage = await openBrowser()
  await playMusicService(bensPage)
  await arrive(bensPage, ben)
  await bensPage.goto(`/members/${await idOf(bensSelf, 'Ada_Lovely')}`)
  await expect(bensPage.getByRole('heading', { name: 'Ada_Lovely' })).toBeVisible()
  for (const text of ['I count ripples.', 'Dog', 'Rain on a tin roof'])
    await expect(bensPage.getByText(text)).toBeVisible()
  await expectImage(bensPage, 'main img')
  await expectFine(bensPage)
})

test('a squad is chosen, ordered and never larger than six', async ({ page, server }) => {
  const adasSelf = await joinElsewhere(server, ada)
  const crowd = [ben, cleo, ...others]
  const friends = await Promise.all(crowd.map((person) => joinElsewhere(server, person)))
  for (const friend of friends) await makeFriends(adasSelf, friend)
  await arrive(page, ada)
  await openSettings(page)
  await expect(page.getByRole('heading', { name: 'My Squad (0/6)' })).toBeVisible()
  for (const { username } of crowd.slice(0, SQUAD_MAX)) {
    await page.getByRole('button', { name: `Add ${username} to squad` }).click()
  }
  await expect(page.getByRole('heading', { name: 'My Squad (6/6)' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Add a friend' })).toBeHidden()
  await expect(
    adasSelf.call('PUT', '/users/squad', { squad: friends.map(({ id }) => id) }),
  ).rejects.toThrow(MESSAGES.squadFull)

  await page.getByRole('button', { name: 'Move Cleo up' }).click()
  await expect(page.getByRole('button', { name: 'Move Cleo up' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Move Cleo up' })).toBeDisabled()
  await page.getByRole('button', { name: 'Move Ben down' }).click()
  await page.getByRole('button', { name: 'Remove Emil from squad' }).click()
  await expect(page.getByRole('heading', { name: 'My Squad (5/6)' })).toBeVisible()
  await expectFine(page)
  await page.reload()
  await expect(squad(page)).toHaveText(['Cleo', 'Dora', 'Ben', 'Fay', 'Gus'])
})

test('privacy is the same on both its screens', async ({ page, server }) => {
  await join(server, ada)
  await arrive(page, ada)
  await openSettings(page)
  const choice = page.getByRole('checkbox', { name: /^Make my profile private/ })
  await choice.click()
  await expect(choice).toBeChecked()
  await expect(page.getByText(MESSAGES.privacyChanged(true))).toBeVisible()
  await page.goto('/privacy')
  const isPrivate = page.getByRole('button', { name: 'Private' })
  await expect(isPrivate).toHaveAttribute('aria-pressed', 'true')
  await expectFine(page)
  await page.getByRole('button', { name: 'Public' }).click()
  await expect(page.getByText(MESSAGES.privacyChanged(false))).toBeVisible()
  await expect(isPrivate).toHaveAttribute('aria-pressed', 'false')
  await openSettings(page)
  await expect(choice).not.toBeChecked()
})

test('a private author is seen by a friend and by no stranger', async ({
  page,
  server,
  openBrowser,
  expects,
}) => {
  const adasSelf = await joinElsewhere(server, ada)
  const bensSelf = await joinElsewhere(server, ben)
  const cleosSelf = await joinElsewhere(server, cleo)
  await makeFriends(adasSelf, bensSelf)
  const post = await postWithImage(adasSelf, 'My garden, from above')
  await arrive(page, cleo)
  await chooseFeed(page, 'Public')
  await expectImage(page, 'article img')
  await adasSelf.call('PUT', '/users/privacy', { isPrivate: true })

  await page.reload()
  await chooseFeed(page, 'Public')
  await expect(page.getByText('No public posts yet.')).toBeVisible()
  await page.goto(`/members/${adasSelf.id}`)
  await expect(page.getByText("Only friends see Ada's posts.")).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  await expectFine(page)
  expects(404)
  await page.goto(`/posts/${post._id}`)
  await expect(page.getByText('This post is not there any more.')).toBeVisible()
  for (const path of [`/posts/${post._id}`, `/posts/${post._id}/comments`])
    expect(await cleosSelf.statusOf('GET', path), path).toBe(404)
  for (const path of ['/posts/public', '/posts/friends', `/users/${adasSelf.id}/posts`])
    expect(await answerOf(cleosSelf, path), path).not.toContain(post._id)

  const bensPage = await openBrowser()
  await arrive(bensPage, ben)
  for (const path of ['/', `/members/${adasSelf.id}`, `/posts/${post._id}`]) {
    await bensPage.goto(path)
    await expect(postSaying(bensPage, 'My garden, from above')).toBeVisible()
    await expectImage(bensPage, 'article img')
  }
})

test(
  'a deleted account is signed out at home, and gone for everybody',
  ON_POSTGRES,
  async ({ page, server, openBrowser, expects, witness }) => {
    const adasSelf = await joinElsewhere(server, ada)
    const bensSelf = await joinElsewhere(server, ben)
    await makeFriends(adasSelf, bensSelf)
    const adasPage = await openBrowser()
    await arriveLive(adasPage, ada)
    await mainNavigation(adasPage).getByRole('link', { name: 'Friends' }).click()
    await expect(adasPage.getByRole('tab', { name: 'Friends 1' })).toBeVisible()
    await arrive(page, ben)
    await openSettings(page)
    await page.getByRole('button', { name: 'Delete Account' }).click()
    const question = page.getByRole('alertdialog', { name: MESSAGES.deleteConfirm })
    await expectFine(page)
    // The stream may tell of the end before the answer does; the page asks once what that means.
    witness.tolerates(401)
    await question.getByRole('button', { name: 'Delete Account' }).click()
    await expect(page.getByRole('heading', { name: 'Good-bye' })).toBeVisible()
    await expect(page).toHaveURL('/')
    await expectFine(page)
    expect(await keptOnDevice(page)).not.toContain('token')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await expectSignIn(page)
    await expect(adasPage.getByRole('tab', { name: 'Friends 0' })).toBeVisible(AT_ONCE)
    expects(404)
    await adasPage.goto(`/members/${bensSelf.id}`)
    await expect(adasPage.getByText(MESSAGES.memberMissing)).toBeVisible()
    await expectFine(adasPage)
  },
)

async function openSettings(page: Page) {
  await mainNavigation(page).getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { name: /^My Squad \(/ })).toBeVisible()
}

async function rename(page: Page) {
  await page.getByRole('button', { name: 'Edit username' }).click()
  const field = page.getByLabel('Username', { exact: true })
  await expect(field).toHaveValue('Ada')
  await field.fill('bEN')
  await page.getByRole('button', { name: 'Save username' }).click()
  await expect(field).toHaveAccessibleDescription(/username/i)
  await page.getByRole('button', { name: 'Cancel editing username' }).click()
  await expect(field).toHaveValue('Ada')
  await page.getByRole('button', { name: 'Edit username' }).click()
  await expect(field).toHaveValue('Ada')
  await field.fill('Ada_Lovely')
  await page.keyboard.press('Enter')
  await expect(page.getByText(MESSAGES.usernameUpdated)).toBeVisible()
  await expect(page.getByText('Hi, Ada_Lovely')).toBeVisible()
}

async function fillProfile(page: Page) {
  await page.getByLabel('About Me').fill('I count ripples.')
  await page.getByRole('radio', { name: 'Dog' }).check()
  await page.getByLabel('Currently Vibing To').fill('Rain on a tin roof')
  await page.getByLabel('Spotify Link').fill(SONG)
  await expect(page.getByText('You have unsaved changes.')).toBeVisible()
}

async function choosePhoto(page: Page) {
  const picker = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add photo' }).click()
  const buffer = await testImage('jpeg', { width: 900, height: 600 })
  await (await picker).setFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer })
  const dialog = page.getByRole('dialog', { name: 'Crop your photo' })
  await dialog.getByRole('slider', { name: 'Zoom' }).fill('2')
  await dialog.getByRole('application').focus()
  await page.keyboard.press('ArrowLeft')
  await expectFine(page)
  await dialog.getByRole('button', { name: 'Use photo' }).click()
  await expect(page.getByText('The new photo is saved with your profile.')).toBeVisible()
}

async function guardLeaving(page: Page) {
  const home = mainNavigation(page).getByRole('link', { name: 'Home' })
  const question = page.getByRole('alertdialog', { name: /^Leave without saving/ })
  await page.getByLabel('About Me').fill('Something hasty')
  await home.click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/profile')
  await expect(page.getByLabel('About Me')).toHaveValue('Something hasty')
  await home.click()
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await expectHome(page, { ...ada, username: 'Ada_Lovely' })
  await openSettings(page)
  await expect(page.getByLabel('About Me')).toHaveValue('I count ripples.')
}

/** Our server would ask the music service. */
async function playMusicService(page: Page) {
  const json = { title: 'Ripples', artist: 'The Pond', owner: '', url: SONG, image: null }
  await page.route('**/api/users/spotify/resolve', (route) =>
    route.fulfill({ json: json satisfies MusicPreview }),
  )
}

function keptOnDevice(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }))
}

function squad(page: Page) {
  return page.locator('[data-member] .font-medium')
}

async function idOf(member: Elsewhere, username: string): Promise<string> {
  const [found] = (await member.call('GET', `/users/search?q=${username}`)) as { _id: string }[]
  if (!found) throw new Error(`There is no ${username}.`)
  return found._id
}

async function postWithImage(author: Elsewhere, text: string): Promise<Post> {
  const file = { name: 'image', filename: 'garden.png', bytes: await testImage() }
  const answer = await author.call('POST', '/posts', form({ text }, file))
  return (answer as { post: Post }).post
}

async function answerOf(member: Elsewhere, path: string): Promise<string> {
  return JSON.stringify(await member.call('GET', path))
}

async function expectImage(page: Page, selector: string) {
  const image = page.locator(selector).first()
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).not.toBe(0)
}
