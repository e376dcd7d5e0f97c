import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { MESSAGES } from '../../../contract/spaces.ts'
import { ada, ben } from '../../app/test-app.tsx'
import { deferredReply, errorReply } from '../../platform/fake-server.ts'
import {
  button,
  messageBy,
  messagesReply,
  press,
  resetSpaces,
  runByAda,
  spaceMessageReply,
  text,
} from '../test-spaces.tsx'
import { den, focusRow, log, messagesOf, renderChat, words } from './test-chat.tsx'

afterEach(resetSpaces)

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => messageBy(ben, from + index))
const dialog = () => screen.findByRole('dialog', { name: 'Pinned messages' })

it('a pinned message leads to where it was said, far before what is loaded, and back again', async () => {
  const rule = messageBy(ben, 10, { content: 'Shoes off, please.', isPinned: true })
  const around = [...numbered(1, 9), rule, ...numbered(11, 34)]
  await renderChat(numbered(51, 100), {
    [`GET /spaces/${den._id}/pins`]: () => messagesReply([rule]),
    [`GET ${messagesOf(den)}?around=${rule._id}`]: () => messagesReply(around),
    [`GET ${messagesOf(den)}?from=${messageBy(ben, 34)._id}`]: () =>
      messagesReply(numbered(34, 83)),
  })
  await text('Message 100')
  async function follow() {
    await press('Pinned messages')
    const list = within(await dialog())
    expect(list.queryByRole('button', { name: 'Unpin message' })).toBeNull()
    fireEvent.click(await list.findByRole('button', { name: /Shoes off, please/ }))
    await waitFor(() =>
      expect(screen.queryByRole('dialog', { name: 'Pinned messages' })).toBeNull(),
    )
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Shoes off'))
  }
  await follow()
  expect([words()[0], words().at(-1)]).toEqual(['Message 1', 'Message 34'])
  await press('Jump to latest')
  await waitFor(() => expect(words().at(-1)).toBe('Message 100'))
  expect(words()[0]).toBe('Message 51')
  // What lies between is read on demand, until nothing is missing.
  await follow()
  await press('Show later messages')
  await waitFor(() => expect(words().at(-1)).toBe('Message 100'))
  expect(words()).toHaveLength(100)
  expect(screen.queryByRole('button', { name: 'Show later messages' })).toBeNull()
})

it('what was said later is asked for once where it cannot be read, and again by its button', async () => {
  const rule = messageBy(ben, 10, { content: 'Shoes off, please.', isPinned: true })
  const LATER = `GET ${messagesOf(den)}?from=${messageBy(ben, 34)._id}`
  let later = errorReply(500, 'internal_error', '')
  const { server } = await renderChat(numbered(51, 100), {
    [`GET /spaces/${den._id}/pins`]: () => messagesReply([rule]),
    [`GET ${messagesOf(den)}?around=${rule._id}`]: () =>
      messagesReply([...numbered(1, 9), rule, ...numbered(11, 34)]),
    [LATER]: () => later,
  })
  await press('Pinned messages')
  fireEvent.click(await within(await dialog()).findByRole('button', { name: /Shoes off/ }))
  await waitFor(() => expect(words().at(-1)).toBe('Message 34'))
  fireEvent.scroll(log())
  expect((await screen.findAllByRole('alert')).at(-1)?.textContent).toContain('could not be loaded')
  const asked = server.count(LATER)
  fireEvent.scroll(log())
  fireEvent.scroll(log())
  await act(async () => {})
  expect(server.count(LATER)).toBe(asked)
  later = messagesReply(numbered(34, 83))
  await press('Show later messages')
  await waitFor(() => expect(words().at(-1)).toBe('Message 100'))
})

it('a pinned message that is found late leads nowhere whoever closed its list and went on', async () => {
  const rule = messageBy(ben, 10, { content: 'Shoes off, please.', isPinned: true })
  const late = deferredReply()
  const { server } = await renderChat(numbered(51, 100), {
    [`GET /spaces/${den._id}/pins`]: () => messagesReply([rule]),
    [`GET ${messagesOf(den)}?around=${rule._id}`]: late.reply,
  })
  await press('Pinned messages')
  fireEvent.click(await within(await dialog()).findByRole('button', { name: /Shoes off/ }))
  await waitFor(() => expect(server.count(`GET ${messagesOf(den)}?around=${rule._id}`)).toBe(1))
  await press('Close')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Pinned messages' })).toBeNull())
  await press('Search messages')
  const search = await screen.findByRole('dialog', { name: 'Search messages' })
  await act(async () => late.answer(messagesReply([rule, ...numbered(11, 34)])))
  expect(screen.getByRole('dialog', { name: 'Search messages' })).toBe(search)
  expect(words().at(-1)).toBe('Message 100')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('one that is gone is said to be', async () => {
  const rule = messageBy(ben, 40, { content: 'Shoes off, please.', isPinned: true })
  await renderChat([messageBy(ben, 100)], {
    [`GET /spaces/${den._id}/pins`]: () => messagesReply([rule]),
    [`GET ${messagesOf(den)}?around=${rule._id}`]: () => messagesReply([]),
  })
  await press('Pinned messages')
  fireEvent.click(await within(await dialog()).findByRole('button', { name: /Shoes off/ }))
  expect((await screen.findByRole('alert')).textContent).toContain(MESSAGES.messageMissingHere)
  expect(await dialog()).toBeTruthy()
})

it('is pinned and taken down by the admin, at once, and an eleventh is refused', async () => {
  const own = runByAda('My den')
  const [first, second] = [messageBy(ada, 100), messageBy(ben, 101)]
  const pin = (id: string) => `${messagesOf(own)}/${id}/pin`
  await renderChat(
    [first, second],
    {
      [`PUT ${pin(first._id)}`]: () =>
        spaceMessageReply({ ...first, changeSeq: 102, isPinned: true }),
      [`PUT ${pin(second._id)}`]: () => errorReply(409, 'conflict', MESSAGES.pinsFull),
      [`DELETE ${pin(first._id)}`]: () => spaceMessageReply({ ...first, changeSeq: 103 }),
    },
    own,
  )
  fireEvent.click((await focusRow('Message 100')).getByRole('button', { name: 'Pin message' }))
  expect(await screen.findByRole('img', { name: 'Pinned' })).toBeTruthy()
  fireEvent.click((await focusRow('Message 101')).getByRole('button', { name: 'Pin message' }))
  expect((await screen.findByRole('alert')).textContent).toContain(MESSAGES.pinsFull)
  const row = screen.getByText('Message 100').closest('li') as HTMLElement
  row.focus()
  fireEvent.click(await within(row).findByRole('button', { name: 'Unpin message' }))
  await waitFor(() => expect(screen.queryByRole('img', { name: 'Pinned' })).toBeNull())
  expect(await button('Pinned messages')).toBeTruthy()
})

it('is not offered to a member', async () => {
  await renderChat([messageBy(ben, 100)])
  const acts = await focusRow('Message 100')
  expect(acts.queryByRole('button', { name: 'Pin message' })).toBeNull()
})
