import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { QuotedMessage } from '../../../contract/space-messages.ts'
import { ada, ben } from '../../app/test-app.tsx'
import { FakeSocket } from '../../platform/realtime/fake-socket.ts'
import { button, field, messageBy, press, resetSpaces, spaceMessageReply } from '../test-spaces.tsx'
import { den, focusRow, log, messagesOf, renderChat, row, write } from './test-chat.tsx'

afterEach(resetSpaces)

const cleo = { ...ben, _id: '90001', username: 'Cleo' }

const SEND = `POST ${messagesOf(den)}`
const question = messageBy(ben, 101, { content: 'Tea or coffee?' })
const quoteOf = (message: typeof question): QuotedMessage => ({
  _id: message._id,
  changeSeq: message.changeSeq,
  user: message.user,
  content: message.content,
  isDeleted: message.isDeleted,
})
const answer = messageBy(ada, 102, { content: 'Tea', replyTo: quoteOf(question) })

it('Reply quotes the message above the composer, × and Esc take it back, and it is sent along', async () => {
  const { server } = await renderChat([question], {
    [SEND]: ({ body }) =>
      spaceMessageReply({ ...answer, clientId: (body as { clientId: string }).clientId }, 201),
  })
  await (await focusRow('Tea or coffee?'))
    .findByRole('button', { name: 'Reply' })
    .then(fireEvent.click)
  await waitFor(async () => expect(document.activeElement).toBe(await field('Message')))
  expect(await screen.findByText('Reply to Ben')).toBeTruthy()
  await press('Do not reply')
  expect(screen.queryByText('Reply to Ben')).toBeNull()
  const item = await row('Tea or coffee?')
  fireEvent.keyDown(item, { key: 'r' })
  fireEvent.keyDown(await field('Message'), { key: 'Escape' })
  expect(screen.queryByText('Reply to Ben')).toBeNull()
  expect(await field('Message')).toBeTruthy()
  fireEvent.keyDown(item, { key: 'r' })
  expect(await screen.findByText('Reply to Ben')).toBeTruthy()
  await write('Tea')
  await waitFor(() =>
    expect(server.bodies(SEND)).toMatchObject([{ content: 'Tea', replyTo: question._id }]),
  )
  expect(screen.queryByText('Reply to Ben')).toBeNull()
  expect((await button(/In reply to/)).textContent).toContain('Tea or coffee?')
})

it('an answer that another version kept otherwise is none, and the chat is there', async () => {
  localStorage.setItem(`draft:${ada._id}:answer-${den._id}`, 'Tea or coffee?')
  await renderChat([question])
  await row('Tea or coffee?')
  expect(await field('Message')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Do not reply' })).toBeNull()
})

it('a quoted line follows what it quotes, leads to it, and tells nothing of who is blocked', async () => {
  const far = messageBy(cleo, 1, { content: 'Long ago' })
  const toFar = messageBy(ben, 103, { content: 'Indeed', replyTo: quoteOf(far) })
  const unseen = messageBy(ben, 104, {
    content: 'As said',
    replyTo: { _id: null, changeSeq: 0, user: null, content: '', isDeleted: false },
  })
  const FOLDS = `GET /spaces/${den._id}/folds`
  await renderChat([question, answer, toFar, unseen], {
    [FOLDS]: () => ({ status: 200, body: { blocked: [cleo._id], hidden: [] } }),
  })
  await waitFor(() => expect(log().textContent).toContain('An earlier message'))
  expect(log().textContent).not.toContain('Long ago')
  await act(async () => FakeSocket.last.becomeReady())
  const change = (more: object) =>
    act(async () =>
      FakeSocket.last.receive({
        type: 'message_changed',
        spaceId: den._id,
        message: { ...question, changeSeq: 105, ...more },
      }),
    )
  await change({ content: 'Tea or cocoa?' })
  const quote = within(await row('Tea')).getByRole('button', { name: /In reply to/ })
  expect(quote.textContent).toContain('Tea or cocoa?')
  fireEvent.click(quote)
  await waitFor(() =>
    expect(document.activeElement).toHaveProperty('dataset.messageId', question._id),
  )
  await change({ content: '', isDeleted: true, changeSeq: 106 })
  await waitFor(async () => expect((await row('Tea')).textContent).toContain('Message deleted'))
})
