import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { vi } from 'vitest'
import { ada, createTestApp, homeReplies } from '../app/test-app.tsx'
import { createFakeServer, type Reply } from '../platform/fake-server.ts'
import { storeToken } from '../platform/token-store.ts'

export const LIST = 'GET /notifications'

export const COUNT = 'GET /notifications/count'

export const WAITING = 'GET /users/friend-requests'

type Replies = Record<string, () => Reply | Promise<Reply>>

export const NONE: Reply = { status: 200, body: [] }

export const counted = (count: number): Reply => ({ status: 200, body: { count } })

/** The privacy page, since it asks for little, with the panel open over it. */
export async function openPanel(replies: Replies) {
  const server = createFakeServer({
    ...homeReplies(ada),
    [LIST]: () => NONE,
    [WAITING]: () => NONE,
    ...replies,
  })
  vi.stubGlobal('fetch', server.fetch)
  const { element, router, queryClient } = createTestApp('/no/such/place')
  queryClient.setDefaultOptions({ queries: { retry: false } })
  render(element)
  const [bell] = await screen.findAllByRole('button', { name: /^Notifications/ })
  fireEvent.click(bell as HTMLElement)
  const panel = within(await screen.findByRole('dialog', { name: 'Notifications' }))
  return { server, router, panel, queryClient }
}

export const isNew = (row: HTMLElement | null) =>
  row !== null && !within(row).getByText('New').className.includes('invisible')

export const place = ({ state }: Awaited<ReturnType<typeof openPanel>>['router']) =>
  state.location.pathname + state.location.search

export function preparePanel() {
  vi.stubGlobal('scrollTo', () => {})
  storeToken('a-token', false)
}

export async function resetPanel() {
  vi.useRealTimers()
  cleanup()
  // A dialog that goes puts the history right a moment later.
  await new Promise((resolve) => setTimeout(resolve))
  vi.unstubAllGlobals()
}
