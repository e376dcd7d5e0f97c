import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { MESSAGES as EDIT_MESSAGES } from '../../../contract/edits.ts'
import { MESSAGES, type Space } from '../../../contract/spaces.ts'
import { ada, ben } from '../../app/test-app.tsx'
import { deferredReply, errorReply, messageReply, type Reply } from '../../platform/fake-server.ts'
import {
  button,
  field,
  messageBy,
  messagesReply,
  press,
  resetSpaces,
  runByAda,
  spaceMessageReply,
  text,
  type,
} from '../test-spaces.tsx'
import { den, focusRow, messagesOf, REFUSED, renderChat, words } from './test-chat.tsx'

afterEach(resetSpaces)

it('what a long press opened is not pressed by the finger that leaves', async () => {
  await renderChat([messageBy(ben, 101, { content: 'Tea?' })])
  const message = await text('Tea?')
  fireEvent.pointerDown(message, { pointerType: 'touch' })
  expect(fireEvent.touchEnd(message)).toBe(true)
  await waitFor(() => expect(document.activeElement).toBe(message.closest('li')))
  expect(fireEvent.touchEnd(message)).toBe(false)
})

describe('my last message', () => {
  const mine = messageBy(ada, 101, { content: 'Helo.' })
  const said = [mine, messageBy(ben, 102)]
  const EDIT = `PUT ${messagesOf(den)}/${mine._id}`

  async function openByArrow(reply: () => Reply) {
    const visit = await renderChat(said, { [EDIT]: reply })
    await text('Helo.')
    fireEvent.keyDown(await field('Message'), { key: 'ArrowUp' })
    expect((await field('Edit message')).value).toBe('Helo.')
    const editor = await field('Edit message')
    await waitFor(() => expect(document.activeElement).toBe(editor))
    return visit
  }

  it('is edited after the arrow up', async () => {
    const edited = {
      ...mine,
      changeSeq: 103,
      content: 'Hello.',
      editedAt: new Date().toISOString(),
    }
    const { server } = await openByArrow(() => spaceMessageReply(edited))
    await type('Edit message', 'Hello.')
    fireEvent.keyDown(await field('Edit message'), { key: 'Enter' })
    await waitFor(() => expect(words()[0]).toBe('Hello. (edited)'))
    expect(server.bodies(EDIT)).toEqual([{ content: 'Hello.', revision: 0 }])
    expect(document.activeElement).toBe(await field('Message'))
  })

  it('stays as it was after Esc, and the chat stays open', async () => {
    const { server } = await openByArrow(() => REFUSED)
    await type('Edit message', 'Something else')
    fireEvent.keyDown(await field('Edit message'), { key: 'Escape' })
    expect(words()[0]).toBe('Helo.')
    expect(await field('Message')).toBeTruthy()
    expect(server.count(EDIT)).toBe(0)
  })

  it('keeps what was typed where another device was first, and shows what that said', async () => {
    const elsewhere = { ...mine, changeSeq: 103, content: 'Good day.', revision: 1 }
    const { server } = await renderChat(said, {
      [EDIT]: ({ body }) =>
        (body as { revision: number }).revision === 1
          ? spaceMessageReply({ ...mine, changeSeq: 104, content: 'Hello.', revision: 2 })
          : errorReply(409, 'conflict', EDIT_MESSAGES.elsewhere),
      [`GET ${messagesOf(den)}?from=${mine._id}`]: () => messagesReply([elsewhere]),
    })
    fireEvent.keyDown(await field('Message'), { key: 'ArrowUp' })
    await type('Edit message', 'Hello.')
    await press('Save')
    expect((await screen.findByRole('alert')).textContent).toBe(EDIT_MESSAGES.elsewhere)
    expect((await screen.findByRole('figure')).textContent).toBe('What it says nowGood day.')
    expect((await field('Edit message')).value).toBe('Hello.')
    await press('Save')
    await waitFor(() => expect(words()[0]).toBe('Hello.'))
    expect(server.bodies(EDIT)).toEqual([
      { content: 'Hello.', revision: 0 },
      { content: 'Hello.', revision: 1 },
    ])
  })

  it('keeps what was typed when saving fails', async () => {
    await openByArrow(() => REFUSED)
    await type('Edit message', 'Hello.')
    await press('Save')
    expect((await screen.findByRole('alert')).textContent).toContain(MESSAGES.editMessageFailed)
    expect((await field('Edit message')).value).toBe('Hello.')
  })
})

