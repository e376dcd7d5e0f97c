import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import {
  createFakeServer,
  deferredReply,
  errorReply,
  type Reply,
} from '../../platform/fake-server.ts'
import { outbox } from '../../platform/offline/outbox.ts'
import type { OutboxItem } from '../../platform/offline/outbox-item.ts'
import { ToastProvider } from '../../ui/toast.tsx'
import { UnsentWords } from './unsent-words.tsx'

afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  await outbox.wipeOf(() => true)
})

const show = () =>
  render(
    <ToastProvider>
      <main>
        <h1>Home</h1>
        <UnsentWords />
      </main>
    </ToastProvider>,
  )

/** As it was stored before items noted that they were handed back. */
function storedBefore(queryKey: string[], problem: string | null): OutboxItem {
  const { wasHandedBack: _, ...item }: OutboxItem = {
    ...{
      id: queryKey[0] ?? '',
      owner: '1',
      queryKey,
      path: '/tea',
      problem,
      delay: null,
      failure: null,
    },
    ...{ fields: { text: `${queryKey[0]}, ${problem}` }, createdAt: '2026-01-15T12:00:00.000Z' },
    ...{ firstTriedAt: null, isSending: false, wasHandedBack: false },
  }
  return item as OutboxItem
}

it('what an earlier version stored as refused stands there, and nothing that waits', async () => {
  const items = [
    storedBefore(['comments', '8'], 'It is gone.'),
    storedBefore(['messages', '7'], null),
    storedBefore(['feed', 'friends'], 'Too long.'),
  ]
  vi.spyOn(outbox, 'items').mockReturnValue(items)
  show()
  expect(await screen.findByText('comments, It is gone.')).toBeTruthy()
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
})

/** Each was refused once; from then on each is taken when the test says so. */
async function comeBack(...written: { queryKey: string[]; text: string }[]) {
  let reply: () => Reply | Promise<Reply> = () => errorReply(404, 'not_found', 'It is gone.')
  const server = createFakeServer({ 'POST /tea': () => reply() })
  vi.stubGlobal('fetch', server.fetch)
  await outbox.claim('1')
  for (const { queryKey, text } of written)
    await outbox.add({ id: text, owner: '1', queryKey, path: '/tea', fields: { text } })
  let take = () => {}
  reply = () => {
    const { reply: taken, answer } = deferredReply()
    take = () => answer({ status: 201, body: {} })
    return taken()
  }
  show()
  await screen.findByText('What could not be sent')
  const refused = written.length
  let taken = 0
  return async () => {
    taken++
    await waitFor(() => expect(server.count('POST /tea')).toBe(refused + taken))
    await act(async () => take())
  }
}

const heading = (name: string) => screen.findByRole('heading', { name })
const hasFocus = async (element: Promise<HTMLElement>) => {
  const awaited = await element
  await waitFor(() => expect(document.activeElement).toBe(awaited))
}
const press = async (name: string) =>
  userEvent.click((await screen.findAllByRole('button', { name }))[0] as HTMLElement)

it('says what was sent, and hands the focus on once nothing is left', async () => {
  const take = await comeBack(
    { queryKey: ['comments', '8'], text: 'Soup' },
    { queryKey: ['messages', '7'], text: 'Tea' },
  )
  await press('Retry')
  await hasFocus(heading('What could not be sent'))
  await take()
  expect(await screen.findByText('Your comment is sent.')).toBeTruthy()
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
  await press('Retry')
  await hasFocus(heading('What could not be sent'))
  await take()
  expect(await screen.findByText('Your message is sent.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('What could not be sent')).toBeNull())
  await hasFocus(heading('Home'))
})

it('hands the focus on where the last is discarded, and says nothing', async () => {
  await comeBack({ queryKey: ['comments', '8'], text: 'Soup' })
  await press('Discard')
  await waitFor(() => expect(screen.queryByText('What could not be sent')).toBeNull())
  await hasFocus(heading('Home'))
  expect(screen.queryByText(/is sent/)).toBeNull()
})

it('leaves the focus where the member has gone on meanwhile', async () => {
  const take = await comeBack({ queryKey: ['comments', '8'], text: 'Soup' })
  await press('Retry')
  await hasFocus(heading('What could not be sent'))
  await act(async () => (document.activeElement as HTMLElement).blur())
  await take()
  await waitFor(() => expect(screen.queryByText('What could not be sent')).toBeNull())
  await act(() => new Promise((done) => requestAnimationFrame(done)))
  expect(document.activeElement).toBe(document.body)
})
