import { expect } from '@playwright/test'
import { MESSAGES } from '../../contract/import.ts'
import { archiveWith, IMAGE, line } from '../made-archives.ts'
import { cleo } from '../people.ts'
import { arrive } from './account-steps.ts'
import { expectFine } from './fits-viewport.ts'
import { test } from './journey.ts'
import { join } from './members.ts'

test('what was made on another Snug is sent, read, shown and taken back', async ({
  page,
  server,
}) => {
  await join(server, cleo)
  await arrive(page, cleo)
  await page.goto('/profile/data')
  await expect(page.getByText('No archive was read yet.')).toBeVisible()
  const buffer = await archiveWith([line('Long ago', { images: [IMAGE] }), line('')])
  const zip = { name: 'snug-Cleo.zip', mimeType: 'application/zip', buffer }
  await page.getByLabel('Archive', { exact: true }).setInputFiles(zip)
  // Beside it, the notification of it may be read out.
  await expect(page.getByRole('main').getByText(MESSAGES.wasRead(1, 1))).toBeVisible()
  await page.getByText('Who you knew there (1)').click()
  await expectFine(page)
  const back = page.getByRole('button', { name: 'Take it back' })

  await page.goto('/')
  const card = page.getByRole('article').filter({ hasText: 'Long ago' })
  await expect(card.getByText('from Elsewhere')).toBeVisible()

  await page.goto('/profile/data')
  await back.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take it back' }).click()
  await expect(page.getByText(MESSAGES.takenBack)).toBeVisible()
})
