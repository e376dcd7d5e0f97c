import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { MESSAGES } from '../../contract/posts.ts'
import {
  friends,
  idOf,
  ok,
  renderSettings,
  resetSettings,
} from '../profile/settings/test-settings.tsx'
import { cleo } from '../profile/test-members.ts'
import { ada } from './test-app.tsx'
import { feedReply, postBy } from './test-posts.ts'

afterEach(resetSettings)

it('shows the own profile as everybody or a friend sees it, to look at alone', async () => {
  const { router } = await renderSettings(
    {
      [`GET /users/${ada._id}/profile`]: ok({ ...cleo, _id: ada._id, username: ada.username }),
      'GET /users/me/as/public/posts': () => feedReply([postBy(ada, 'For all.')]),
      [`GET /users/me/as/${idOf('Ben')}/posts`]: () =>
        feedReply([postBy(ada, 'For friends.', { audience: 'friends' })]),
    },
    '/profile',
  )
  fireEvent.click(await screen.findByRole('link', { name: 'See my profile as…' }))
  expect(await screen.findByText('For all.')).toBeTruthy()
  expect(screen.getByText('You are looking as somebody who is not your friend.')).toBeTruthy()
  const picker = screen.getByLabelText<HTMLSelectElement>('See my profile as')
  expect([...picker.options].map(({ label }) => label)).toEqual([
    'Public',
    ...friends.map(({ username }) => username),
  ])
  fireEvent.change(picker, { target: { value: idOf('Ben') } })
  expect(await screen.findByText('You are looking as Ben.')).toBeTruthy()
  const article = (await screen.findByText('For friends.')).closest('article') as HTMLElement
  expect(within(article).queryByRole('button')).toBeNull()
  expect(screen.queryByText('For all.')).toBeNull()
  fireEvent.click(screen.getByRole('link', { name: 'Leave' }))
  await screen.findByRole('heading', { level: 1, name: 'Profile Settings' })
  expect(router.state.location.pathname).toBe('/profile')
})

it('shows nothing as it was before when one looks again', async () => {
  let posts = [postBy(ada, 'For all.')]
  const { router } = await renderSettings(
    {
      [`GET /users/${ada._id}/profile`]: ok({ ...cleo, _id: ada._id, username: ada.username }),
      'GET /users/me/as/public/posts': () => feedReply(posts),
    },
    '/profile',
  )
  await act(() => router.navigate('/profile/as/public'))
  expect(await screen.findByText('For all.')).toBeTruthy()
  await act(() => router.navigate('/profile'))
  await screen.findByRole('heading', { level: 1, name: 'Profile Settings' })
  posts = []
  await act(() => router.navigate('/profile/as/public'))
  expect(await screen.findByText(MESSAGES.memberEmpty)).toBeTruthy()
  expect(screen.queryByText('For all.')).toBeNull()
})
