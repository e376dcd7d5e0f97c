import { expect } from '@playwright/test'
import { MESSAGES } from '../../contract/spaces.ts'
import { ada, ben } from '../people.ts'
import { tabPanel } from './dialog-steps.ts'
import { expectFine } from './fits-viewport.ts'
import { test } from './journey.ts'
import { arriveLive } from './live-steps.ts'
import { join, joinElsewhere } from './members.ts'
import { losePatience } from './patience.ts'
import { answer, messageSaying, openSpaces, say } from './space-steps.ts'

test('what cannot be a space is said at the field', async ({ page, server }) => {
  await join(server, ada)
  await arriveLive(page, ada)
  await openSpaces(page)
  await page.getByRole('button', { name: 'Create Space' }).click()
  const form = page.getByRole('dialog', { name: 'Create Space' })
  await form.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('n'.repeat(51))
  await form.getByRole('button', { name: 'More' }).click()
  await form.getByLabel('Max members').fill('101')
  await form.getByLabel('Sound address').fill('http://example.org/rain.mp3')
  await form.getByLabel('Art address').fill('javascript:alert(1)')
  await form.getByLabel('Accent colour', { exact: true }).fill('#12345')
  await form.getByRole('button', { name: 'Create', exact: true }).click()
  for (const [label, sentence] of [
    ['Name', MESSAGES.nameLong],
    ['Description', MESSAGES.descriptionMissing],
    ['Max members', MESSAGES.membersInvalid],
    ['Sound address', MESSAGES.urlInvalid],
    ['Art address', MESSAGES.urlInvalid],
    ['Accent colour', MESSAGES.colorInvalid],
  ] as const)
    await expect(
      form.locator('input, textarea').and(form.getByLabel(label, { exact: true })),
    ).toHaveAccessibleDescription(new RegExp(sentence.replaceAll('.', '\\.')))
  await expectFine(page)
  await form.getByRole('button', { name: 'Cancel' }).click()
  await answer(page, 'Discard what you changed?', 'Discard')
  await expect(form).toBeHidden()
  await expect(page.getByText(MESSAGES.noneFound)).toBeVisible()
})

test('who follows a link to a space joins, and reads what was said', async ({
  page,
  server,
  expects,
}) => {
  // The page asks for the messages before it knows whether they are theirs.
  expects(403)
  await join(server, ada)
  const bensSelf = await joinElsewhere(server, ben)
  const tea = { name: 'Tea room', vibe: 'social', description: 'Cups and pots' }
  const { _id: id } = (await bensSelf.call('POST', '/spaces', tea)) as { _id: string }
  await bensSelf.call('POST', `/spaces/${id}/messages`, { content: 'Who brings the cups?' })
  await arriveLive(page, ada)
  await losePatience(page)
  await page.goto(`/spaces/${id}`)
  await page.getByRole('button', { name: 'Join Tea room' }).click()
  await expect(messageSaying(page, 'Who brings the cups?')).toBeVisible()
  await say(page, 'I do')
  await expect(messageSaying(page, 'I do')).toBeVisible()
})

test('open spaces are found by name and by vibe, and joined at once', async ({ page, server }) => {
  await join(server, ada)
  const bensSelf = await joinElsewhere(server, ben)
  for (const [name, vibe] of [
    ['Night owls', 'reflective'],
    ['Morning runners', 'energetic'],
  ])
    await bensSelf.call('POST', '/spaces', { name, vibe, description: `For ${name}` })
  await arriveLive(page, ada)
  await openSpaces(page)
  const cards = tabPanel(page).getByRole('article')
  await expect(cards).toHaveCount(2)
  await expectFine(page)
  await page.getByLabel('Filter by vibe').selectOption('reflective')
  await expect(cards).toHaveText([/Night owls/])
  await page.getByLabel('Filter by vibe').selectOption('')
  await page.getByRole('searchbox', { name: 'Search spaces' }).fill('RUNN')
  await expect(cards).toHaveText([/Morning runners/])
  await page.getByRole('button', { name: 'Join Morning runners' }).click()
  // Joining opens it.
  await expect(page.getByText(MESSAGES.noMessages)).toBeVisible()
  await expectFine(page)
})
