import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
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
  expect(await screen.findByText('Post created successfully!')).toBeTruthy()
  await waitFor(() => expect(area()).toBeNull())
  expect(await screen.findByRole('article')).toBeTruthy()
})

it('opens from the bars of a phone over any place, about a theme if there is one', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('width <'),
    addEventListener() {},
    removeEventListener() {},
  }))
  installFakeUploads({ isFetched: true })
  const { router } = renderHome(
    { 'POST /posts': () => ({ status: 201, body: created(postBy(ada, 'Good soup.')) }) },
    '/privacy',
  )
  const create = await screen.findByRole('link', { name: 'Create' })
  fireEvent.click(create)
  await waitFor(() => expect(document.activeElement).toBe(area()))
  expect(router.state.location.pathname).toBe('/privacy')
  fireEvent.change(area() as Element, { target: { value: 'Good soup.' } })
  await press('Post')
  expect(await screen.findByText('Post created successfully!')).toBeTruthy()
  await waitFor(() => expect(area()).toBeNull())
  expect(router.state.location.pathname).toBe('/')
  fireEvent.click(await screen.findByRole('link', { name: 'Write about this' }))
  expect(await screen.findByRole('heading', { name: /^Today's theme/ })).toBeTruthy()
  expect(router.state.location.pathname).toBe('/')
  await press('Remove theme')
  await waitFor(() => expect(document.activeElement).toBe(area()))
  await act(() => router.navigate('/create-post'))
  // The place is the composer itself.
  await waitFor(() => expect(screen.getAllByLabelText('Your post')).toHaveLength(1))
  fireEvent.click(create)
  expect(screen.getAllByLabelText('Your post')).toHaveLength(1)
})
