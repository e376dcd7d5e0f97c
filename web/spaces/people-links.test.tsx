import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { reactorList } from '../../contract/space-messages.ts'
import { ada, ben } from '../app/test-app.tsx'
import { FakeSocket } from '../platform/realtime/fake-socket.ts'
import { den, focusRow, log, messagesOf, renderChat, row } from './messages/test-chat.tsx'
import { authorOf, choose, messageBy, messagesReply, press, resetSpaces } from './test-spaces.tsx'

// The face and the name of somebody lead to their page, wherever they stand in a room.

afterEach(resetSpaces)

const said = messageBy(ben, 100, { reactions: [{ emoji: '🫖', user: ben._id, username: 'Ben' }] })
const toBen = `/members/${ben._id}`
const toAda = `/members/${ada._id}`
const hrefsIn = (place: HTMLElement) =>
  [...place.querySelectorAll('a')].map((link) => link.getAttribute('href'))
type Visit = Awaited<ReturnType<typeof renderChat>>
const isAtBens = ({ router }: Visit) =>
  waitFor(() => expect(router.state.location.pathname).toBe(toBen))

it('a message leads to who wrote it, by face and name, without a stop for Tab', async () => {
  const visit = await renderChat([said])
  const message = await row('Message 100')
  expect(hrefsIn(message)).toEqual([toBen, toBen])
  const links = [...message.querySelectorAll('a')]
  expect(links.map(({ tabIndex }) => tabIndex)).toEqual([-1, -1])
  fireEvent.click(within(message).getByRole('link', { name: 'Ben' }))
  await isAtBens(visit)
})

it('a message leads nowhere where it is mine, below another of its author, or of a deleted account', async () => {
  await renderChat([
    messageBy(ada, 100),
    messageBy(ben, 101),
    messageBy(ben, 102),
    messageBy(ben, 103, { user: null }),
  ])
  expect(hrefsIn(await row('Message 101'))).toHaveLength(2)
  for (const words of ['Message 100', 'Message 102', 'Message 103'])
    expect(hrefsIn(await row(words))).toEqual([])
  expect(log().textContent).toContain('Someone')
})

it("by keys the author's page is among the acts of a message", async () => {
  const visit = await renderChat([said])
  const acts = await focusRow('Message 100')
  fireEvent.click(acts.getByRole('button', { name: 'What can be done' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Message actions' }))
  fireEvent.click(sheet.getByRole('link', { name: 'View profile' }))
  await isAtBens(visit)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  // It took the sheet's place in the history.
  expect(visit.router.state.historyAction).toBe('REPLACE')
})

it('who is here now is a link, and so am I', async () => {
  await renderChat([said], { [`GET ${messagesOf(den)}?after=100`]: () => messagesReply([]) })
  await act(async () => FakeSocket.last.becomeReady())
  await act(async () =>
    FakeSocket.last.receive({ type: 'presence', spaceId: den._id, userIds: [ada._id, ben._id] }),
  )
  await press('2 here now')
  expect(hrefsIn(await screen.findByRole('dialog', { name: 'Here now' }))).toEqual([toBen, toAda])
})

it('members lead to their pages, and the list is closed by that', async () => {
  const visit = await renderChat([said])
  await choose('Options of The den', 'Members')
  const dialog = await screen.findByRole('dialog', { name: 'Members' })
  fireEvent.click(await within(dialog).findByRole('link', { name: 'Ben' }))
  expect(hrefsIn(dialog)).toEqual([toBen, toAda])
  expect(dialog.textContent).not.toContain('First 100')
  await isAtBens(visit)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(visit.router.state.historyAction).toBe('REPLACE')
})

it('who reacted leads to their page', async () => {
  const query = new URLSearchParams({ emoji: '🫖' })
  const visit = await renderChat([said], {
    [`GET ${messagesOf(den)}/${said._id}/reactions?${query}`]: () => ({
      status: 200,
      body: reactorList.parse({ people: [authorOf(ben)], others: 0 }),
    }),
  })
  const acts = await focusRow('Message 100')
  fireEvent.click(acts.getByRole('button', { name: 'Who reacted' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Who reacted' }))
  fireEvent.click(await dialog.findByRole('link', { name: 'Ben' }))
  await isAtBens(visit)
})

it('beside the chat of a wide window everybody is a link', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(width >= 1100px)',
    addEventListener() {},
    removeEventListener() {},
  }))
  await renderChat([said])
  const panel = await screen.findByRole('complementary', { name: 'People and ambience' })
  expect(hrefsIn(panel)).toEqual([toBen, toAda])
})
