import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  type Conversation,
  conversation,
  conversationPage,
  MESSAGES,
} from '../../../contract/conversations.ts'
import { FIRST_POLL_AFTER_MS } from '../../../contract/notifications.ts'
import type { ServerEvent } from '../../../contract/realtime.ts'
import { ada, ben } from '../../app/test-app.tsx'
import { errorReply, type Reply } from '../../platform/fake-server.ts'
import { FakeSocket } from '../../platform/realtime/fake-socket.ts'
import { focusRow, log, words, write } from '../messages/test-chat.tsx'
import { authorOf, messageBy, messagesReply, renderSpaces, resetSpaces } from '../test-spaces.tsx'

afterEach(() => {
  vi.useRealTimers()
  resetSpaces()
})

const cleo = { ...ben, _id: '333333333333333', username: 'Cleo' }
const talk = (more: Partial<Conversation> = {}): Conversation =>
  conversation.parse({
    ...{ _id: '901', isPair: true, title: '', people: [authorOf(ben)], state: 'open' },
    ...{ isUnread: false, mute: null, lastMessage: null, lastReadSeq: 0, lastSeq: 0, ...more },
  })
const reply = (body: object): Reply => ({ status: 200, body })
const page = (conversations: Conversation[], hasRequests = false): Reply =>
  reply(conversationPage.parse({ conversations, hasMore: false, hasRequests }))
const LIST = 'GET /conversations?box=conversations'
const base = (one: Conversation) => ({
  [LIST]: () => page([one]),
  'GET /conversations/901': () => reply(one),
  'GET /conversations/settings': () => reply({ from: 'knock' }),
  'GET /conversations/count': () => reply({ unread: 0 }),
  'GET /spaces/901/messages': () => messagesReply([messageBy(ben, 1, { content: 'Tea?' })]),
  'GET /spaces/901/folds': () => reply({ blocked: [], hidden: [] }),
  'PUT /spaces/901/read': () => reply({ lastReadSeq: 1 }),
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

it('an administrator reports what is said in a conversation, and does not remove it', async () => {
  renderSpaces('/messages/901', base(talk()))
  const beside = await focusRow('Tea?')
  fireEvent.click(beside.getByRole('button', { name: 'What can be done' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Message actions' }))
  expect(sheet.getByRole('button', { name: /^Report/ })).toBeTruthy()
  expect(sheet.queryByRole('button', { name: 'Remove message' })).toBeNull()
})

it('what is read in a conversation is told at once, so that the bars count no talk that is open', async () => {
  const { server } = renderSpaces('/messages/901', {
    ...base(talk({ lastReadSeq: 1, lastSeq: 1 })),
    'GET /spaces/901/messages?after=1': () => messagesReply([]),
  })
  await waitFor(() => expect(words()).toEqual(['Tea?']))
  await act(async () => FakeSocket.last.becomeReady())
  for (const seq of [2, 3]) {
    const message = messageBy(ben, seq)
    await act(async () =>
      FakeSocket.last.receive({ type: 'message_created', spaceId: '901', message }),
    )
    await screen.findByText(`Message ${seq}`)
  }
  await waitFor(
    () => expect(server.bodies('PUT /spaces/901/read')).toEqual([{ seq: 2 }, { seq: 3 }]),
    { timeout: 500 },
  )
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
    expect(screen.getByText('Nobody by that name.').getAttribute('role')).toBe('status')
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
    expect(await screen.findByRole('link', { name: /Cleo/ })).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('an open conversation', () => {
  it('is written in as a space is, and says who was taken in', async () => {
    const added = messageBy(ben, 2, { content: '', added: authorOf(cleo) })
    const { server } = renderSpaces('/messages/901', {
      ...base(talk({ isPair: false, title: 'Tea', people: [authorOf(ben), authorOf(cleo)] })),
      'GET /spaces/901/messages': () =>
        messagesReply([messageBy(ben, 1, { content: 'Tea?' }), added]),
      'POST /spaces/901/messages': () => ({
        status: 201,
        body: messageBy(ada, 3, { content: 'Yes' }),
      }),
    })
    expect(await screen.findByRole('dialog', { name: 'Tea' })).toBeTruthy()
    await within(log()).findByText('Ben added Cleo. Cleo sees what is written from now on.')
    await write('Yes')
    await waitFor(() => expect(server.count('POST /spaces/901/messages')).toBe(1))
    expect(words()).toContain('Tea?')
    fireEvent.click(screen.getByRole('button', { name: 'Options for Tea' }))
    for (const name of ['Add a friend…', 'Rename…', 'Leave…'])
      expect(await screen.findByRole('menuitem', { name })).toBeTruthy()
  })

  it('is accepted or put away where it is a request, and only read where it is closed', async () => {
    let now = talk({ state: 'request' })
    const { server } = renderSpaces('/messages/901', {
      ...base(now),
      'GET /conversations/901': () => reply(now),
      'POST /conversations/901/accept': () => {
        now = talk()
        return reply(now)
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Accept' }))
    const field = await screen.findByRole('textbox', { name: 'Message' })
    await waitFor(() => expect(document.activeElement).toBe(field))
    expect(server.count('POST /conversations/901/accept')).toBe(1)
    now = talk({ state: 'closed' })
    await act(async () => {
      FakeSocket.last.becomeReady()
      FakeSocket.last.receive({ type: 'conversation_changed', spaceId: '901' })
    })
    expect(await screen.findByText(MESSAGES.cannotWrite)).toBeTruthy()
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull()
  })

  it('shows who is there from the moment that it is open, and nobody once it is closed', async () => {
    let now = talk({ state: 'request' })
    renderSpaces('/messages/901', {
      ...base(now),
      'GET /conversations/901': () => reply(now),
      'POST /conversations/901/accept': () => {
        now = talk()
        return reply(now)
      },
    })
    const accept = await screen.findByRole('button', { name: 'Accept' })
    await act(async () => FakeSocket.last.becomeReady())
    const placesSent = () =>
      FakeSocket.last.sent.flatMap((sent) => (sent.type === 'be_in_spaces' ? [sent.spaceIds] : []))
    const tell = (event: ServerEvent) => act(async () => FakeSocket.last.receive(event))
    const change = () => tell({ type: 'conversation_changed', spaceId: '901' })
    expect(placesSent()).toEqual([])
    fireEvent.click(accept)
    await waitFor(() => expect(placesSent()).toEqual([['901']]))
    await tell({ type: 'presence', spaceId: '901', userIds: [ada._id, ben._id] })
    expect(await screen.findByText('Here now')).toBeTruthy()
    now = talk({ state: 'closed' })
    await change()
    await screen.findByText(MESSAGES.cannotWrite)
    await waitFor(() => expect(placesSent()).toEqual([['901'], []]))
    expect(screen.queryByText('Here now')).toBeNull()
    now = talk()
    await change()
    await waitFor(() => expect(placesSent()).toEqual([['901'], [], ['901']]))
    expect(screen.queryByText('Here now')).toBeNull()
  })

  it('takes words alone where they are a request, and says so of a picture that is dropped', async () => {
    renderSpaces('/messages/901', base(talk({ state: 'may_ask' })))
    await screen.findByRole('textbox', { name: 'Message' })
    expect(screen.queryByRole('button', { name: 'Add images' })).toBeNull()
    const files = [new File(['x'], 'pot.png', { type: 'image/png' })]
    fireEvent.drop(window, { dataTransfer: { types: ['Files'], files } })
    expect((await screen.findByRole('alert')).textContent).toBe(MESSAGES.wordsFirst)
    expect(screen.queryByLabelText('Describe the image (optional)')).toBeNull()
  })
})
