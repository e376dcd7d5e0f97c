import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SAYS as COMMENTS_SAY, commentList } from '../../contract/comments.ts'
import { SAYS } from '../../contract/posts.ts'
import { memoryStore } from '../platform/offline/device-store.ts'
import { createKeeper, kept } from '../platform/offline/kept.ts'
import { outbox } from '../platform/offline/outbox.ts'
import { type Reply, standInServer } from '../platform/stand-in-server.ts'
import { keepToken, readToken } from '../platform/token-store.ts'
import { created, feedOf, postBy } from '../posts/stand-in-posts.ts'
import { ada, appAt, homeOf } from './stand-in-app.tsx'

vi.setConfig({ testTimeout: 15_000 })

const soup = postBy(ada, 'There is soup.')
const COMMENTS = `/posts/${soup._id}/comments`
let isOnline = true

beforeEach(() => {
  isOnline = true
  vi.stubGlobal('scrollTo', () => {})
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline)
  // The device of these tests remembers as long as the test goes on.
  const device = createKeeper(memoryStore())
  for (const act of ['keep', 'read', 'readAll', 'wipe'] as const)
    vi.spyOn(kept, act).mockImplementation(device[act] as never)
  keepToken('mine', true)
})

afterEach(async () => {
  cleanup()
  await outbox.wipe()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})

type Replies = Parameters<typeof standInServer>[0]

function visit(path: string, replies: Replies = {}) {
  const away = (): Reply => 'no answer'
  const all: Replies = {
    ...homeOf(ada),
    'GET /posts/friends': () => feedOf([soup]),
    [`GET ${COMMENTS}`]: () => ({ status: 200, body: [] }),
    ...replies,
  }
  const guarded = Object.entries(all).map(([route, reply]) => [
    route,
    (heard: Parameters<typeof reply>[0]) => (isOnline ? reply(heard) : away()),
  ])
  const server = standInServer(Object.fromEntries(guarded))
  vi.stubGlobal('fetch', server.fetch)
  const app = appAt(path)
  render(app.element)
  return { server, ...app }
}

const text = (words: string) => screen.findByText(words, {}, { timeout: 8_000 })
const go = (online: boolean) =>
  act(async () => {
    isOnline = online
    window.dispatchEvent(new Event(online ? 'online' : 'offline'))
  })

describe('without a network', () => {
  it('the feed that was read last opens, under the name of its reader, until the server is back', async () => {
    visit('/')
    await text('There is soup.')
    cleanup()
    isOnline = false
    visit('/', { 'GET /posts/friends': () => feedOf([postBy(ada, 'Fresh bread.')]) })
    expect(await text('There is soup.')).toBeTruthy()
    expect(screen.getAllByText('Hi, Ada')).not.toHaveLength(0)
    expect(screen.getByText(/^You are offline/)).toBeTruthy()
    await go(true)
    expect(await text('Fresh bread.')).toBeTruthy()
    expect(screen.queryByText(/^You are offline/)).toBeNull()
  })

  it('a session that ended meanwhile shows nothing any more', async () => {
    visit('/')
    await text('There is soup.')
    cleanup()
    isOnline = false
    const ended = (): Reply => ({ status: 401, body: {} })
    visit('/', { 'GET /users/user': ended, 'POST /users/refresh-token': ended })
    await text('There is soup.')
    await go(true)
    expect(await text('Welcome back')).toBeTruthy()
    expect(readToken()).toBeNull()
    expect(screen.queryByText('There is soup.')).toBeNull()
    expect(await kept.readAll()).toEqual([])
  })

  it('a comment waits where it was written, and is sent once', async () => {
    const _id = '00000000-0000-4000-b000-000000000001'
    const createdAt = new Date().toISOString()
    const said = commentList.parse([{ _id, user: soup.user, text: 'With bread?', createdAt }])
    let made: typeof said = []
    visit('/', {
      [`GET ${COMMENTS}`]: () => ({ status: 200, body: made }),
      [`POST ${COMMENTS}`]: () => {
        made = [...made, ...said]
        return { status: 201, body: made }
      },
    })
    await text('There is soup.')
    fireEvent.click(screen.getByRole('button', { name: 'Comments' }))
    const field = await screen.findByLabelText<HTMLTextAreaElement>('Your comment')
    await go(false)
    fireEvent.change(field, { target: { value: 'With bread?' } })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(await text('Waiting to be sent')).toBeTruthy()
    expect(field.value).toBe('')
    expect(screen.queryByText(COMMENTS_SAY.addFailed)).toBeNull()
    await go(true)
    await waitFor(() => expect(screen.queryByText('Waiting to be sent')).toBeNull())
    expect(screen.getAllByText('With bread?')).toHaveLength(1)
    expect(made).toHaveLength(1)
    await waitFor(() => expect(outbox.letters()).toEqual([]))
  })

  it('a post waits over the feed, can be discarded, and holds up the logout', async () => {
    class NoNetwork {
      upload = {}
      open() {}
      setRequestHeader() {}
      send() {
        setTimeout(() => this.onerror())
      }
      onerror = () => {}
    }
    vi.stubGlobal('XMLHttpRequest', NoNetwork)
    const { router } = visit('/create-post', {
      'POST /posts': () => ({ status: 201, body: created(soup) }),
    })
    const field = await screen.findByLabelText('Your post', {}, { timeout: 8_000 })
    await go(false)
    fireEvent.change(field, { target: { value: 'From the tunnel' } })
    fireEvent.click(screen.getByRole('button', { name: 'Post' }))
    expect(await text('Waiting to be sent')).toBeTruthy()
    expect(router.state.location.pathname).toBe('/')
    expect(screen.queryByText(SAYS.created)).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Logout' }))
    expect(await text('Log out and lose what was not sent?')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(readToken()).toBe('mine')
    fireEvent.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByText('From the tunnel')).toBeNull())
  })
})
