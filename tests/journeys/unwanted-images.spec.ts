import { expect, type Locator } from '@playwright/test'
import { MESSAGES as CONVERSATIONS } from '../../contract/conversations.ts'
import { SERVER_MESSAGES as REPORTS } from '../../contract/reports.ts'
import { ada, ben, cleo } from '../people.ts'
import { testImage } from '../test-images.ts'
import { expectAccessible } from './accessible.ts'
import { arrive } from './account-steps.ts'
import { test } from './journey.ts'
import { chooseImage } from './post-steps.ts'
import { chooseOption, enterRoom, makeTeaRoom, messageSaying, pointAt, say } from './space-steps.ts'

test('a picture that was said in a room is reported, looked at and taken away', async ({
  page,
  server,
  openBrowser,
}) => {
  const { id } = await makeTeaRoom(server)
  const [bens, cleos] = [await openBrowser(), await openBrowser()]
  await bens.emulateMedia({ colorScheme: 'dark' })
  await enterRoom(bens, ben, id)
  await enterRoom(cleos, cleo, id)

  await chooseImage(cleos, { mimeType: 'image/png', buffer: await testImage(), name: 'rude.png' })
  await cleos.getByLabel('Describe the image (optional)').fill('A rude gesture')
  await say(cleos, 'For all of you')
  const seen = messageSaying(bens, 'For all').getByRole('img', { name: 'A rude gesture' })
  await expect(seen).toBeVisible()
  const address = await addressOf(seen)

  await (await pointAt(bens, 'For all')).getByRole('button', { name: 'What can be done' }).click()
  await bens.getByRole('button', { name: 'Report', exact: true }).click()
  const report = bens.getByRole('alertdialog', { name: 'Report this message by Cleo?' })
  await report.getByLabel('What is wrong?').selectOption({ label: 'It is unkind' })
  await expectAccessible(bens)
  await report.getByRole('button', { name: 'Report', exact: true }).click()
  await expect(bens.getByRole('status').getByText(REPORTS.thanks('Cleo'))).toBeVisible()

  await enterRoom(page, ada, id)
  await chooseOption(page, 'Options of Tea room', 'Reports')
  const reported = page.getByRole('listitem', { name: 'The message of Cleo' })
  await expect(reported.getByRole('img', { name: 'A rude gesture' })).toBeVisible()
  await expectAccessible(page)
  await reported.getByLabel('What Cleo will read').fill('Not at this table.')
  await reported.getByRole('button', { name: 'Remove it' }).click()
  await expect(page.getByText('Nothing waits to be looked at.')).toBeVisible()

  for (const there of [bens, cleos]) {
    await expect(there.getByRole('img', { name: 'A rude gesture' })).toBeHidden()
    await expect(messageSaying(there, 'For all')).toBeHidden()
  }
  expect((await fetch(address)).status).toBe(404)
  await cleos.getByRole('button', { name: 'Close' }).first().click()
  await cleos.getByRole('button', { name: /^Notifications/ }).click()
  await expect(cleos.getByText('Not at this table.')).toBeVisible()
})

test('a stranger asks with words alone, and shows and takes back a picture once let in', async ({
  page,
  server,
  openBrowser,
}) => {
  const { bensElsewhere, cleosElsewhere } = await makeTeaRoom(server)
  const cleos = await openBrowser()
  await arrive(page, ben)
  await arrive(cleos, cleo)

  const asked = { userIds: [cleosElsewhere.id] }
  const talk = (await bensElsewhere.call('POST', '/conversations', asked)) as { _id: string }
  await page.goto(`/messages/${talk._id}`)
  await expect(page.getByText(/^You are not friends/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add images' })).toBeHidden()
  await say(page, 'Is that your pot?')
  await expect(page.getByText(CONVERSATIONS.asked)).toBeVisible()

  await cleos.goto('/messages?box=requests')
  await cleos.getByRole('link', { name: /Is that your pot/ }).click()
  await cleos.getByRole('button', { name: 'Accept' }).click()
  await chooseImage(page, { mimeType: 'image/png', buffer: await testImage(), name: 'pot.png' })
  await page.getByLabel('Describe the image (optional)').fill('A pot')
  await say(page, 'This one')
  const seen = messageSaying(cleos, 'This one').getByRole('img', { name: 'A pot' })
  await expect(seen).toBeVisible()
  const address = await addressOf(seen)
  await expectAccessible(cleos)

  await (await pointAt(page, 'This one')).getByRole('button', { name: 'Delete message' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(messageSaying(cleos, 'This one')).toBeHidden()
  await expect(cleos.getByRole('img', { name: 'A pot' })).toBeHidden()
  expect((await fetch(address)).status).toBe(404)
})

/** Which of its addresses the browser took: it chooses after the picture has its place. */
async function addressOf(shown: Locator): Promise<string> {
  const read = () => shown.evaluate((image: HTMLImageElement) => image.currentSrc)
  await expect.poll(read).not.toBe('')
  return read()
}
