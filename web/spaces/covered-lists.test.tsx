import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { deferredReply } from '../platform/fake-server.ts'
import { loadSpaceLists } from './load-space-lists.ts'
import { den, renderChat } from './messages/test-chat.tsx'
import {
  MINE,
  press,
  renderSpaces,
  resetSpaces,
  spaceListReply,
  spaceReply,
  text,
} from './test-spaces.tsx'

afterEach(resetSpaces)

/** Every question about the width of the window is answered with yes. */
function onPhone() {
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...{ matches: query.includes('width <'), addEventListener() {}, removeEventListener() {} },
  }))
}

const lists = () => screen.queryByRole('tablist', { name: 'Spaces', hidden: true })

it('are read on a phone once the room that covers them stands, and seen when it closes', async () => {
  onPhone()
  const { server, router } = await renderChat([], { [MINE]: () => spaceListReply([den]) })
  expect(lists()).toBeNull()
  await waitFor(() => expect(server.count(MINE)).toBe(1))
  expect(lists()).toBeNull()
  await press('Close')
  expect(await screen.findByRole('tablist', { name: 'Spaces' })).toBeTruthy()
  expect(router.state.location.pathname).toBe('/spaces')
  // It would open the room again.
  const way = await screen.findByRole('link', { name: `Open ${den.name}` })
  await waitFor(() => expect(document.activeElement).toBe(way))
})

it('wait on a phone for the room, however long it takes', async () => {
  onPhone()
  const room = deferredReply()
  const { server } = renderSpaces(`/spaces/${den._id}`, {
    [`GET /spaces/${den._id}`]: room.reply,
  })
  expect(await screen.findByText('Loading the space')).toBeTruthy()
  // By then they would be drawn, if nothing held them.
  await act(async () => void (await loadSpaceLists()))
  await act(async () => void (await loadSpaceLists()))
  expect(server.count(MINE)).toBe(0)
  room.answer(spaceReply(den))
  await waitFor(() => expect(server.count(MINE)).toBe(1))
  expect(await text(den.name)).toBeTruthy()
})
