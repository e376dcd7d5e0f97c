import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { spaceSummaries } from '../../../contract/space-summaries.ts'
import { MESSAGES } from '../../../contract/spaces.ts'
import { ben } from '../../app/test-app.tsx'
import { deferredReply } from '../../platform/fake-server.ts'
import {
  link,
  messageBy,
  messagesReply,
  press,
  renderSpaces,
  resetSpaces,
  spaceReply,
  text,
} from '../test-spaces.tsx'
import { den, messagesOf, REFUSED, words } from './test-chat.tsx'

// A notification of a message leads to it: the room's address says which one it is.

afterEach(resetSpaces)

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => messageBy(ben, from + index))
const newest = numbered(51, 100)
const near = newest[9]?._id
const far = messageBy(ben, 10)
const at = (id: string | undefined) => `/spaces/${den._id}?message=${id}`
const READ = `GET ${messagesOf(den)}`
const AROUND = `${READ}?around=${far._id}`

function visit(path: string, replies: Parameters<typeof renderSpaces>[1] = {}) {
  return renderSpaces(path, {
    [`GET /spaces/${den._id}`]: () => spaceReply(den),
    [READ]: () => messagesReply(newest),
    [`PUT /spaces/${den._id}/read`]: () => ({ status: 200, body: { seq: 100 } }),
    ...replies,
  })
}
const isLedTo = (content: string) =>
  waitFor(() =>
    expect(document.activeElement?.querySelector(':scope > * > p[dir]')?.textContent).toBe(content),
  )

describe('the address of a message', () => {
  it('leads to it, and is the room’s again; the same one leads there once more', async () => {
    const { router } = visit(at(near))
    await isLedTo('Message 60')
    await waitFor(() => expect(router.state.location.search).toBe(''))
    act(() => screen.getByLabelText('Message').focus())
    await act(() => router.navigate(at(near), { replace: true }))
    await isLedTo('Message 60')
    await waitFor(() => expect(router.state.location.search).toBe(''))
  })

  it('leads far before what is loaded', async () => {
    const around = [...numbered(1, 9), far, ...numbered(11, 34)]
    visit(at(far._id), { [AROUND]: () => messagesReply(around) })
    await isLedTo('Message 10')
    expect([words()[0], words().at(-1)]).toEqual(['Message 1', 'Message 34'])
  })

  it.each([
    ['that is gone', () => messagesReply([]), MESSAGES.messageMissingHere],
    ['that cannot be read', () => REFUSED, 'The message could not be loaded.'],
  ])('of one %s opens the room as ever, and says so', async (_, reply, sentence) => {
    const { router } = visit(at(far._id), { [AROUND]: reply })
    expect((await screen.findByRole('alert')).textContent).toContain(sentence)
    expect(words().at(-1)).toBe('Message 100')
    expect(router.state.location.search).toBe('')
  })

  it('that says nothing of the kind is left alone', async () => {
    const { server } = visit(at('1%26before=2'))
    await text('Message 100')
    expect(server.requests.filter(({ path }) => path.includes('around'))).toEqual([])
  })

  it('waits until the chat could be opened', async () => {
    const { reply, answer } = deferredReply()
    const { router } = visit(at(near), { [READ]: reply })
    await text('Loading messages')
    expect(router.state.location.search).not.toBe('')
    await act(async () => answer(messagesReply(newest)))
    await isLedTo('Message 60')
  })

  it('is not taken along out of the room, where it could not be followed yet', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query === '(width >= 1100px)',
      addEventListener() {},
      removeEventListener() {},
    }))
    const attic = {
      ...{ _id: '710000000000', name: 'The attic', vibe: 'chill', colorPalette: den.colorPalette },
      ...{ isUnread: false, mute: null, lastMessage: null },
    }
    const { router } = visit(at(near), {
      [READ]: () => REFUSED,
      'GET /spaces/rooms': () => ({
        status: 200,
        body: spaceSummaries.parse({ rooms: [attic], folded: [] }),
      }),
    })
    const other = await link(/The attic/)
    expect(other.getAttribute('href')).toBe(`/spaces/${attic._id}`)
    await press('Close')
    await waitFor(() => expect(router.state.location.pathname).toBe('/spaces'))
    expect(router.state.location.search).toBe('')
  })
})
