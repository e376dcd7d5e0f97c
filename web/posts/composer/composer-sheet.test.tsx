import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ada } from '../../app/test-app.tsx'
import { created, feedReply, postBy } from '../../app/test-posts.ts'
import { installFakeUploads } from '../../platform/fake-upload.ts'
import { press, renderHome, resetHome } from '../test-home.tsx'

afterEach(resetHome)

const opener = () => screen.findByRole('link', { name: /What's on your mind\?/ })
const area = () => screen.queryByLabelText('Your post')

it('opens over Home, keeps what is written on leaving, and puts the post on top', async () => {
  installFakeUploads({ isFetched: true })
  const soup = postBy(ada, 'Good soup.')
  let made: (typeof soup)[] = []
  const { router } = renderHome({
    'POST /posts': () => {
      made = [soup]
      return { status: 201, body: created(soup) }
    },
    'GET /posts/friends': () => feedReply(made),
  })
  fireEvent.click(await opener())
  fireEvent.change(await screen.findByLabelText('Your post'), { target: { value: 'Good soup.' } })
  expect(router.state.location.pathname).toBe('/')
  await press('Close')
  await waitFor(() => expect(area()).toBeNull())
  fireEvent.click(await opener())
  expect(await screen.findByDisplayValue('Good soup.')).toBeTruthy()
  await press('Post')
  expect(await screen.findByRole('article')).toBeTruthy()
})

describe('what was sent from a place', () => {
  async function post() {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    installFakeUploads({ isFetched: true })
    const { router } = renderHome(
      { 'POST /posts': () => ({ status: 201, body: created(postBy(ada, 'Good soup.')) }) },
      '/privacy',
    )
    fireEvent.click(await screen.findByRole('link', { name: 'Create Post' }))
    fireEvent.change(await screen.findByLabelText('Your post'), { target: { value: 'Good soup.' } })
    await press('Post')
    const said = await screen.findByText('Post created successfully!')
    expect(screen.getByRole('dialog').contains(said)).toBe(true)
    expect(area()).toBeNull()
    const visits: string[] = []
    router.subscribe(() => void visits.push(router.state.location.pathname))
    return { router, visits }
  }
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

  it('says so in the sheet, and leads home after a second and a half', async () => {
    const { router } = await post()
    await pass(1_000)
    expect(router.state.location.pathname).toBe('/privacy')
    expect(screen.getByRole('dialog')).toBeTruthy()
    await pass(600)
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await screen.findByText('Post created successfully!')).toBeTruthy()
  })

  it('leaves the place alone where it is closed by hand before', async () => {
    const { router, visits } = await post()
    await pass(1_000)
    await press('Close')
    await pass(3_000)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(router.state.location.pathname).toBe('/privacy')
    expect(visits).not.toContain('/')
    fireEvent.click(screen.getByRole('link', { name: 'Create Post' }))
    expect(await screen.findByLabelText('Your post')).toBeTruthy()
    await pass(3_000)
    expect(visits).not.toContain('/')
  })
})

it('opens from the bars over any place, about a theme if there is one', async () => {
  const { router } = renderHome({}, '/privacy')
  const bars = ['Create', 'Create Post']
  for (const name of bars) {
    fireEvent.click(await screen.findByRole('link', { name }))
    await waitFor(() => expect(document.activeElement).toBe(area()))
    expect(router.state.location.pathname).toBe('/privacy')
    await press('Close')
    await waitFor(() => expect(area()).toBeNull())
  }
  await act(() => router.navigate('/'))
  fireEvent.click(await screen.findByRole('link', { name: 'Write about this' }))
  expect(await screen.findByRole('heading', { name: /^Today's theme/ })).toBeTruthy()
  expect(router.state.location.pathname).toBe('/')
  await press('Remove theme')
  await waitFor(() => expect(document.activeElement).toBe(area()))
  await act(() => router.navigate('/create-post'))
  // The place is the composer itself.
  await waitFor(() => expect(screen.getAllByLabelText('Your post')).toHaveLength(1))
  fireEvent.click(screen.getByRole('link', { name: 'Create' }))
  expect(screen.getAllByLabelText('Your post')).toHaveLength(1)
})
