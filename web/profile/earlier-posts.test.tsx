import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { MESSAGES } from '../../contract/profile.ts'
import { errorReply, type FakeRequest } from '../platform/fake-server.ts'
import { button, ok, press, renderSettings, resetSettings } from './settings/test-settings.tsx'

afterEach(resetSettings)

async function open(earlierPosts: number, path: string) {
  const sent: unknown[] = []
  let isPrivate = true
  const set = (heard: FakeRequest) => {
    sent.push(heard.body)
    isPrivate = (heard.body as { isPrivate: boolean }).isPrivate
    return ok({ isPrivate })()
  }
  await renderSettings(
    {
      'GET /users/privacy': () => ok({ isPrivate, earlierPosts })(),
      'PUT /users/privacy': set,
    },
    path,
  )
  return sent
}

it('asks on the panel what becomes of posts written in private, and names their number', async () => {
  const sent = await open(12, '/privacy')
  await press('Public')
  const dialog = await screen.findByRole('dialog', { name: 'Make your profile public?' })
  expect(dialog.textContent).toContain('You wrote 12 posts while your profile was private.')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Keep them with my friends' }))
  expect(await screen.findByText('Profile is now public')).toBeTruthy()
  expect(sent).toEqual([{ isPrivate: false, keepEarlier: true }])
})

it('asks the same in the settings, and may show them to everyone or let it be', async () => {
  const sent = await open(1, '/profile')
  const box = () => screen.findByLabelText<HTMLInputElement>(/^Make my profile private/)
  fireEvent.click(await box())
  await press('Close')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await box()).checked).toBe(true)
  expect(sent).toEqual([])
  fireEvent.click(await box())
  fireEvent.click(await button('Show them to everyone'))
  expect(await screen.findByText('Profile is now public')).toBeTruthy()
  expect(sent).toEqual([{ isPrivate: false }])
})

it('does not ask where there are none', async () => {
  const sent = await open(0, '/privacy')
  await press('Public')
  expect(await screen.findByText('Profile is now public')).toBeTruthy()
  expect(sent).toEqual([{ isPrivate: false }])
})

it.each([
  ['on the panel in its own sentence', '/privacy', 'Public', MESSAGES.privacyFailed],
  ['in the settings in that of the server', '/profile', /^Make my profile/, 'Not now.'],
])('tells %s that their number could not be had', async (_, path, choice, sentence) => {
  let isRefused = false
  const privacy = ok({ isPrivate: true, earlierPosts: 12 })
  const refusal = errorReply(500, 'internal_error', 'Not now.')
  const { server } = await renderSettings(
    { 'GET /users/privacy': () => (isRefused ? refusal : privacy()) },
    path,
  )
  const role = path === '/privacy' ? 'button' : 'checkbox'
  const open = await screen.findByRole(role, { name: choice })
  isRefused = true
  fireEvent.click(open)
  expect((await screen.findByRole('alert')).textContent).toContain(sentence)
  expect(server.count('PUT /users/privacy')).toBe(0)
})
