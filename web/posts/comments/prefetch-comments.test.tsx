import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Comment } from '../../../contract/comments.ts'
import { ben } from '../../app/test-app.tsx'
import { feedReply, postBy } from '../../app/test-posts.ts'
import { renderHome, resetHome, text } from '../test-home.tsx'
import { commentBy, readAhead, readAheadOf } from './test-comments.ts'

afterEach(() => {
  resetHome()
  Reflect.deleteProperty(navigator, 'connection')
})

/** Idle moments come when the test says so. */
function idleMoments() {
  const waiting: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (act: () => void) => waiting.push(act))
  return {
    pass() {
      for (const act of waiting.splice(0)) act()
    },
  }
}

/** Four posts on Home. What is read under one alone is never answered. */
async function openHome(said: (postIds: string[]) => Record<string, Comment[]>) {
  const posts = ['One', 'Two', 'Three', 'Four'].map((said) => postBy(ben, said))
  const postIds = posts.slice(0, 3).map(({ _id }) => _id)
  const { server } = renderHome({
    'GET /posts/friends': () => feedReply(posts),
    ...readAhead(postIds, said(postIds)),
    ...Object.fromEntries(
      posts.map(({ _id }) => [`GET /posts/${_id}/comments`, () => new Promise<never>(() => {})]),
    ),
  })
  await text('Four')
  const reads = () =>
    server.requests.map(({ path }) => `GET ${path}`).filter((read) => read.includes('/comments'))
  return { reads, postIds, atOnce: readAheadOf(postIds) }
}

it('reads the comments of the first three posts at once, when the page is idle', async () => {
  const idle = idleMoments()
  const { reads, atOnce } = await openHome(([one = '', two = '', three = '']) => ({
    ...{ [one]: [], [two]: [commentBy(ben, 'Well said')], [three]: [] },
  }))
  expect(reads()).toEqual([])
  await waitFor(() => {
    idle.pass()
    expect(reads()).toEqual([atOnce])
  })
  const [, second] = screen.getAllByRole('button', { name: /^Comment/ })
  if (second) fireEvent.click(second)
  await text('Well said')
})

it('reads alone what was not among them', async () => {
  const idle = idleMoments()
  const { reads, postIds, atOnce } = await openHome(([one = '', , three = '']) => ({
    ...{ [one]: [], [three]: [] },
  }))
  await waitFor(() => {
    idle.pass()
    expect(reads()).toEqual([atOnce, `GET /posts/${postIds[1]}/comments`])
  })
})

it('reads none ahead where bytes are saved', async () => {
  const idle = idleMoments()
  Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } })
  const { reads } = await openHome(() => ({}))
  for (let moment = 0; moment < 20; moment++) {
    idle.pass()
    await new Promise((resolve) => setTimeout(resolve))
  }
  expect(reads()).toEqual([])
})
