import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { SpaceMessage } from '../../../contract/space-messages.ts'
import { MESSAGES } from '../../../contract/spaces.ts'
import { ada, ben } from '../../app/test-app.tsx'
import { messageReply, type Reply } from '../../platform/fake-server.ts'
import { FakeSocket } from '../../platform/realtime/fake-socket.ts'
import {
  button,
  choose,
  field,
  MINE,
  messageBy,
  messagesReply,
  press,
  renderSpaces,
  resetSpaces,
  runByAda,
  spaceListReply,
  spaceNamed,
  spaceReply,
  text,
  withAda,
} from '../test-spaces.tsx'
import { den, log, messagesOf, REFUSED, renderChat, row, rows, words } from './test-chat.tsx'

afterEach(resetSpaces)

describe('a chat', () => {
  it('is empty at first, and says so', async () => {
    await renderChat([])
    expect(await text('No messages yet. Start the conversation!')).toBeTruthy()
  })

  it('shows who said what, oldest first, and is read at the end', async () => {
    const said = [messageBy(ben, 101), messageBy(ben, 102), messageBy(ada, 103)]
    const { server } = await renderChat(said)
    await waitFor(() => expect(words()).toEqual(['Message 101', 'Message 102', 'Message 103']))
    expect(within(await row('Message 101')).getByText('Ben')).toBeTruthy()
    expect(await text('New')).toBeTruthy()
    expect(await text('Today')).toBeTruthy()
    await waitFor(() => expect(server.count(`PUT /spaces/${den._id}/read`)).toBe(1))
    expect(server.bodies(`PUT /spaces/${den._id}/read`)).toEqual([{ seq: 103 }])
  })

  it('has no "New" line when all was seen, and marks nothing again', async () => {
    const { server } = await renderChat([messageBy(ben, 99), messageBy(ben, 100)])
    await text('Message 100')
    expect(screen.queryByText('New')).toBeNull()
    expect(server.count(`PUT /spaces/${den._id}/read`)).toBe(0)
  })

  it('says so when it cannot be read, and comes on another try', async () => {
    let reply: Reply = REFUSED
    renderSpaces(`/spaces/${den._id}`, {
      [`GET /spaces/${den._id}`]: () => spaceReply(den),
      [`GET ${messagesOf(den)}`]: () => reply,
    })
    await text('The messages could not be loaded.')
    reply = messagesReply([messageBy(ben, 1)])
    await press('Try again')
    expect(await text('Message 1')).toBeTruthy()
  })

  it('goes back page by page', async () => {
    const newest = Array.from({ length: 50 }, (_, index) => messageBy(ben, 51 + index))
    const first = newest[0]?._id
    let reply: Reply = REFUSED
    await renderChat(newest, { [`GET ${messagesOf(den)}?before=${first}`]: () => reply })
    await press('Show earlier messages')
    await text('The earlier messages could not be loaded.')
    reply = messagesReply([messageBy(ben, 49), messageBy(ben, 50)])
    await press('Try again')
    await waitFor(() =>
      expect(words().slice(0, 3)).toEqual(['Message 49', 'Message 50', 'Message 51']),
    )
    expect(screen.queryByRole('button', { name: 'Show earlier messages' })).toBeNull()
  })

  it('begins at the first unread message, however far back', async () => {
    const newest = Array.from({ length: 50 }, (_, index) => messageBy(ben, 151 + index))
    const older = Array.from({ length: 50 }, (_, index) => messageBy(ben, 101 + index))
    const oldest = [messageBy(ben, 100)]
    await renderChat(newest, {
      [`GET ${messagesOf(den)}?before=${newest[0]?._id}`]: () => messagesReply(older),
      [`GET ${messagesOf(den)}?before=${older[0]?._id}`]: () => messagesReply(oldest),
    })
    const line = await text('New')
    expect(line.closest('li')?.nextElementSibling).toBe(await row('Message 101'))
  })

  it('closes by Esc, and the list is there', async () => {
    const { router } = await renderChat([])
    fireEvent.keyDown(await field('Message'), { key: 'Escape' })
    await waitFor(() => expect(router.state.location.pathname).toBe('/spaces'))
    await waitFor(() => expect(screen.queryByRole('log')).toBeNull())
    expect(await text('No spaces found')).toBeTruthy()
  })

  it('opens from the list, and closes to the list as it was', async () => {
    const { router } = renderSpaces('/spaces?tab=mine', {
      [MINE]: () => spaceListReply([den]),
      [`GET /spaces/${den._id}`]: () => spaceReply(den),
      [`GET ${messagesOf(den)}`]: () => messagesReply([]),
    })
    fireEvent.click(await screen.findByRole('link', { name: 'Open The den' }))
    await field('Message')
    expect(router.state.location.pathname).toBe(`/spaces/${den._id}`)
    await waitFor(() => expect(document.title).toBe('The den · Snug'))
    await press('Close')
    await waitFor(() => expect(router.state.location.pathname).toBe('/spaces'))
    expect(router.state.location.search).toBe('?tab=mine')
    await waitFor(() => expect(document.title).toBe('Spaces · Snug'))
  })
})

