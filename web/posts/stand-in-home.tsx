/** For tests: a member's home, with the server played. */
import { fireEvent, render, screen } from '@testing-library/react'
import { vi } from 'vitest'
import { ada, appAt, homeOf } from '../app/stand-in-app.tsx'
import { type Heard, type Reply, standInServer } from '../platform/stand-in-server.ts'
import { keepToken } from '../platform/token-store.ts'

type Replies = Record<string, (heard: Heard) => Reply | Promise<Reply>>

/** Ada is here. What is answered beside her empty home is `replies`, by 'METHOD /path'. */
export function visitHome(replies: Replies) {
  vi.stubGlobal('scrollTo', () => {})
  keepToken('a-token', false)
  const server = standInServer({ ...homeOf(ada), ...replies })
  const idempotencyKeys: (string | null)[] = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    idempotencyKeys.push(new Headers(init.headers).get('idempotency-key'))
    return server.fetch(url, init)
  })
  const { element, router, queryClient } = appAt('/')
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

export function leaveHome(): void {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
}

/** A text that is there by now or soon; the first screen's code takes a moment. */
export const text = (words: string) => screen.findByText(words, {}, { timeout: 4_000 })
export const button = (name: string | RegExp) =>
  screen.findByRole('button', { name }, { timeout: 4_000 })
export const press = async (name: string | RegExp) => fireEvent.click(await button(name))

/** A reply that the test gives when it likes. */
export function heldReply() {
  const { promise, resolve } = Promise.withResolvers<Reply>()
  return { reply: () => promise, answer: resolve }
}
