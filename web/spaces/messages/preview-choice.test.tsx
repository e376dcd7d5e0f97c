import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ada } from '../../app/test-app.tsx'
import { wipeDraftsOf } from '../../platform/drafts.ts'
import { resetSpaces, type } from '../test-spaces.tsx'
import { renderChat } from './test-chat.tsx'

afterEach(async () => {
  await wipeDraftsOf(() => true)
  await resetSpaces()
})

const asked = () => screen.queryByText('With a preview of tea.example')

it('a preview is offered, but where no link shows where it leads', async () => {
  const user = { ...ada, hasLinkCards: true }
  const replies = { 'GET /users/user': () => ({ status: 200, body: user }) }
  const { unmount } = await renderChat([], replies)
  await type('Message', 'Look: https://tea.example/pot')
  await waitFor(() => expect(asked()).toBeTruthy())
  unmount()
  user.hasLinkCards = false
  await renderChat([], replies)
  await type('Message', 'Look: https://tea.example/pots')
  expect(asked()).toBeNull()
})
