import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { MESSAGES as ADMIN_MESSAGES } from '../../../contract/admin.ts'
import { MESSAGES } from '../../../contract/blocks.ts'
import { ada, ben } from '../../app/test-app.tsx'
import { deferredReply, errorReply, messageReply } from '../../platform/fake-server.ts'
import { FakeSocket } from '../../platform/realtime/fake-socket.ts'
import {
  messageBy,
  messagesReply,
  press,
  renderSpaces,
  resetSpaces,
  spaceReply,
  text,
} from '../test-spaces.tsx'
import { den, focusRow, messagesOf, renderChat, words } from './test-chat.tsx'

afterEach(resetSpaces)

const FOLDS = `GET /spaces/${den._id}/folds`
const folds = (blocked: string[], hidden: string[] = []) => ({
  status: 200,
  body: { blocked, hidden },
})
const size = { width: 64, height: 48, placeholder: '' }
const images = [{ ...size, alt: 'A pot', sources: [{ width: 64, url: '/pot' }] }]
const said = [messageBy(ben, 101, { content: 'Good morning', images }), messageBy(ada, 102)]

it('no message is shown before it is known which are folded', async () => {
  const { reply, answer } = deferredReply()
  const { server } = renderSpaces(`/spaces/${den._id}`, {
    [`GET /spaces/${den._id}`]: () => spaceReply(den),
    [`GET ${messagesOf(den)}`]: () => messagesReply(said),
    [FOLDS]: reply,
  })
  await waitFor(() => expect(server.count(`GET ${messagesOf(den)}`)).toBe(1))
  expect(await text('Loading messages')).toBeTruthy()
  expect(screen.queryByText('Good morning')).toBeNull()
  answer(folds([ben._id]))
  expect(await text(MESSAGES.foldedBlocked)).toBeTruthy()
  expect(screen.queryByText('Good morning')).toBeNull()
  expect(screen.queryByAltText('A pot')).toBeNull()
})

it('messages are shown where it cannot be known which are folded', async () => {
  await renderChat(said, { [FOLDS]: () => errorReply(500, 'internal_error', '') })
  expect(await text('Good morning')).toBeTruthy()
  expect(await screen.findByAltText('A pot')).toBeTruthy()
})

it('messages stay where that is asked for again', async () => {
  const { reply, answer } = deferredReply()
  const replies = [() => errorReply(500, 'internal_error', ''), reply]
  const { server } = await renderChat(said, {
    [FOLDS]: () => replies.shift()?.() ?? folds([ben._id]),
    [`GET ${messagesOf(den)}?after=102`]: () => messagesReply([]),
  })
  await act(async () => FakeSocket.last.becomeReady())
  await waitFor(() => expect(server.count(FOLDS)).toBe(2))
  expect(screen.queryByText('Loading messages')).toBeNull()
  expect(screen.getByText('Good morning')).toBeTruthy()
  await act(async () => answer(folds([ben._id])))
  expect(await text(MESSAGES.foldedBlocked)).toBeTruthy()
})

/** What is rare stands behind one more press than what is done often. */
async function chooseAct(name: string) {
  const beside = await focusRow('Good morning')
  fireEvent.click(beside.getByRole('button', { name: 'What can be done' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Message actions' }))
  fireEvent.click(sheet.getByRole('button', { name }))
}

it('the sender is muted beside the message, and an administrator removes it with a reason', async () => {
  const mute = `PUT /users/${ben._id}/mute`
  const remove = `DELETE /admin/message/${said[0]?._id}?reason=Be+kind`
  const { server } = await renderChat(said, {
    [FOLDS]: () => folds([]),
    'GET /users/muted': () => ({ status: 200, body: [] }),
    [mute]: () => messageReply(MESSAGES.muted),
    [remove]: () => messageReply(ADMIN_MESSAGES.messageDeleted),
  })
  await chooseAct('Mute')
  const muting = within(await screen.findByRole('alertdialog', { name: 'Mute Ben?' }))
  fireEvent.click(muting.getByRole('button', { name: 'Mute' }))
  expect(await text(MESSAGES.muted)).toBeTruthy()
  await chooseAct('Remove message')
  const name = 'Remove this message by Ben?'
  const removal = within(await screen.findByRole('alertdialog', { name }))
  fireEvent.change(removal.getByLabelText('Why?'), { target: { value: 'Be kind' } })
  fireEvent.click(removal.getByRole('button', { name: 'Remove' }))
  expect(await text(ADMIN_MESSAGES.messageDeleted)).toBeTruthy()
  expect(server.count(remove)).toBe(1)
})

describe('a message between two of whom one blocked the other', () => {
  it.each([
    [MESSAGES.foldedBlocked, folds([ben._id])],
    [MESSAGES.foldedHidden, folds([], [ben._id])],
  ])('is the line "%s", and can be shown', async (line, reply) => {
    await renderChat(said, { [FOLDS]: () => reply })
    expect(await text(line)).toBeTruthy()
    expect(words()).toHaveLength(1)
    await press('Show')
    expect(words()[0]).toBe('Good morning')
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Good morning'))
  })

  it('folds at once when the sender is blocked beside it', async () => {
    let now = folds([])
    const BLOCK = `PUT /users/${ben._id}/block`
    await renderChat(said, {
      [FOLDS]: () => now,
      [`GET ${messagesOf(den)}`]: () => messagesReply(said),
      [BLOCK]: () => {
        now = folds([ben._id])
        return messageReply(MESSAGES.blockedNow)
      },
    })
    await chooseAct('Block')
    const dialog = await screen.findByRole('alertdialog', { name: 'Block Ben?' })
    fireEvent.click(
      [...dialog.querySelectorAll('button')].find(
        ({ textContent }) => textContent === 'Block',
      ) as Element,
    )
    expect(await text(MESSAGES.foldedBlocked)).toBeTruthy()
  })
})
