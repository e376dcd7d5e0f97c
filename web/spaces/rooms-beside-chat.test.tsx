import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ada, ben } from '../app/test-app.tsx'
import { FakeSocket } from '../platform/realtime/fake-socket.ts'
import {
  messagesReply,
  renderSpaces,
  resetSpaces,
  spaceNamed,
  spaceReply,
  summariesReply,
  summaryOf,
  withAda,
} from './test-spaces.tsx'

afterEach(resetSpaces)

const cleoId = '333333333333333'

it.each([
  [false, '2 here'],
  [true, 'Somebody here'],
])(
  'in a wide window my rooms and the people stand beside the chat, and one press changes the room (numbers unwanted: %j)',
  async (isQuiet, hereText) => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query.includes('1100px'),
      addEventListener() {},
      removeEventListener() {},
    }))
    const [den, attic] = [withAda(spaceNamed('The den')), withAda(spaceNamed('The attic'))]
    const replies = [den, attic].map((space) => ({
      [`GET /spaces/${space._id}`]: () => spaceReply(space),
      [`GET /spaces/${space._id}/messages`]: () => messagesReply([]),
    }))
    const lastMessage = {
      ...{ seq: 7, username: 'Ben', content: 'Up here!' },
      createdAt: '2026-11-20T12:00:00.000Z',
    }
    const viewer = { ...ada, quietNumbers: isQuiet }
    const { router } = renderSpaces(`/spaces/${den._id}`, {
      'GET /users/user': () => ({ status: 200, body: viewer }),
      ...Object.assign({}, ...replies),
      'GET /spaces/rooms': () =>
        summariesReply([
          summaryOf(den._id, { name: 'The den' }),
          summaryOf(attic._id, { name: 'The attic', isUnread: true, lastMessage }),
        ]),
    })
    const people = await screen.findByRole('complementary', { name: 'People and ambience' })
    expect(within(people).getByText('Ada')).toBeTruthy()
    const rooms = within(await screen.findByRole('navigation', { name: 'My rooms' }))
    const other = await rooms.findByRole('link', {
      name: /^The attic.*Ben: Up here!.*New messages/s,
    })
    await act(async () => FakeSocket.last.becomeReady())
    const userIds = [ada._id, ben._id, cleoId]
    await act(async () =>
      FakeSocket.last.receive({ type: 'presence', spaceId: attic._id, userIds }),
    )
    expect(within(other).getByText(hereText)).toBeTruthy()
    expect(rooms.getByRole('link', { current: 'page' }).textContent).toContain('The den')
    act(() => other.focus())
    fireEvent.click(other)
    expect(await screen.findByRole('dialog', { name: 'The attic' })).toBeTruthy()
    expect(router.state.location.pathname).toBe(`/spaces/${attic._id}`)
    expect(document.activeElement).toBe(other)
    const fold = await screen.findByRole('button', { name: 'About this space' })
    fireEvent.click(fold)
    expect(screen.queryByRole('complementary')).toBeNull()
    expect(localStorage.getItem('snug.about-space')).toBe('folded')
    fireEvent.click(fold)
    expect(localStorage.getItem('snug.about-space')).toBeNull()
  },
)
