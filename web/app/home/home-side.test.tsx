import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { messageReply } from '../../platform/fake-server.ts'
import { button, renderHome, resetHome } from '../../posts/test-home.tsx'
import { ben } from '../test-app.tsx'

afterEach(resetHome)

it('keeps the focus at the requests while there are any, and then at the top of the page', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('width'),
    addEventListener() {},
    removeEventListener() {},
  }))
  const { _id, username, userNumber } = ben
  const person = { _id, username, userNumber, aboutMe: '', profilePhoto: null }
  const cleo = { ...person, _id: '78', username: 'Cleo', userNumber: 3 }
  renderHome({
    'GET /users/friend-requests': () => ({ status: 200, body: [person, cleo] }),
    'GET /spaces/rooms': () => ({ status: 200, body: { rooms: [], seq: 0 } }),
    [`POST /users/friend-request/${_id}/accept`]: () => messageReply('Friends.'),
    'POST /users/friend-request/78/reject': () => messageReply('Declined.'),
  })
  const press = async (name: string) => {
    const pressed = await button(name)
    pressed.focus()
    fireEvent.click(pressed)
    await waitFor(() => expect(pressed.isConnected).toBe(false))
  }
  await press('Accept Ben')
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Friend requests' }))
  await press('Decline Cleo')
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Home' }))
})
