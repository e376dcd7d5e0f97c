import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { type Room, roomList } from '../../contract/rooms.ts'
import { DEFAULT_PALETTE } from '../../contract/spaces.ts'
import { ada, ben } from '../app/test-app.tsx'
import type { Reply } from '../platform/fake-server.ts'
import { FakeSocket } from '../platform/realtime/fake-socket.ts'
import { MINE, messageBy, renderSpaces, resetSpaces, spaceListReply } from './test-spaces.tsx'

afterEach(resetSpaces)

const cleoId = '333333333333333'
const room = (id: string, more: Partial<Room> = {}): Room => ({
  _id: id,
  name: `Room ${id}`,
  colorPalette: DEFAULT_PALETTE,
  vibe: 'chill',
  isUnread: false,
  lastMessage: null,
  ...more,
})
const roomsReply = (rooms: Room[]): Reply => ({
  status: 200,
  body: roomList.parse({ rooms, folded: [cleoId] }),
})

const hear = (user: typeof ben, seq: number) =>
  act(async () =>
    FakeSocket.last.receive({
      type: 'message_created',
      spaceId: '102',
      message: messageBy(user, seq),
    }),
  )

async function spacesLinks() {
  const bars = await screen.findAllByRole('navigation', { name: 'Main' })
  return bars.map((bar) => within(bar).getByRole('link', { name: /^Spaces/ }).textContent)
}

describe('a message said in a room', () => {
  it('makes a sign at the bars and in the title, unless it is one’s own or folded away', async () => {
    const { server } = renderSpaces('/friends', {
      [MINE]: () => spaceListReply([]),
      'GET /spaces/rooms': () => roomsReply([room('101'), room('102')]),
    })
    await waitFor(() => expect(server.count('GET /spaces/rooms')).toBe(1), { timeout: 10_000 })
    await act(async () => FakeSocket.last.becomeReady())
    expect(await spacesLinks()).toEqual(['Spaces', 'Spaces'])
    const cleo = { ...ben, _id: cleoId, username: 'Cleo' }
    await hear(ada, 1)
    await hear(cleo, 2)
    expect(await spacesLinks()).toEqual(['Spaces', 'Spaces'])
    await hear(ben, 3)
    expect(await spacesLinks()).toEqual(['Spaces, new messages', 'Spaces, new messages'])
    await waitFor(() => expect(document.title).toMatch(/^• /))
    expect(server.count('GET /spaces/rooms')).toBe(1)
  })
})
