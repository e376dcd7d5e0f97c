import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { MESSAGES } from '../../../contract/conversations.ts'
import type { ServerEvent } from '../../../contract/realtime.ts'
import { ada, ben } from '../../app/test-app.tsx'
import { FakeSocket } from '../../platform/realtime/fake-socket.ts'
import { focusRow, log, words, write } from '../messages/test-chat.tsx'
import { authorOf, messageBy, messagesReply, renderSpaces, resetSpaces } from '../test-spaces.tsx'
import { base, cleo, reply, talk } from './test-conversations.tsx'

afterEach(resetSpaces)

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

describe('an open conversation', () => {
  it('is written in as a space is, and says who was taken in', async () => {
    const added = messageBy(ben, 2, { content: '', added: authorOf(cleo) })
    const { server } = renderSpaces('/messages/901', {
      ...base(talk({ isPair: false, title: 'Tea', people: [authorOf(ben), authorOf(cleo)] })),
      'GET /users/friends': () =>
        reply([{ ...authorOf(ada), _id: '77', username: 'Dan', aboutMe: '' }]),
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
    fireEvent.click(screen.getByRole('menuitem', { name: 'Add a friend…' }))
    // One alone is added: to choose another gives up the first.
    expect(await screen.findByRole('radio', { name: 'Dan' })).toBeTruthy()
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  it('leads from the empty field to what was said last, not to whom one took in since', async () => {
    renderSpaces('/messages/901', {
      ...base(talk({ isPair: false, title: 'Tea', people: [authorOf(ben), authorOf(cleo)] })),
      'GET /spaces/901/messages': () =>
        messagesReply([
          messageBy(ada, 1, { content: 'Helo all' }),
          messageBy(ada, 2, { content: '', added: authorOf(cleo) }),
        ]),
    })
    await screen.findByText('Helo all')
    fireEvent.keyDown(await screen.findByLabelText('Message'), { key: 'ArrowUp' })
    const editor = await screen.findByLabelText<HTMLTextAreaElement>('Edit message')
    expect(editor.value).toBe('Helo all')
  })

  it('is left by who is alone in it, which deletes it, and by nobody else of two', async () => {
    let now = talk()
    const { server } = renderSpaces('/messages/901', {
      ...base(now),
      'GET /conversations/901': () => reply(now),
      'POST /conversations/901/leave': () => reply({}),
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Options for Ben' }))
    expect(await screen.findByRole('menuitem', { name: 'View profile' })).toBeTruthy()
    expect(screen.queryByRole('menuitem', { name: 'Leave…' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Options for Ben' }))
    now = talk({ people: [], state: 'closed' })
    await act(async () => {
      FakeSocket.last.becomeReady()
      FakeSocket.last.receive({ type: 'conversation_changed', spaceId: '901' })
    })
    const options = await screen.findByRole('button', { name: 'Options for Somebody who left' })
    fireEvent.click(options)
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Leave…' }))
    await screen.findByText('What was said goes with it.')
    fireEvent.click(screen.getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(server.count('POST /conversations/901/leave')).toBe(1))
    await waitFor(() =>
      expect(screen.queryByRole('dialog', { name: 'Somebody who left' })).toBeNull(),
    )
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

  it('of several counts them, and says where all others left', async () => {
    let now = talk({ isPair: false, title: 'Tea', people: [authorOf(ben), authorOf(cleo)] })
    renderSpaces('/messages/901', { ...base(now), 'GET /conversations/901': () => reply(now) })
    expect(await screen.findByText('3 people')).toBeTruthy()
    now = { ...now, people: [] }
    await act(async () => {
      FakeSocket.last.becomeReady()
      FakeSocket.last.receive({ type: 'conversation_changed', spaceId: '901' })
    })
    expect(await screen.findByText('Only you are here')).toBeTruthy()
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