it('an edit that is saved late leaves the one that was begun meanwhile', async () => {
  const [first, second] = [101, 102].map((seq) => messageBy(ada, seq, { content: `Helo ${seq}.` }))
  if (!first || !second) throw new Error('Two messages')
  const late = deferredReply()
  await renderChat([first, second], { [`PUT ${messagesOf(den)}/${first._id}`]: late.reply })
  fireEvent.click(
    await (await focusRow('Helo 101.')).findByRole('button', { name: 'Edit message' }),
  )
  await type('Edit message', 'Hello.')
  await press('Save')
  fireEvent.click(
    await (await focusRow('Helo 102.')).findByRole('button', { name: 'Edit message' }),
  )
  await type('Edit message', 'Hello you')
  const editor = await field('Edit message')
  await waitFor(() => expect(document.activeElement).toBe(editor))
  const saved = { ...first, changeSeq: 103, content: 'Hello.', revision: 1 }
  await act(async () => late.answer(spaceMessageReply(saved)))
  await waitFor(() => expect(words()[0]).toBe('Hello.'))
  expect(document.activeElement).toBe(editor)
  expect(editor.value).toBe('Hello you')
})

it('a name is offered in an edit; Esc ends the offer first, and then the edit', async () => {
  const mine = messageBy(ada, 101, { content: 'Hello' })
  const { _id, username, userNumber, profilePhoto } = ben
  await renderChat([mine, messageBy(ben, 102)], {
    [`GET /users/mentionable?spaceId=${den._id}&q=b`]: () => ({
      status: 200,
      body: [{ _id, username, userNumber, profilePhoto }],
    }),
  })
  fireEvent.keyDown(await field('Message'), { key: 'ArrowUp' })
  await type('Edit message', 'Hello @b')
  const list = await screen.findByRole('listbox', { name: 'Mention' })
  await waitFor(() => expect(within(list).getAllByRole('option')).toHaveLength(1))
  const editor = await field('Edit message')
  fireEvent.keyDown(editor, { key: 'Enter' })
  expect(editor.value).toBe('Hello @Ben ')
  expect(document.activeElement).toBe(editor)
  await type('Edit message', 'Hello @b')
  await screen.findByRole('option')
  fireEvent.keyDown(editor, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
  expect(editor.value).toBe('Hello @b')
  fireEvent.keyDown(editor, { key: 'Escape' })
  expect(screen.queryByLabelText('Edit message')).toBeNull()
})

describe('everybody in a space', () => {
  const { _id, username, userNumber, profilePhoto } = ben
  const hedda = { ...{ _id, userNumber, profilePhoto }, username: 'Hedda' }
  const ours = runByAda('The porch', { lastReadSeq: 100 })
  const OFFER = /^here everybody in this space, once an hour$/
  const offered = () =>
    screen.getAllByRole('option').map((option) => option.textContent?.replace(/^H(?=Hedda)/, ''))

  const open = (space: Space) => {
    const ask = (q: string) => `GET /users/mentionable?spaceId=${space._id}&q=${q}`
    return renderChat(
      [messageBy(ben, 100)],
      {
        [ask('')]: () => ({ status: 200, body: [{ ...hedda, username }] }),
        [ask('he')]: () => ({ status: 200, body: [hedda] }),
        [ask('here')]: () => ({ status: 200, body: [] }),
        [ask('hed')]: () => ({ status: 200, body: [hedda] }),
        [`POST ${messagesOf(space)}`]: () => spaceMessageReply(messageBy(ada, 101), 201),
      },
      space,
    )
  }

  it('is offered first to who runs it, and taken by keys', async () => {
    const { server } = await open(ours)
    const box = await field('Message')
    await type('Message', 'Soup! @He')
    await screen.findByRole('option', { name: /Hedda/ })
    expect(offered()).toEqual([expect.stringMatching(OFFER), 'Hedda'])
    expect(screen.getByRole('option', { selected: true }).textContent).toMatch(OFFER)
    fireEvent.keyDown(box, { key: 'Enter' })
    expect(box.value).toBe('Soup! @here ')
    // Typed as a whole it is sent like any word.
    await type('Message', 'Soup! @here')
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
    fireEvent.keyDown(box, { key: 'Enter' })
    await waitFor(() =>
      expect(server.bodies(`POST ${messagesOf(ours)}`)).toMatchObject([{ content: 'Soup! @here' }]),
    )
  })

  it('is offered for a beginning of the word alone, and to nobody else', async () => {
    await open(ours)
    await type('Message', '@hed')
    await screen.findByRole('option', { name: /Hedda/ })
    expect(offered()).toEqual(['Hedda'])
    cleanup()
    await open(den)
    await type('Message', '@he')
    await screen.findByRole('option', { name: /Hedda/ })
    expect(offered()).toEqual(['Hedda'])
  })
})

describe('deleting', () => {
  const bens = messageBy(ben, 100)
  const DELETE = `DELETE ${messagesOf(den)}/${bens._id}`

  it('asks first, and the message goes at once', async () => {
    const held = deferredReply()
    const mine = messageBy(ada, 101)
    const { server } = await renderChat([bens, mine], {
      [`DELETE ${messagesOf(den)}/${mine._id}`]: held.reply,
    })
    const actions = await focusRow('Message 101')
    fireEvent.click(actions.getByRole('button', { name: 'Delete message' }))
    await text('Delete this message?')
    expect(server.count(`DELETE ${messagesOf(den)}/${mine._id}`)).toBe(0)
    await press('Delete')
    await waitFor(() => expect(words()).toEqual(['Message 100']))
    await act(async () => held.answer(messageReply(MESSAGES.messageDeleted)))
    expect(words()).toEqual(['Message 100'])
  })

  it('brings the message back with a toast when it fails', async () => {
    await renderChat([bens], { [DELETE]: () => REFUSED }, { ...den, isAdmin: true })
    const actions = await focusRow('Message 100')
    expect(actions.queryByRole('button', { name: 'Edit message' })).toBeNull()
    fireEvent.click(actions.getByRole('button', { name: 'Delete message' }))
    await press('Delete')
    expect((await screen.findByRole('alert')).textContent).toContain(MESSAGES.deleteMessageFailed)
    expect(words()).toEqual(['Message 100'])
  })

  it("another's is not offered to a member", async () => {
    await renderChat([bens])
    const actions = await focusRow('Message 100')
    expect(actions.getByRole('button', { name: 'More reactions' })).toBeTruthy()
    expect(actions.queryByRole('button', { name: 'Delete message' })).toBeNull()
  })
})

describe('reactions', () => {
  const bens = messageBy(ben, 100)
  const REACT = `POST ${messagesOf(den)}/${bens._id}/reactions`
  const mine = { emoji: '❤️', user: ada._id, username: 'Ada' }

  it('are six at hand, and show at once', async () => {
    const held = deferredReply()
    const { server } = await renderChat([bens], { [REACT]: held.reply })
    const actions = await focusRow('Message 100')
    const quick = within(actions.getByRole('toolbar')).getAllByRole('button', { pressed: false })
    expect(quick.map(({ textContent }) => textContent)).toEqual(['👍', '❤️', '😂', '😮', '😢', '😠'])
    fireEvent.click(actions.getByRole('button', { name: '❤️' }))
    expect(await button('❤️ 1, given by you')).toBeTruthy()
    await waitFor(() => expect(server.count(REACT)).toBe(1))
    expect(server.bodies(REACT)).toEqual([{ emoji: '❤️' }])
    await act(async () =>
      held.answer(spaceMessageReply({ ...bens, changeSeq: 101, reactions: [mine] })),
    )
    expect(await button('❤️ 1, given by you')).toBeTruthy()
  })

  it('are taken back by another press', async () => {
    const given = { ...bens, reactions: [mine] }
    await renderChat([given], {
      [REACT]: () => spaceMessageReply({ ...bens, changeSeq: 101, reactions: [] }),
    })
    const chip = await button('❤️ 1, given by you')
    chip.focus()
    fireEvent.click(chip)
    await waitFor(() => expect(screen.queryByRole('button', { name: /given by/ })).toBeNull())
    expect(document.activeElement?.textContent).toContain('Message 100')
    expect(document.activeElement?.getAttribute('data-message-id')).toBe(bens._id)
  })

  it('that fail are taken back with a toast', async () => {
    await renderChat([bens], { [REACT]: () => REFUSED })
    const actions = await focusRow('Message 100')
    fireEvent.click(actions.getByRole('button', { name: '👍' }))
    expect((await screen.findByRole('alert')).textContent).toContain(MESSAGES.reactFailed)
    await waitFor(() => expect(screen.queryByRole('button', { name: /given by/ })).toBeNull())
  })
})
