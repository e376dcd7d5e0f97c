import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { MESSAGES } from '../../../contract/spaces.ts'
import { ada, ben } from '../../app/test-app.tsx'
import { deferredReply, errorReply, type Reply } from '../../platform/fake-server.ts'
import { outbox } from '../../platform/offline/outbox.ts'
import { storeToken } from '../../platform/token-store.ts'
import {
  button,
  field,
  messageBy,
  press,
  resetSpaces,
  spaceMessageReply,
  text,
  type,
} from '../test-spaces.tsx'
import { den, messagesOf, renderChat, row, words, write } from './test-chat.tsx'

afterEach(resetSpaces)

describe('a new message', () => {
  const SEND = `POST ${messagesOf(den)}`

  it('is there at once, and stays', async () => {
    const sending = deferredReply()
    const { server, sentKeys } = await renderChat([messageBy(ben, 100)], { [SEND]: sending.reply })
    await write('  Hello. ')
    const mine = await row('Hello.')
    expect(within(mine).getByText('Sending…')).toBeTruthy()
    expect((await field('Message')).value).toBe('')
    const [body] = server.bodies(SEND) as [{ clientId: string }]
    expect(body).toEqual({ content: 'Hello.', clientId: sentKeys()[0] })
    const { clientId } = body
    await act(async () =>
      sending.answer(spaceMessageReply(messageBy(ada, 101, { content: 'Hello.', clientId }), 201)),
    )
    await waitFor(() => expect(screen.queryByText('Sending…')).toBeNull())
    expect(words()).toEqual(['Message 100', 'Hello.'])
  })

  it('that is blank is not sent, and nothing is said', async () => {
    const { server } = await renderChat([], {
      [SEND]: () => spaceMessageReply(messageBy(ada, 1), 201),
    })
    await write(' \n ')
    expect(server.count(SEND)).toBe(0)
    expect(screen.queryByRole('alert')).toBeNull()
    await write('x')
    await waitFor(() => expect(server.count(SEND)).toBe(1))
  })

  it('is not sent by Shift and Enter, while an input method composes, nor by Enter on touch', async () => {
    const { server } = await renderChat([], {
      [SEND]: () => spaceMessageReply(messageBy(ada, 1), 201),
    })
    const box = await field('Message')
    await type('Message', 'Hello.')
    fireEvent.keyDown(box, { key: 'Enter', shiftKey: true })
    fireEvent.keyDown(box, { key: 'Enter', isComposing: true })
    fireEvent.keyDown(box, { key: 'Enter', keyCode: 229 })
    fireEvent.pointerDown(box, { pointerType: 'touch' })
    fireEvent.pointerUp(box, { pointerType: 'touch' })
    fireEvent.keyDown(box, { key: 'Enter' })
    expect(box.value).toBe('Hello.')
    expect(server.count(SEND)).toBe(0)
    await press('Send message')
    await waitFor(() => expect(server.count(SEND)).toBe(1))
  })

  it('that is too long says so and stays', async () => {
    const { server } = await renderChat([], {
      [SEND]: () => spaceMessageReply(messageBy(ada, 1), 201),
    })
    await write('x'.repeat(2_001))
    expect(await text(MESSAGES.messageLong)).toBeTruthy()
    expect(server.count(SEND)).toBe(0)
    await write('x'.repeat(2_000))
    await waitFor(() => expect(server.count(SEND)).toBe(1))
  })

  it('that gets no answer waits with Retry, which sends the same one', async () => {
    let reply: Reply = 'no answer'
    const { sentKeys } = await renderChat([messageBy(ben, 100)], { [SEND]: () => reply })
    await write('Hello.')
    const mine = within(await row('Hello.'))
    expect(await mine.findByText('Waiting to be sent')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    const clientId = sentKeys()[0] ?? ''
    reply = spaceMessageReply(messageBy(ada, 101, { content: 'Hello.', clientId }), 201)
    fireEvent.click(await mine.findByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(words()).toEqual(['Message 100', 'Hello.']))
    expect(sentKeys()).toEqual([clientId, clientId])
  })

  it.each([
    [429, 'rate_limited', 'That was a lot at once. Please wait a moment.'],
    [507, 'insufficient_storage', 'There is no room left to keep this.'],
  ] as const)(
    'that is refused with %i for now says why it waits, and goes later',
    async (status, code, sentence) => {
      let reply: Reply = errorReply(status, code, sentence)
      await renderChat([messageBy(ben, 100)], { [SEND]: () => reply })
      await write('Hello.')
      await text(`Waiting to be sent. ${sentence}`)
      reply = spaceMessageReply(messageBy(ada, 101, { content: 'Hello.' }), 201)
      await press('Retry')
      await waitFor(() => expect(words()).toEqual(['Message 100', 'Hello.']))
      expect(screen.queryByText(/Waiting to be sent/)).toBeNull()
    },
  )

  it('goes by itself when the server is back', async () => {
    let reply: Reply = errorReply(503, 'unavailable', 'Not yet.')
    const { sentKeys } = await renderChat([messageBy(ben, 100)], { [SEND]: () => reply })
    await write('Hello.')
    await text('Waiting to be sent')
    const clientId = sentKeys()[0] ?? ''
    reply = spaceMessageReply(messageBy(ada, 101, { content: 'Hello.', clientId }), 201)
    fireEvent(window, new Event('online'))
    await waitFor(() => expect(words()).toEqual(['Message 100', 'Hello.']))
    expect(screen.queryByText('Waiting to be sent')).toBeNull()
    expect(sentKeys()).toEqual([clientId, clientId])
  })

  it('waits without a network, which is said beside it', async () => {
    await renderChat([], { [SEND]: () => 'no answer' })
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    fireEvent(window, new Event('offline'))
    const dialog = within(screen.getByRole('dialog'))
    expect(await dialog.findByText(/^You are offline\./)).toBeTruthy()
    online.mockReturnValue(true)
    fireEvent(window, new Event('online'))
    await waitFor(() => expect(dialog.queryByText(/^You are offline\./)).toBeNull())
  })

  it.each([
    ['Not from you, please.', 'Not sent. Not from you, please.'],
    ['', 'Not sent. Error sending message'],
  ])('that is refused shows why (%j), and can be discarded', async (sentence, shown) => {
    await renderChat([], { [SEND]: () => errorReply(403, 'forbidden', sentence) })
    await write('Hello.')
    expect(await text(shown)).toBeTruthy()
    await press('Discard')
    expect(screen.queryByText('Hello.')).toBeNull()
  })

  it('that failed waits on the device until the next visit', async () => {
    const { unmount } = await renderChat([], { [SEND]: () => 'no answer' })
    await write('Hello.')
    await text('Waiting to be sent')
    fireEvent(window, new Event('pagehide'))
    unmount()
    await renderChat([])
    expect(await text('Hello.')).toBeTruthy()
    expect(await button('Retry')).toBeTruthy()
  })

  it('that was sent after all is not offered again', async () => {
    const { unmount, sentKeys } = await renderChat([], { [SEND]: () => 'no answer' })
    await write('Hello.')
    await text('Waiting to be sent')
    const clientId = sentKeys()[0] ?? ''
    fireEvent(window, new Event('pagehide'))
    unmount()
    await renderChat([messageBy(ada, 101, { content: 'Hello.', clientId })])
    await waitFor(() => expect(words()).toEqual(['Hello.']))
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  })

  it('half written waits on the device', async () => {
    const { unmount } = await renderChat([])
    await type('Message', 'Half a thou')
    fireEvent(window, new Event('pagehide'))
    unmount()
    await renderChat([])
    expect((await field('Message')).value).toBe('Half a thou')
  })
})

it('words whose writer is not here any more stay in the field, and go in nobody’s name', async () => {
  const { server } = await renderChat([])
  storeToken('token-of-Ben', false)
  await write('Ada’s words')
  expect((await field('Message')).value).toBe('Ada’s words')
  expect(outbox.items()).toEqual([])
  expect(server.count(`POST ${messagesOf(den)}`)).toBe(0)
})
