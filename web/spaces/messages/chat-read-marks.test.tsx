import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ben } from '../../app/test-app.tsx'
import type { Reply } from '../../platform/fake-server.ts'
import { FakeSocket } from '../../platform/realtime/fake-socket.ts'
import { messageBy, messagesReply, resetSpaces, summariesReply, text } from '../test-spaces.tsx'
import { created, den, live, messagesOf, renderChat } from './test-chat.tsx'

afterEach(resetSpaces)

const MESSAGES_PATH = `GET ${messagesOf(den)}`
const ROOMS = 'GET /spaces/rooms'
const READ = `PUT /spaces/${den._id}/read`

const render = (replies: Parameters<typeof renderChat>[1] = {}) =>
  renderChat([messageBy(ben, 99), messageBy(ben, 100)], replies)

describe('what is told of a chat', () => {
  it('is marked read once a second at most, and at once where nobody reads on', async () => {
    const { server, unmount } = await render({
      [`${MESSAGES_PATH}?after=100`]: () => messagesReply([]),
    })
    const marks = () => server.bodies(READ).map((body) => (body as { seq: number }).seq)
    await live()
    // A clock that stands: however slow the machine is, no second passes unasked.
    vi.useFakeTimers()
    const shown = async (words: string) => {
      await act(() => vi.advanceTimersByTimeAsync(10))
      expect(screen.getByText(words)).toBeTruthy()
    }
    for (const seq of [101, 102, 103]) await created(messageBy(ben, seq))
    await shown('Message 103')
    expect(marks()).toEqual([101])
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(marks()).toEqual([101, 103])
    await created(messageBy(ben, 104))
    await shown('Message 104')
    expect(marks()).toEqual([101, 103])
    const sight = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await act(async () => document.dispatchEvent(new Event('visibilitychange')))
    expect(marks()).toEqual([101, 103, 104])
    sight.mockRestore()
    await act(async () => document.dispatchEvent(new Event('visibilitychange')))
    for (const seq of [105, 106]) await created(messageBy(ben, seq))
    await shown('Message 106')
    expect(marks()).toEqual([101, 103, 104, 105])
    unmount()
    expect(marks()).toEqual([101, 103, 104, 105, 106])
  })

  it('that could not be marked read is marked with the next, and not asked for by itself', async () => {
    let reply: Reply = { status: 503, body: {} }
    const { server } = await render({
      [`${MESSAGES_PATH}?after=100`]: () => messagesReply([]),
      [READ]: () => reply,
    })
    await live()
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await created(messageBy(ben, 101))
    await text('Message 101')
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    expect(server.count(READ)).toBe(1)
    reply = { status: 200, body: { lastReadSeq: 102 } }
    await created(messageBy(ben, 102))
    await text('Message 102')
    expect(server.bodies(READ)).toEqual([{ seq: 101 }, { seq: 102 }])
  })

  it('asks for nothing more than to note that it is read, which is told to this device, too', async () => {
    const { server } = await render({
      [`${MESSAGES_PATH}?after=100`]: () => messagesReply([]),
      [ROOMS]: () => summariesReply([]),
      [READ]: ({ body }) => {
        const { seq } = body as { seq: number }
        FakeSocket.last.receive({ type: 'space_read', spaceId: den._id, seq })
        return { status: 200, body: { lastReadSeq: seq } }
      },
    })
    await live()
    await waitFor(() => expect(server.count(`${MESSAGES_PATH}?after=100`)).toBe(1))
    // What is read as one arrives may come late, this a second after the first drawing.
    await waitFor(() => expect(server.count(ROOMS)).toBe(1))
    let before = 0
    while (before < server.requests.length) {
      before = server.requests.length
      await act(() => vi.dynamicImportSettled())
      await act(() => new Promise((resolve) => setTimeout(resolve, 500)))
    }
    await created(messageBy(ben, 101))
    await waitFor(() => expect(server.count(READ)).toBe(1))
    await act(() => new Promise((resolve) => setTimeout(resolve, 300)))
    const asked = server.requests.slice(before).map(({ method, path }) => `${method} ${path}`)
    expect(asked).toEqual([READ])
  })
})
