import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { SpaceMessage } from '../../contract/space-messages.ts'
import { block, unblock } from '../app/safety/api.ts'
import { ada, ben } from '../app/test-app.tsx'
import { deferredReply } from '../platform/fake-server.ts'
import { FakeSocket } from '../platform/realtime/fake-socket.ts'
import { spaceSummariesOptions } from './space-summaries.ts'
import {
  MINE,
  messageBy,
  renderSpaces,
  resetSpaces,
  spaceListReply,
  summariesReply,
  summaryOf,
} from './test-spaces.tsx'

afterEach(resetSpaces)

const cleoId = '333333333333333'
const hear = (user: typeof ben, seq: number, more: Partial<SpaceMessage> = {}) =>
  act(async () =>
    FakeSocket.last.receive({
      type: 'message_created',
      spaceId: '102',
      message: messageBy(user, seq, more),
    }),
  )

async function spacesLinks() {
  const bars = await screen.findAllByRole('navigation', { name: 'Main' })
  const links = bars.map((bar) => within(bar).getByRole('link', { name: /^Spaces/ }))
  return links.map((link) => link.ariaLabel ?? link.textContent)
}

describe('a message said in a room', () => {
  it('makes a sign at the bars and in the title, unless it is one’s own or folded away', async () => {
    const { server } = renderSpaces('/friends', {
      [MINE]: () => spaceListReply([]),
      'GET /spaces/rooms': () => summariesReply([summaryOf('101'), summaryOf('102')], [cleoId]),
    })
    await waitFor(() => expect(server.count('GET /spaces/rooms')).toBe(1))
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

  it('makes a sign in the title in a conversation as well, until that is read', async () => {
    let unread = 0
    renderSpaces('/friends', {
      'GET /spaces/rooms': () => summariesReply([summaryOf('101')]),
      'GET /conversations/count': () => ({ status: 200, body: { unread } }),
    })
    await spacesLinks()
    await waitFor(() => expect(FakeSocket.opened).toHaveLength(1))
    const changed = () =>
      act(async () => FakeSocket.last.receive({ type: 'conversation_changed', spaceId: '901' }))
    await act(async () => FakeSocket.last.becomeReady())
    await waitFor(() => expect(document.title).toMatch(/^Friends/))
    unread = 1
    await changed()
    await waitFor(() => expect(document.title).toMatch(/^• /))
    unread = 0
    await changed()
    await waitFor(() => expect(document.title).not.toMatch(/^•/))
  })

  it('makes it no longer once it was read elsewhere, or answered, and nothing is asked for that', async () => {
    const { server } = renderSpaces('/friends', {
      [MINE]: () => spaceListReply([]),
      'GET /spaces/rooms': () => summariesReply([summaryOf('101'), summaryOf('102')]),
    })
    await waitFor(() => expect(server.count('GET /spaces/rooms')).toBe(1))
    await act(async () => FakeSocket.last.becomeReady())
    const readUntil = (seq: number) =>
      act(async () => FakeSocket.last.receive({ type: 'space_read', spaceId: '102', seq }))
    const isMarked = async () => (await spacesLinks())[0] === 'Spaces, new messages'
    await hear(ben, 3)
    await hear(ben, 4)
    await readUntil(3)
    expect(await isMarked()).toBe(true)
    await readUntil(4)
    expect(await isMarked()).toBe(false)
    await hear(ben, 5)
    expect(await isMarked()).toBe(true)
    await hear(ada, 6)
    expect(await isMarked()).toBe(false)
    expect(server.count('GET /spaces/rooms')).toBe(1)
  })

  it('makes its sign, too, while the list that does not know of it is on its way', async () => {
    const rooms = deferredReply()
    const { server } = renderSpaces('/friends', {
      [MINE]: () => spaceListReply([]),
      'GET /spaces/rooms': rooms.reply,
    })
    await waitFor(() => expect(server.count('GET /spaces/rooms')).toBe(1))
    await act(async () => FakeSocket.last.becomeReady())
    await hear(ben, 3)
    expect(await spacesLinks()).toEqual(['Spaces', 'Spaces'])
    await act(async () => rooms.answer(summariesReply([summaryOf('101'), summaryOf('102')])))
    await waitFor(async () =>
      expect(await spacesLinks()).toEqual(['Spaces, new messages', 'Spaces, new messages']),
    )
  })

  it('makes none where the list knows of it, and that it was seen', async () => {
    const rooms = deferredReply()
    const { server } = renderSpaces('/friends', {
      [MINE]: () => spaceListReply([]),
      'GET /spaces/rooms': rooms.reply,
    })
    await waitFor(() => expect(server.count('GET /spaces/rooms')).toBe(1))
    await act(async () => FakeSocket.last.becomeReady())
    await hear(ben, 3)
    const lastMessage = {
      ...{ seq: 3, username: 'Ben', content: 'Seen in another tab' },
      createdAt: '2026-11-20T12:00:00.000Z',
    }
    await act(async () =>
      rooms.answer(summariesReply([summaryOf('102', { lastMessage }), summaryOf('101')])),
    )
    expect(await spacesLinks()).toEqual(['Spaces', 'Spaces'])
    await hear(ben, 4)
    await waitFor(async () =>
      expect(await spacesLinks()).toEqual(['Spaces, new messages', 'Spaces, new messages']),
    )
  })
})

describe('whose words are folded away', () => {
  const lastMessage = {
    ...{ seq: 3, username: 'Ben', content: 'Nobody asked you' },
    createdAt: '2026-11-20T12:00:00.000Z',
  }
  async function open() {
    const unread = { isUnread: true, lastMessage }
    let rooms = [summaryOf('102', unread)]
    const view = renderSpaces('/friends', {
      [MINE]: () => spaceListReply([]),
      'GET /spaces/rooms': () => summariesReply(rooms),
      [`PUT /users/${ben._id}/block`]: () => ({ status: 204 }),
      [`DELETE /users/${ben._id}/block`]: () => ({ status: 204 }),
    })
    await waitFor(async () =>
      expect(await spacesLinks()).toEqual(['Spaces, new messages', 'Spaces, new messages']),
    )
    return {
      ...view,
      fold() {
        rooms = [summaryOf('102')]
      },
      unfold() {
        rooms = [summaryOf('102', unread)]
      },
    }
  }

  it('is read again where the server tells of a block', async () => {
    const { fold } = await open()
    await act(async () => FakeSocket.last.becomeReady())
    fold()
    await act(async () => FakeSocket.last.receive({ type: 'friends_changed', memberId: ben._id }))
    await waitFor(async () => expect(await spacesLinks()).toEqual(['Spaces', 'Spaces']))
  })

  it('is read again where the member blocks somebody, and lifts it', async () => {
    const { queryClient, fold, unfold } = await open()
    fold()
    await act(() => block(queryClient, ben._id))
    await waitFor(async () => expect(await spacesLinks()).toEqual(['Spaces', 'Spaces']))
    unfold()
    await act(() => unblock(queryClient, ben._id))
    await waitFor(async () =>
      expect(await spacesLinks()).toEqual(['Spaces, new messages', 'Spaces, new messages']),
    )
  })
})

it('a message without words stands in the list as the server tells of it', async () => {
  const { queryClient } = renderSpaces('/friends', {
    [MINE]: () => spaceListReply([]),
    'GET /spaces/rooms': () => summariesReply([summaryOf('102')]),
  })
  const lastLine = () =>
    queryClient.getQueryData(spaceSummariesOptions.queryKey)?.rooms[0]?.lastMessage
  await waitFor(() => expect(lastLine()).toBeNull())
  await act(async () => FakeSocket.last.becomeReady())
  const image = { width: 64, height: 48, placeholder: '', alt: '', sources: [] }
  await hear(ben, 3, { content: '', images: [image, image] })
  expect(lastLine()?.content).toBe('2 photos')
  await hear(ben, 4, { content: '', postId: '500' })
  expect(lastLine()?.content).toBe('Shared a post')
})

it.each(['/friends', '/spaces'])(
  'a room that is called otherwise is so in the list, and many changes are one read: at %s',
  async (path) => {
    let rooms = [summaryOf('101')]
    const { server, queryClient } = renderSpaces(path, {
      [MINE]: () => spaceListReply([]),
      'GET /spaces/rooms': () => summariesReply(rooms),
    })
    const names = () =>
      queryClient.getQueryData(spaceSummariesOptions.queryKey)?.rooms.map(({ name }) => name)
    await waitFor(() => expect(names()).toEqual(['Room 101']))
    await act(async () => FakeSocket.last.becomeReady())
    const before = server.count('GET /spaces/rooms')
    rooms = [summaryOf('101', { name: 'The cellar' })]
    await act(async () => {
      for (let change = 0; change < 3; change++)
        FakeSocket.last.receive({ type: 'space_changed', spaceId: '101' })
    })
    await waitFor(() => expect(names()).toEqual(['The cellar']))
    expect(server.count('GET /spaces/rooms') - before).toBe(1)
  },
)
