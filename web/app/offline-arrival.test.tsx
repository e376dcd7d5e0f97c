import { act } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { deferredReply } from '../platform/fake-server.ts'
import { outbox } from '../platform/offline/outbox.ts'
import { ada } from './test-app.tsx'
import { prepareOffline, resetOffline, soup, text, visit } from './test-offline.ts'
import { created, feedReply, postBy } from './test-posts.ts'

// What waited when the page was opened, and is sent while the page is still coming.

const code = vi.hoisted(() => {
  let come = () => {}
  const isThere = new Promise<void>((resolve) => {
    come = resolve
  })
  return { isThere, come: () => come() }
})
// It is loaded after the screen.
vi.mock('./member-connection.tsx', async (importOriginal) => {
  const original = await importOriginal()
  await code.isThere
  return original as object
})

beforeEach(prepareOffline)
afterEach(resetOffline)

/** Ada's page with a post that waits; it was asked for the feed before the post came there. */
async function arriveWithPost() {
  const tunnel = postBy(ada, 'From the tunnel')
  let posts = [soup]
  const asked = deferredReply()
  const replies = [asked.reply]
  await outbox.claim(ada._id)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('No network.')))
  const item = { id: 'p-1', owner: ada._id, queryKey: ['feed'], path: '/posts' }
  await outbox.add({ ...item, fields: { text: tunnel.text } })
  outbox.close()
  const { server } = visit('/', {
    'GET /posts/friends': () => replies.shift()?.() ?? feedReply(posts),
    'POST /posts': () => {
      posts = [tunnel, soup]
      return { status: 201, body: created(tunnel) }
    },
  })
  await vi.waitFor(() => expect(server.count('GET /posts/friends')).toBeGreaterThan(0))
  return { server, answerFeed: () => act(async () => asked.answer(feedReply([soup]))) }
}

async function expectSent() {
  expect(await text('From the tunnel')).toBeTruthy()
  await vi.waitFor(() => expect(outbox.items()).toEqual([]))
  expect(await text('From the tunnel')).toBeTruthy()
}

it('a post that waited is in the feed, however late the code comes that reads it anew', async () => {
  const { answerFeed } = await arriveWithPost()
  await answerFeed()
  await text('There is soup.')
  code.come()
  await expectSent()
})

it('a post that waited is in the feed, also where that was being read for the first time', async () => {
  code.come()
  const { server, answerFeed } = await arriveWithPost()
  await vi.waitFor(() => expect(server.count('POST /posts')).toBe(1))
  await answerFeed()
  await expectSent()
})
