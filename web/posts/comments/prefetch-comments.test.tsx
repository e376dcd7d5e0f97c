import { waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ben } from '../../app/test-app.tsx'
import { feedReply, postBy } from '../../app/test-posts.ts'
import { renderHome, resetHome, text } from '../test-home.tsx'

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

async function openHome() {
  const posts = ['One', 'Two', 'Three', 'Four'].map((said) => postBy(ben, said))
  const reads = posts.map(({ _id }) => `GET /posts/${_id}/comments`)
  const { server } = renderHome({
    'GET /posts/friends': () => feedReply(posts),
    ...Object.fromEntries(reads.map((read) => [read, () => ({ status: 200, body: [] })])),
  })
  await text('Four')
  return () => reads.map((read) => server.count(read))
}

it('reads the comments of the first three posts once the page is idle', async () => {
  const idle = idleMoments()
  const counts = await openHome()
  expect(counts()).toEqual([0, 0, 0, 0])
  await waitFor(() => {
    idle.pass()
    expect(counts()).toEqual([1, 1, 1, 0])
  })
})

it('reads none ahead where bytes are saved', async () => {
  const idle = idleMoments()
  Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } })
  const counts = await openHome()
  for (let moment = 0; moment < 20; moment++) {
    idle.pass()
    await new Promise((resolve) => setTimeout(resolve))
  }
  expect(counts()).toEqual([0, 0, 0, 0])
})
