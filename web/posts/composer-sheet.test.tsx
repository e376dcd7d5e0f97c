import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ada } from '../app/test-app.tsx'
import { installFakeUploads } from '../platform/fake-upload.ts'
import { press, renderHome, resetHome } from './test-home.tsx'
import { created, postBy } from './test-posts.ts'

afterEach(resetHome)

const opener = () => screen.findByRole('link', { name: /What's on your mind\?/ })
const area = () => screen.queryByLabelText('Your post')

it('opens over Home, keeps what is written on leaving, and puts the post on top', async () => {
  installFakeUploads({ isFetched: true })
  const { router } = renderHome({
    'POST /posts': () => ({ status: 201, body: created(postBy(ada, 'Good soup.')) }),
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
