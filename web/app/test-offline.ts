/** For tests: Ada’s pages while the network comes and goes. */
import { act, cleanup, render, screen } from '@testing-library/react'
import { vi } from 'vitest'
import { createFakeServer, type Reply } from '../platform/fake-server.ts'
import { installFakePersistence } from '../platform/offline/fake-persistence.ts'
import { outbox } from '../platform/offline/outbox.ts'
import { storeToken } from '../platform/token-store.ts'
import { ada, createTestApp, homeReplies } from './test-app.tsx'
import { feedReply, postBy } from './test-posts.ts'

export const soup = postBy(ada, 'There is soup.')
export const COMMENTS = `/posts/${soup._id}/comments`
let isOnline = true

export function prepareOffline() {
  isOnline = true
  vi.stubGlobal('scrollTo', () => {})
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline)
  installFakePersistence()
  storeToken('mine', true)
}

export async function resetOffline() {
  cleanup()
  await outbox.wipeOf(() => true)
  vi.unstubAllGlobals()
}

export type Replies = Parameters<typeof createFakeServer>[0]

export function visit(path: string, replies: Replies = {}) {
  const away = (): Reply => 'no answer'
  const all: Replies = {
    ...homeReplies(ada),
    'GET /posts/friends': () => feedReply([soup]),
    [`GET ${COMMENTS}`]: () => ({ status: 200, body: [] }),
    ...replies,
  }
  const guarded = Object.entries(all).map(([route, reply]) => [
    route,
    (heard: Parameters<typeof reply>[0]) => (isOnline ? reply(heard) : away()),
  ])
  const server = createFakeServer(Object.fromEntries(guarded))
  vi.stubGlobal('fetch', server.fetch)
  const app = createTestApp(path)
  render(app.element)
  return { server, ...app }
}

export const text = (words: string) => screen.findByText(words)

/** It is gone, and nobody has said so. */
export function loseNetwork() {
  isOnline = false
}

export const go = (online: boolean) =>
  act(async () => {
    isOnline = online
    window.dispatchEvent(new Event(online ? 'online' : 'offline'))
  })
