import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ben } from '../../app/test-app.tsx'
import { api } from '../../platform/api-client.ts'
import { messageBy, messagesReply, resetSpaces, text } from '../test-spaces.tsx'
import { den, live, messagesOf, renderChat } from './test-chat.tsx'

afterEach(resetSpaces)

const AWAY = 'Snug cannot be reached right now. Posts, comments and messages you write stay here.'
const NEWS = `GET ${messagesOf(den)}?after=100`

it('a room whose server is away says so once, below the messages', async () => {
  let isAway = false
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await renderChat([messageBy(ben, 100)], {
    [NEWS]: () => (isAway ? 'no answer' : messagesReply([])),
  })
  isAway = true
  await act(() => vi.advanceTimersByTimeAsync(4_100))
  const room = screen.getByRole('dialog')
  await waitFor(() => expect(room.textContent).toContain(AWAY))
  expect(screen.queryByText('The messages could not be loaded.')).toBeNull()
})

it('one call that failed while the server speaks is forgotten', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await renderChat([messageBy(ben, 100)], {
    [NEWS]: () => messagesReply([]),
    'POST /posts/9/like': () => 'no answer',
  })
  await live()
  await text('Message 100')
  await act(() => api.post('/posts/9/like').catch(() => {}))
  expect(screen.getAllByText(AWAY)).not.toHaveLength(0)
  await act(() => vi.advanceTimersByTimeAsync(61_000))
  expect(screen.queryAllByText(AWAY)).toHaveLength(0)
})
