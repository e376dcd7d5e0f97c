/** For tests: a member's home, with the server played. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { vi } from 'vitest'
import { ada, createTestApp, homeReplies } from '../app/test-app.tsx'
import { createFakeServer, type FakeRequest, type Reply } from '../platform/fake-server.ts'
import { storeToken } from '../platform/token-store.ts'

type Replies = Record<string, (heard: FakeRequest) => Reply | Promise<Reply>>

/** Ada is here. What is answered beside her empty home is `replies`, by 'METHOD /path'. */
export function renderHome(replies: Replies, path = '/') {
  vi.stubGlobal('scrollTo', () => {})
  storeToken('a-token', false)
  const server = createFakeServer({ ...homeReplies(ada), ...replies })
  const idempotencyKeys: (string | null)[] = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    idempotencyKeys.push(new Headers(init.headers).get('idempotency-key'))
    return server.fetch(url, init)
  })
  const { element, router, queryClient } = createTestApp(path)
  queryClient.setDefaultOptions({ queries: { retry: false } })
  const page = render(element)
  return {
    ...page,
    server,
    router,
    /** Those that were sent, in order. */
    sentKeys: () => idempotencyKeys.filter((key) => key !== null),
  }
}

export function resetHome(): void {
  // The page goes before what it was given.
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
}

/** A text that is there by now or soon; the first screen's code takes a moment. */
export const text = (words: string) => screen.findByText(words)
export const button = (name: string | RegExp) => screen.findByRole('button', { name })
export const press = async (name: string | RegExp) => fireEvent.click(await button(name))
