import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ben } from '../app/test-app.tsx'
import { feedReply, postBy } from '../app/test-posts.ts'
import { open } from './test-admin.tsx'

afterEach(() => vi.unstubAllGlobals())

it('more of a list leads to the first of what came', async () => {
  open('/admin?tab=posts', {
    'GET /posts': () => feedReply([postBy(ben, 'The newest')], 'a'),
    'GET /posts?cursor=a': () => feedReply([postBy(ben, 'An older one')], 'b'),
  })
  const more = await screen.findByRole('button', { name: 'Load more' })
  act(() => more.focus())
  fireEvent.click(more)
  const row = (await screen.findByText('An older one')).closest('li') as HTMLElement
  const first = within(row).getByRole('link', { name: 'Ben' })
  await waitFor(() => expect(document.activeElement).toBe(first))
})
