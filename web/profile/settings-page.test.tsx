import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderSettings, resetSettings } from './settings/test-settings.tsx'

afterEach(resetSettings)

const list = async () => within(await screen.findByRole('navigation', { name: 'Settings' }))

it.each([
  ['/profile', 'Profile Settings', /^Profile/],
  ['/profile/appearance', 'Appearance', /^Appearance/],
  ['/privacy', 'Privacy', /^Privacy/],
  ['/profile/security', 'Account safety', /^Account safety/],
  ['/profile/data', 'My data', /^My data/],
])('%s has a title of its own and is marked in the list', async (path, title, label) => {
  await renderSettings({ 'GET /users/sessions': () => ({ status: 200, body: [] }) }, path)
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
  expect(document.title).toMatch(`${title} · `)
  const links = (await list()).getAllByRole('link')
  expect(links).toHaveLength(5)
  const current = links.filter((link) => link.getAttribute('aria-current') === 'page')
  expect(current).toEqual([(await list()).getByRole('link', { name: label })])
})

it('leads from part to part, and back', async () => {
  const { router } = await renderSettings()
  fireEvent.click((await list()).getByRole('link', { name: /^Appearance/ }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Appearance' })).toBeTruthy()
  expect(screen.getByRole('group', { name: 'Theme' })).toBeTruthy()
  await router.navigate(-1)
  expect(await screen.findByRole('heading', { level: 1, name: 'Profile Settings' })).toBeTruthy()
})
