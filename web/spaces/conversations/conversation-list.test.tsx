import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { conversationPage } from '../../../contract/conversations.ts'
import { FIRST_POLL_AFTER_MS } from '../../../contract/notifications.ts'
import { ben } from '../../app/test-app.tsx'
import { errorReply, type Reply } from '../../platform/fake-server.ts'
import { FakeSocket } from '../../platform/realtime/fake-socket.ts'
import { authorOf, messageBy, renderSpaces, resetSpaces } from '../test-spaces.tsx'
import { base, cleo, LIST, page, reply, talk } from './test-conversations.tsx'

afterEach(() => {
  vi.useRealTimers()
  resetSpaces()
})

describe('something new', () => {
  it('is shown as the server says when it is connected to, and is not asked for', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { server } = renderSpaces('/messages', base(talk()))
    // Who counts is drawn by then.
    await screen.findByRole('heading', { level: 1, name: 'Messages' })
    await waitFor(() => expect(FakeSocket.opened).toHaveLength(1))
    act(() => {
      FakeSocket.last.open()
      FakeSocket.last.receive({ type: 'ready', unreadCount: 0, unreadConversations: 2 })
    })
    expect(await screen.findByText('Messages, 2 with something new')).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(2 * FIRST_POLL_AFTER_MS))
    expect(server.count('GET /conversations/count')).toBe(0)
  })
})

