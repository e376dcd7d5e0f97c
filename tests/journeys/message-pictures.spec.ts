import { expect, type Page } from '@playwright/test'
import { ada, ben, cleo } from '../people.ts'
import { picture } from '../pictures.ts'
import { expectAccessible } from './accessible.ts'
import { arrive } from './account-steps.ts'
import { test } from './journey.ts'
import { joinElsewhere } from './members.ts'
import { chooseImage } from './post-steps.ts'
import { messageSaying, say } from './space-steps.ts'

test('pictures go to a room, and are seen, described anew and answered there', async ({
  page,
  server,
  openBrowser,
}) => {
  const [host, ...guests] = [
    await joinElsewhere(server, ada),
    await joinElsewhere(server, ben),
    await joinElsewhere(server, cleo),
  ]
  const body = { name: 'Tea room', vibe: 'social', description: 'Cups and pots' }
  const { _id } = (await host.call('POST', '/spaces', body)) as { _id: string }
  for (const guest of guests) await guest.call('POST', `/spaces/${_id}/join`)
  const enter = async (there: Page, person: typeof ada, colorScheme: 'light' | 'dark') => {
    await there.emulateMedia({ colorScheme })
    await arrive(there, person)
    await there.goto(`/spaces/${_id}`)
    await expect(there.getByLabel('Message', { exact: true })).toBeVisible()
  }
  const [bens, cleos] = [await openBrowser(), await openBrowser()]
  await enter(page, ada, 'light')
  await enter(bens, ben, 'dark')
  await enter(cleos, cleo, 'light')

  const file = { mimeType: 'image/png', buffer: await picture() }
  await chooseImage(page, { ...file, name: 'pot.png' })
  await page.getByLabel('Describe the image (optional)').fill('A pot')
  await expectAccessible(page)
  await say(page, 'Look at these')
  for (const there of [bens, cleos])
    await expect(messageSaying(there, 'Look').getByRole('img', { name: 'A pot' })).toBeVisible()
  await expectAccessible(bens)

  await messageSaying(bens, 'Look')
    .getByRole('button', { name: /^A pot/ })
    .press('Enter')
  const gallery = bens.getByRole('dialog', { name: `Picture by ${ada.username}` })
  await expect(gallery).toBeVisible()
  await expectAccessible(bens)
  await bens.keyboard.press('Escape')
  await expect(gallery).toBeHidden()

  await messageSaying(page, 'Look').focus()
  await page.getByRole('button', { name: 'Edit message' }).click()
  await page.getByLabel('Describe the image (optional)').fill('A pot of soup')
  await page.keyboard.press('Enter')
  for (const there of [page, bens, cleos])
    await expect(
      messageSaying(there, 'Look').getByRole('img', { name: 'A pot of soup' }),
    ).toBeVisible()

  await messageSaying(cleos, 'Look').focus()
  await cleos.keyboard.press('r')
  await say(cleos, 'What is in it?')
  await expect(messageSaying(bens, 'What is in it?')).toContainText('Look at these')
})
