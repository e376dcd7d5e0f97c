import { fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dateString, promptOf } from '../../contract/theme.ts'
import { ada, ben, createTestApp, homeReplies } from '../app/test-app.tsx'
import { feedReply, postBy } from '../app/test-posts.ts'
import { createFakeServer } from '../platform/fake-server.ts'
import { storeToken } from '../platform/token-store.ts'

const DATE = '2026-03-10'
const theme = { date: DATE, prompt: promptOf(DATE) }
const written = postBy(ben, 'Thank you all.', { theme })

beforeEach(() => {
  // The page and the test take the same day for today, at midnight too.
  vi.setSystemTime(Date.now())
  vi.stubGlobal('scrollTo', () => {})
  storeToken('a-token', false)
})
afterEach(() => vi.unstubAllGlobals())

function visit(path: string) {
  const replies = {
    ...homeReplies(ada),
    'GET /posts/friends': () => feedReply([written]),
    [`GET /posts/themes/${dateString(new Date())}`]: () => feedReply([]),
    [`GET /posts/themes/${DATE}`]: () => feedReply([written, postBy(ada, 'Thank you, Ben.')]),
  }
  vi.stubGlobal('fetch', createFakeServer(replies).fetch)
  const { element, router } = createTestApp(path)
  render(element)
  return router
}

it('the theme of a post leads to what everybody wrote about it', async () => {
  const router = visit('/')
  fireEvent.click(await screen.findByText(theme.prompt))
  expect(await screen.findByText('Thank you, Ben.')).toBeTruthy()
  expect(router.state.location.pathname).toBe(`/themes/${DATE}`)
  expect(screen.getByRole('heading', { level: 2, name: theme.prompt })).toBeTruthy()
  fireEvent.click(screen.getByRole('link', { name: 'Back' }))
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/'))
})

it("today's is written about over its page", async () => {
  const today = dateString(new Date())
  const router = visit(`/themes/${today}`)
  fireEvent.click(await screen.findByRole('link', { name: 'Write about this' }))
  const sheet = await screen.findByRole('dialog', { name: 'Create Post' })
  expect(
    within(sheet).getByRole('heading', { name: `Today's theme: ${promptOf(today)}` }),
  ).toBeTruthy()
  expect(router.state.location.pathname).toBe(`/themes/${today}`)
})

it('a day that is none has no theme', async () => {
  visit('/themes/someday')
  expect(await screen.findByText('There is no theme of that day.')).toBeTruthy()
})
