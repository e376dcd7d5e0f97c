import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { notificationBy } from '../notifications/test-notifications.ts'
import { LIST, NONE, WAITING } from '../notifications/test-panel.tsx'
import { FakeSocket } from '../platform/realtime/fake-socket.ts'
import { renderChat } from '../spaces/messages/test-chat.tsx'
import { renderSpaces, resetSpaces } from '../spaces/test-spaces.tsx'
import { ben } from './test-app.tsx'

afterEach(resetSpaces)

const WORDS = 'New notification: Ben commented on your post'

async function hear() {
  await act(async () => FakeSocket.last.becomeReady())
  const notification = notificationBy(ben, 'comment')
  await act(async () => FakeSocket.last.receive({ type: 'notification', notification }))
}

describe('a new notification', () => {
  it('is said while a room hides the rest of the page', async () => {
    await renderChat([])
    await hear()
    expect(document.querySelector('main')?.closest('[aria-hidden]')).toBeTruthy()
    const words = screen.getByText(WORDS)
    expect(words.closest('[aria-hidden]')).toBeNull()
    expect(words.closest('[aria-live="polite"]')).toBeTruthy()
  })

  it('is said once while their list is open', async () => {
    renderSpaces('/no/such/place', { [LIST]: () => NONE, [WAITING]: () => NONE })
    const [bell] = await screen.findAllByRole('button', { name: /^Notifications/ })
    fireEvent.click(bell as HTMLElement)
    await screen.findByRole('dialog', { name: 'Notifications' })
    await hear()
    expect(screen.getAllByText(WORDS)).toHaveLength(1)
  })
})
