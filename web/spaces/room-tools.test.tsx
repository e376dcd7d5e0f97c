import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { reactorList } from '../../contract/space-messages.ts'
import { ada, ben } from '../app/test-app.tsx'
import { messageReply } from '../platform/fake-server.ts'
import { FakeSocket } from '../platform/realtime/fake-socket.ts'
import { den, focusRow, messagesOf, renderChat } from './messages/test-chat.tsx'
import {
  authorOf,
  button,
  choose,
  messageBy,
  messagesReply,
  press,
  resetSpaces,
  spaceReply,
  text,
} from './test-spaces.tsx'

afterEach(resetSpaces)

const MUTE = `PUT /spaces/${den._id}/mute`

it('a room is muted for a while, and turned on again', async () => {
  let mute: { until: string | null } | null = null
  const { server } = await renderChat([messageBy(ben, 100)], {
    [`GET /spaces/${den._id}`]: () => spaceReply({ ...den, mute }),
    [MUTE]: () => {
      mute = { until: null }
      return messageReply('')
    },
    [`DELETE /spaces/${den._id}/mute`]: () => {
      mute = null
      return messageReply('')
    },
  })
  await choose('Options of The den', 'Mute this room…')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Mute The den?' }))
  fireEvent.click(dialog.getByRole('button', { name: '8 hours' }))
  const before = Date.now()
  fireEvent.click(dialog.getByRole('button', { name: 'Mute' }))
  await waitFor(() => expect(server.count(MUTE)).toBe(1))
  const [{ until }] = server.bodies(MUTE) as [{ until: string }]
  const hours = (Date.parse(until) - before) / 3_600_000
  expect(Math.round(hours)).toBe(8)
  await choose('Options of The den', 'Turn this room on')
  await waitFor(() => expect(server.count(`DELETE /spaces/${den._id}/mute`)).toBe(1))
})

it('a room whose time is over is heard again without being opened anew', async () => {
  const until = new Date(Date.now() - 3_600_000).toISOString()
  let mute: { until: string } | null = { until }
  const { server } = await renderChat([messageBy(ben, 100)], {
    [`GET /spaces/${den._id}`]: () => spaceReply({ ...den, mute }),
    [`GET ${messagesOf(den)}?after=100`]: () => messagesReply([]),
  })
  // Without a connection the room is asked over and over, and would hear of it by that.
  await act(async () => FakeSocket.last.becomeReady())
  mute = null
  const asked = server.count(`GET /spaces/${den._id}`)
  await waitFor(() => expect(server.count(`GET /spaces/${den._id}`)).toBeGreaterThan(asked))
  await choose('Options of The den', 'Mute this room…')
  expect(await screen.findByRole('alertdialog', { name: 'Mute The den?' })).toBeTruthy()
})

it('who reacted is counted on the chip where there is no name', async () => {
  const given = [
    { emoji: '🫖', user: '999999999999999', username: '' },
    { emoji: '🫖', user: ben._id, username: 'Ben' },
  ]
  await renderChat([messageBy(ben, 100, { reactions: given })])
  expect(await button('🫖 2, given by Ben and 1 other')).toBeTruthy()
})

it('who reacted is asked for when it is looked at', async () => {
  const given = [
    { emoji: '🫖', user: ada._id, username: 'Ada' },
    { emoji: '❤️', user: ben._id, username: 'Ben' },
  ]
  const said = messageBy(ben, 100, { reactions: given })
  const path = `GET ${messagesOf(den)}/${said._id}/reactions`
  const answer = (emoji: string) => `${path}?${new URLSearchParams({ emoji })}`
  const { server } = await renderChat([said], {
    [answer('🫖')]: () => ({
      status: 200,
      body: reactorList.parse({ people: [authorOf(ada)], others: 3 }),
    }),
    [answer('❤️')]: () => ({
      status: 200,
      body: reactorList.parse({ people: [authorOf(ben)], others: 0 }),
    }),
  })
  expect(server.count(answer('🫖'))).toBe(0)
  const acts = await focusRow('Message 100')
  fireEvent.click(acts.getByRole('button', { name: 'Who reacted' }))
  await text('and 3 others')
  const dialog = within(await screen.findByRole('dialog', { name: 'Who reacted' }))
  expect(dialog.getByRole('list', { name: 'Who gave 🫖' }).textContent).toContain('Ada')
  fireEvent.click(dialog.getByRole('button', { name: '❤️' }))
  expect((await dialog.findByRole('list', { name: 'Who gave ❤️' })).textContent).toContain('Ben')
  await press('Close')
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Message 100'))
})

it.each([
  [[authorOf(ada)], 'and others'],
  [[], 'Others'],
])('who reacted is not counted where numbers are not wanted: %#', async (people, shown) => {
  const given = [{ emoji: '🫖', user: ben._id, username: 'Ben' }]
  const said = messageBy(ben, 100, { reactions: given })
  const query = new URLSearchParams({ emoji: '🫖' })
  await renderChat([said], {
    'GET /users/user': () => ({ status: 200, body: { ...ada, quietNumbers: true } }),
    [`GET ${messagesOf(den)}/${said._id}/reactions?${query}`]: () => ({
      status: 200,
      body: reactorList.parse({ people, others: 3 }),
    }),
  })
  const acts = await focusRow('Message 100')
  fireEvent.click(acts.getByRole('button', { name: 'Who reacted' }))
  expect(await text(shown)).toBeTruthy()
})
