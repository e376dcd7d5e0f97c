/** For tests: the app of Ada, with the server and its stream played. */
import { act, render, screen, waitFor } from '@testing-library/react'
import { expect, vi } from 'vitest'
import type { ServerEvent } from '../../contract/realtime.ts'
import { createFakeServer, type Reply } from '../platform/fake-server.ts'
import { FakeSocket } from '../platform/realtime/fake-socket.ts'
import { storeToken } from '../platform/token-store.ts'
import { ada, createTestApp, homeReplies } from './test-app.tsx'

export const COUNT = 'GET /notifications/count'

export function prepareRealtime() {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.stubGlobal('scrollTo', () => {})
  FakeSocket.reset()
  storeToken('a-token', false)
}

export function resetRealtime() {
  vi.useRealTimers()
  vi.unstubAllGlobals()
}

type Replies = Record<string, () => Reply | Promise<Reply>>

/** A place that asks for nothing itself. */
export async function visit(replies: Replies = {}) {
  const server = createFakeServer({ ...homeReplies(ada), ...replies })
  vi.stubGlobal('fetch', server.fetch)
  const app = createTestApp('/no/such/place', FakeSocket)
  render(app.element)
  await screen.findByText('There is nothing here')
  await waitFor(() => expect(FakeSocket.opened).toHaveLength(1))
  return { server, ...app }
}

export const socket = () => FakeSocket.last

/** What the server does, and what the client makes of it at once. */
export const happens = (what: () => void) =>
  act(async () => {
    what()
    await vi.advanceTimersByTimeAsync(0)
  })

export const becomeReady = (unreadCount = 0) => happens(() => socket().becomeReady(unreadCount))
export const tell = (event: ServerEvent) => happens(() => socket().receive(event))

export const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
export const counted = (count: number): Reply => ({ status: 200, body: { count } })
