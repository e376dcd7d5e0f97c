import { expect } from '@playwright/test'
import { ada, ben, cleo } from '../people.ts'
import { testImage } from '../test-images.ts'
import { expectAccessible } from './accessible.ts'
import { closeDialog } from './dialog-steps.ts'
import { test } from './journey.ts'
import { chooseImage } from './post-steps.ts'
import { enterRoom, makeTeaRoom, messageSaying, say } from './space-steps.ts'

test('pictures go to a room, and are seen, described anew and answered there', async ({
  page,
  server,
  openBrowser,
}) => {
  const { id } = await makeTeaRoom(server)
  const [bens, cleos] = [await openBrowser(), await openBrowser()]
  await bens.emulateMedia({ colorScheme: 'dark' })
  await enterRoom(page, ada, id)
  await enterRoom(bens, ben, id)
  await enterRoom(cleos, cleo, id)

  const file = { mimeType: 'image/png', buffer: await testImage() }
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
  await closeDialog(bens, `Picture by ${ada.username}`)

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