describe('by keyboard', () => {
  it('messages are one stop, and the arrows go from one to the next', async () => {
    await renderChat([messageBy(ben, 99), messageBy(ben, 100)])
    await text('Message 100')
    expect(rows().map(({ tabIndex }) => tabIndex)).toEqual([-1, 0])
    act(() => rows()[1]?.focus())
    fireEvent.keyDown(rows()[1] as HTMLElement, { key: 'ArrowUp' })
    expect(document.activeElement).toBe(rows()[0])
    expect(rows().map(({ tabIndex }) => tabIndex)).toEqual([0, -1])
    fireEvent.keyDown(rows()[0] as HTMLElement, { key: 'End' })
    expect(document.activeElement).toBe(rows()[1])
  })
})

describe('the end of a chat', () => {
  /** As if the list were 1,000 px high in a window of 200. */
  function scrollTo(top: number) {
    const box = log()
    Object.defineProperties(box, {
      scrollHeight: { value: 1_000, configurable: true },
      clientHeight: { value: 200, configurable: true },
    })
    box.scrollTop = top
    fireEvent.scroll(box)
  }
  const hear = (message: SpaceMessage) =>
    act(async () => FakeSocket.last.receive({ type: 'message_created', spaceId: den._id, message }))

  it.each([
    [false, '1 new'],
    [true, 'new'],
  ])('is followed only from within 100 px of it (numbers unwanted: %j)', async (isQuiet, news) => {
    const viewer = { ...ada, quietNumbers: isQuiet }
    await renderChat([messageBy(ben, 100)], {
      'GET /users/user': () => ({ status: 200, body: viewer }),
    })
    await text('Message 100')
    await act(async () => FakeSocket.last.becomeReady())
    scrollTo(700)
    expect(screen.queryByRole('button', { name: /Jump to latest/ })).toBeNull()
    await hear(messageBy(ben, 101))
    await waitFor(() => expect(log().scrollTop).toBe(1_000))
    scrollTo(699)
    expect(await button('Jump to latest')).toBeTruthy()
    await hear(messageBy(ben, 102))
    expect(await button(`Jump to latest (${news})`)).toBeTruthy()
    expect(log().scrollTop).toBe(699)
    await press(`Jump to latest (${news})`)
    expect(log().scrollTop).toBe(1_000)
    expect(screen.queryByRole('button', { name: /Jump to latest/ })).toBeNull()
  })
})

describe('the admin', () => {
  it('deletes the space, and the chat closes', async () => {
    const space = runByAda('The attic')
    const { router, server } = await renderChat(
      [],
      {
        [`DELETE /spaces/${space._id}`]: () => messageReply(MESSAGES.deleted),
        // Asked for every few seconds, which a slow machine may take for the rest.
        [`GET ${messagesOf(space)}?after=0`]: () => messagesReply([]),
      },
      space,
    )
    await choose('Options of The attic', 'Delete')
    await press('Delete')
    await waitFor(() => expect(router.state.location.pathname).toBe('/spaces'))
    await waitFor(() => expect(server.count(`DELETE /spaces/${space._id}`)).toBe(1))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('about the space', () => {
  it('shows the pinned art and the way to the sound, which never plays by itself', async () => {
    const space = withAda(
      spaceNamed('The attic', {
        sound: { url: 'https://sound.example.org/rain', name: 'Rain', volume: 0.3 },
        pinnedArt: {
          url: 'https://art.example.org/1',
          title: 'Dust',
          artist: 'Cleo',
          image: '/media/art/1.webp',
        },
      }),
    )
    await renderChat([], {}, space)
    await press('About this space')
    const sound = await screen.findByRole('link', {
      name: /^Rain ?\(opens in a new tab\)$/,
    })
    expect(sound.getAttribute('href')).toBe('https://sound.example.org/rain')
    expect(sound.getAttribute('rel')).toBe('noopener noreferrer')
    expect(screen.getByRole('img', { name: 'Dust by Cleo' })).toBeTruthy()
    expect(
      screen.getByRole('link', { name: /^Dust by Cleo ?\(opens in a new tab\)$/ }),
    ).toBeTruthy()
    expect(document.querySelector('audio')).toBeNull()
  })
})