describe('the list of messages', () => {
  it('follows what is deleted elsewhere, and the number of what is new with it', async () => {
    const lastMessage = {
      ...{ seq: 1, username: 'Ben', content: 'Tea?' },
      createdAt: '2026-11-20T12:00:00.000Z',
    }
    let isDeleted = false
    renderSpaces('/messages', {
      ...base(talk()),
      [LIST]: () => page([isDeleted ? talk() : talk({ isUnread: true, lastMessage })]),
      'GET /conversations/count': () => reply({ unread: isDeleted ? 0 : 1 }),
    })
    await screen.findByRole('link', { name: /Ben.*Tea\?.*New messages/ })
    await act(async () => {
      FakeSocket.last.open()
      FakeSocket.last.receive({ type: 'ready', unreadCount: 0, unreadConversations: 1 })
    })
    await screen.findByText('Messages, 1 with something new')
    isDeleted = true
    const message = { ...messageBy(ben, 1, { content: '' }), isDeleted: true }
    await act(async () => {
      FakeSocket.last.receive({ type: 'conversation_changed', spaceId: '901' })
      FakeSocket.last.receive({ type: 'message_changed', spaceId: '901', message })
    })
    await waitFor(() => {
      expect(screen.queryByText('Tea?')).toBeNull()
      expect(screen.queryByText('Messages, 1 with something new')).toBeNull()
    })
  })

  it('leads to a conversation, to requests and to whom one can write', async () => {
    const request = talk({ _id: '902', people: [authorOf(cleo)], state: 'request' })
    const lastMessage = {
      ...{ seq: 1, username: 'Ben', content: 'Tea?' },
      createdAt: '2026-11-20T12:00:00.000Z',
    }
    let friends: Reply = { status: 503, body: {} }
    const { server } = renderSpaces('/messages', {
      ...base(talk({ isUnread: true, lastMessage })),
      [LIST]: () => page([talk({ isUnread: true, lastMessage })], true),
      'GET /conversations?box=requests': () => page([request], true),
      'GET /users/friends': () => friends,
      'POST /conversations': () => reply(talk()),
      'PUT /conversations/settings': ({ body }) => reply(body as object),
    })
    const link = await screen.findByRole('link', { name: /Ben.*Tea\?.*New messages/ })
    expect(link.getAttribute('href')).toBe('/messages/901')
    fireEvent.change(screen.getByRole('combobox', { name: 'Who can write to me' }), {
      target: { value: 'friends' },
    })
    await waitFor(() =>
      expect(server.bodies('PUT /conversations/settings')).toEqual([{ from: 'friends' }]),
    )
    fireEvent.click(screen.getByRole('button', { name: 'Requests' }))
    expect(await screen.findByRole('link', { name: /Cleo/ })).toBeTruthy()

    fireEvent.click(screen.getByRole('button', { name: 'New message' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New message' }))
    await dialog.findByText('Your friends could not be loaded.')
    friends = reply([{ ...authorOf(ben), aboutMe: '' }])
    fireEvent.click(dialog.getByRole('button', { name: 'Try again' }))
    fireEvent.click(await dialog.findByRole('checkbox', { name: 'Ben' }))
    fireEvent.click(dialog.getByRole('button', { name: 'Write' }))
    expect(await screen.findByRole('log', { name: 'Messages' })).toBeTruthy()
    expect(server.bodies('POST /conversations')).toEqual([{ userIds: [ben._id] }])
  })

  it('offers friends by the beginnings of the words of their names and of what they say', async () => {
    const friends = [
      { ...authorOf(ben), aboutMe: 'Bakes bread.' },
      { ...authorOf(cleo), username: 'Cleo_Émile', aboutMe: '' },
    ]
    renderSpaces('/messages', { ...base(talk()), 'GET /users/friends': () => reply(friends) })
    fireEvent.click(await screen.findByRole('button', { name: 'New message' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New message' }))
    const search = await dialog.findByRole('searchbox', { name: 'Search friends' })
    await dialog.findByRole('checkbox', { name: 'Ben' })
    const offered = () => dialog.queryAllByRole('checkbox').length
    for (const [typed, count] of [
      ['emi', 1],
      ['bread bakes', 1],
      ['BE', 1],
      ['en', 0],
      ['', 2],
    ] as const) {
      fireEvent.change(search, { target: { value: typed } })
      expect([typed, offered()]).toEqual([typed, count])
    }
  })

  it('is searched by people and titles where there are many', async () => {
    const pairs = ['Dora', 'Émile', 'Finn', 'Greta'].map((username, index) =>
      talk({ _id: `91${index}`, people: [{ ...authorOf(cleo), username }] }),
    )
    const group = talk({
      ...{ _id: '920', isPair: false, title: 'Tea House' },
      people: [authorOf(ben), authorOf(cleo)],
    })
    renderSpaces('/messages', { ...base(talk()), [LIST]: () => page([talk(), ...pairs, group]) })
    const search = await screen.findByRole('searchbox', { name: 'Find people and groups' })
    const list = screen.getByRole('list', { name: 'Messages' })
    const found = () => within(list).queryAllByRole('link').length
    expect(found()).toBe(6)
    for (const [typed, count] of [
      ['emi', 1],
      ['cleo', 1],
      ['house', 1],
      ['be', 2],
      ['nobody', 0],
    ] as const) {
      fireEvent.change(search, { target: { value: typed } })
      expect([typed, found()]).toEqual([typed, count])
    }
    const said = screen.getByText('Nobody by that name.')
    expect(said.getAttribute('role')).toBe('status')
    // It is there before it has words: not displayed, it would not be read when they come.
    expect(said.className).not.toContain('hidden')
    fireEvent.click(screen.getByRole('button', { name: 'Clear search' }))
    expect(found()).toBe(6)
    // On a phone the friends' place of the bar is where one is.
    const bars = screen.getAllByRole('navigation', { name: 'Main' })
    const marked = bars.flatMap((bar) =>
      within(bar)
        .getAllByRole('link')
        .filter((link) => link.getAttribute('aria-current') === 'page'),
    )
    expect(marked.map((link) => link.textContent)).toEqual(['Friends'])
  })

  it('says so where there are more that could not be loaded, and tries again', async () => {
    const more = { hasMore: true, hasRequests: false }
    let next: Reply = errorReply(503, 'unavailable', '')
    renderSpaces('/messages', {
      ...base(talk()),
      [LIST]: () => reply(conversationPage.parse({ ...more, conversations: [talk()] })),
      [`${LIST}&before=901`]: () => next,
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Show more' }))
    expect((await screen.findByRole('alert')).textContent).toBe('The messages could not be loaded.')
    next = page([talk({ _id: '902', people: [authorOf(cleo)] })])
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    const first = await screen.findByRole('link', { name: /Cleo/ })
    expect(screen.queryByRole('alert')).toBeNull()
    // Reading goes on there.
    await waitFor(() => expect(document.activeElement).toBe(first))
  })
})
