import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { musicPreview } from '../../../contract/profile.ts'
import { createQueryClient } from '../../app/query-client.ts'
import { createFakeServer, errorReply, type Reply } from '../../platform/fake-server.ts'
import { MusicPreview } from './music-preview.tsx'

const RESOLVE = 'POST /users/spotify/resolve'
const TRACK = 'https://open.spotify.com/intl-de/track/abc?si=1'
const song = musicPreview.parse({
  title: 'Rain on a tin roof',
  artist: 'The Stoves',
  owner: '',
  url: 'https://open.spotify.com/track/abc',
  image: 'data:image/webp;base64,AAAA',
})

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function show(link: string, reply: Reply = { status: 200, body: song }) {
  const server = createFakeServer({ [RESOLVE]: () => reply })
  vi.stubGlobal('fetch', server.fetch)
  const client = createQueryClient()
  const preview = (shown: string) => (
    <QueryClientProvider client={client}>
      <MusicPreview link={shown} />
    </QueryClientProvider>
  )
  const { rerender, container } = render(preview(link))
  return { server, container, type: (next: string) => rerender(preview(next)) }
}

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('shows title, artist and image, and opens the player only when asked', async () => {
  const { server, container } = show(TRACK)
  expect(await screen.findByText('Rain on a tin roof')).toBeTruthy()
  expect(screen.getByText('The Stoves')).toBeTruthy()
  expect(container.querySelector('img')?.getAttribute('src')).toBe(song.image)
  expect(server.bodies(RESOLVE)).toEqual([{ url: 'https://open.spotify.com/track/abc' }])
  expect(container.querySelector('iframe')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Play Rain on a tin roof' }))
  const frame = screen.getByTitle<HTMLIFrameElement>('Music player: Rain on a tin roof')
  expect(frame.src).toBe('https://open.spotify.com/embed/track/abc')
  expect(frame.height).toBe('80')
  expect(frame.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin allow-popups')
  expect(frame.getAttribute('referrerpolicy')).toBe('no-referrer')
  expect(document.activeElement).toBe(frame)
  expect(screen.getByRole('link').getAttribute('href')).toBe(TRACK)
})

it('loads no image from elsewhere', async () => {
  const image = 'https://i.scdn.co/image/abc'
  const { container } = show(TRACK, { status: 200, body: { ...song, image } })
  expect(await screen.findByText('Rain on a tin roof')).toBeTruthy()
  expect(container.querySelector('img')).toBeNull()
})

it.each([
  ['a refusal', errorReply(404, 'not_found', 'There is no preview of this link.')],
  ['silence', 'no answer' as const],
  ['an answer that is none', { status: 200, body: {} }],
])('says nothing of %s, and still plays', async (_, reply) => {
  const { server } = show(TRACK, reply)
  expect(await screen.findByText('Spotify track')).toBeTruthy()
  expect(server.count(RESOLVE)).toBe(1)
  expect(screen.queryByRole('alert')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Play Spotify track' }))
  expect(screen.getByTitle('Music player: Spotify track')).toBeTruthy()
})

it.each([
  'https://example.org/track/abc',
  'https://open.spotify.com.example.org/track/abc',
  'https://open.spotify.com/user/ada',
  'https://open.spotify.com/track',
])('is only a link for %s', async (link) => {
  const { server, container } = show(link)
  await wait(1_000)
  expect(screen.getByRole('link').getAttribute('href')).toBe(link)
  expect(screen.queryByRole('button')).toBeNull()
  expect(container.querySelector('iframe')).toBeNull()
  expect(server.count(RESOLVE)).toBe(0)
})

it.each(['', 'no address', 'javascript:alert(1)', 'http://open.spotify.com/track/abc'])(
  'is nothing for %j',
  (link) => {
    const { container } = show(link)
    expect(container.textContent).toBe('')
  },
)

it('waits while somebody types, and asks once', async () => {
  const { server, type } = show('')
  type('https://open.spotify.com/track/a')
  await wait(300)
  type('https://open.spotify.com/track/ab')
  await wait(300)
  type('https://open.spotify.com/track/abc')
  expect(server.count(RESOLVE)).toBe(0)
  await wait(400)
  expect(await screen.findByText('Rain on a tin roof')).toBeTruthy()
  expect(server.bodies(RESOLVE)).toEqual([{ url: 'https://open.spotify.com/track/abc' }])
})
