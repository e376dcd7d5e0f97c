import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { MESSAGES as FRIEND_MESSAGES } from '../../contract/friends.ts'
import { MESSAGES } from '../../contract/posts.ts'
import { MESSAGES as PROFILE_MESSAGES } from '../../contract/profile.ts'
import { deferredReply, errorReply, type Reply } from '../platform/fake-server.ts'
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
      [`GET /users/${idOf('Ben')}/profile`]: ok({ ...cleo, _id: idOf('Ben'), isFriend: true }),
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
  picker.focus()
  fireEvent.change(picker, { target: { value: idOf('Ben') } })
  expect(await screen.findByText('You are looking as Ben.')).toBeTruthy()
  // The next arrow key chooses the next one.
  expect(document.activeElement).toBe(picker)
  const article = (await screen.findByText('For friends.')).closest('article') as HTMLElement
  expect(within(article).queryByRole('button')).toBeNull()
  expect(screen.queryByText('For all.')).toBeNull()
  fireEvent.click(screen.getByRole('link', { name: 'Leave' }))
  await screen.findByRole('heading', { level: 1, name: 'Profile Settings' })
  expect(router.state.location.pathname).toBe('/profile')
})

it('shows the card as they get it: closed to others, and who invited to those who may know', async () => {
  const [ben, dora] = friends.filter(({ username }) => ['Ben', 'Dora'].includes(username))
  if (!ben || !dora) throw new Error('no friends')
  const closed = `Only friends see ${ada.username}'s posts.`
  const mutualFriends = { count: 1, named: [dora] }
  const { router } = await renderSettings({
    [`GET /users/${ada._id}/profile`]: ok({
      ...{ ...cleo, _id: ada._id, username: ada.username, isPrivate: true },
      invitedBy: ben,
    }),
    [`GET /users/${ben._id}/profile`]: ok({ ...cleo, ...ben, isFriend: true, mutualFriends }),
    [`GET /users/${dora._id}/profile`]: ok({ ...cleo, ...dora, isFriend: true }),
    'GET /users/me/as/public/posts': () => feedReply([]),
    [`GET /users/me/as/${ben._id}/posts`]: () => feedReply([]),
    [`GET /users/me/as/${dora._id}/posts`]: () => feedReply([]),
  })
  await act(() => router.navigate('/profile/as/public'))
  expect(await screen.findByText(closed)).toBeTruthy()
  expect(screen.queryByText('Invited by')).toBeNull()
  await act(() => router.navigate(`/profile/as/${dora._id}`))
  await screen.findByText('You are looking as Dora.')
  await screen.findByText('Pet Preference')
  expect(screen.queryByText(closed)).toBeNull()
  expect(screen.queryByText('Invited by')).toBeNull()
  await act(() => router.navigate(`/profile/as/${ben._id}`))
  expect(await screen.findByText('Invited by')).toBeTruthy()
  expect(screen.getByText(/You both know/).textContent).toBe('You both know Dora.')
})

it('shows the card with its pictures, so that nothing moves under who reads it', async () => {
  const { reply, answer } = deferredReply()
  const { router } = await renderSettings({
    [`GET /users/${ada._id}/profile`]: ok({ ...cleo, _id: ada._id, username: ada.username }),
    'GET /users/me/as/public/posts': () => feedReply([postBy(ada, 'For all.')]),
    'GET /users/me/as/public/images': reply,
  })
  await act(() => router.navigate('/profile/as/public'))
  expect(await screen.findByText('For all.')).toBeTruthy()
  expect(screen.queryByText('Pet Preference')).toBeNull()
  answer({ status: 200, body: { images: [], nextCursor: null } })
  expect(await screen.findByText('Pet Preference')).toBeTruthy()
})

it('shows the pictures as they see them, and says where those could not be loaded', async () => {
  const image = {
    ...{ alt: 'A cup', width: 2, height: 1, placeholder: '' },
    sources: [{ url: '/media/cup.webp', width: 2 }],
  }
  const pathAs = (viewer: string | undefined) => `GET /users/me/as/${viewer}/images`
  let reply: Reply = errorReply(500, 'internal_error', '')
  const { router, server } = await renderSettings({
    [`GET /users/${ada._id}/profile`]: ok({ ...cleo, _id: ada._id, username: ada.username }),
    [`GET /users/${idOf('Ben')}/profile`]: ok({ ...cleo, _id: idOf('Ben'), isFriend: true }),
    'GET /users/me/as/public/posts': () => feedReply([]),
    [`GET /users/me/as/${idOf('Ben')}/posts`]: () => feedReply([]),
    [pathAs('public')]: () => reply,
    [pathAs(idOf('Ben'))]: ok({ images: [{ postId: '71', image }], nextCursor: '71' }),
    [`${pathAs(idOf('Ben'))}?cursor=71`]: ok({
      images: [{ postId: '70', image: { ...image, alt: 'A pot' } }],
      nextCursor: null,
    }),
  })
  await act(() => router.navigate('/profile/as/public'))
  const alert = (await screen.findByText(MESSAGES.imagesFailed)).parentElement as HTMLElement
  reply = { status: 200, body: { images: [], nextCursor: null } }
  fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText(MESSAGES.imagesFailed)).toBeNull())
  expect(screen.queryByText('Pictures')).toBeNull()
  await act(() => router.navigate(`/profile/as/${idOf('Ben')}`))
  expect(await screen.findByRole('link', { name: 'A cup: open the post' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Show more pictures' }))
  expect(await screen.findByRole('link', { name: 'A pot: open the post' })).toBeTruthy()
  expect(server.count(pathAs(idOf('Ben')))).toBe(1)
})

it('says beside the pictures, too, that who would see them is a friend no longer', async () => {
  const gone = errorReply(404, 'not_found', MESSAGES.viewerMissing)
  const { router } = await renderSettings({
    [`GET /users/${ada._id}/profile`]: ok({ ...cleo, _id: ada._id, username: ada.username }),
    [`GET /users/${idOf('Ben')}/profile`]: ok({ ...cleo, _id: idOf('Ben') }),
    [`GET /users/me/as/${idOf('Ben')}/posts`]: () => gone,
    [`GET /users/me/as/${idOf('Ben')}/images`]: () => gone,
  })
  await act(() => router.navigate(`/profile/as/${idOf('Ben')}`))
  await waitFor(() => expect(screen.getAllByText(MESSAGES.viewerMissing)).toHaveLength(2))
})

it('shows what stands beside the words of a post, too', async () => {
  const card = { title: 'Soup', description: '', site: 'soup.example', image: null }
  const { router } = await renderSettings({
    [`GET /users/${ada._id}/profile`]: ok({ ...cleo, _id: ada._id, username: ada.username }),
    'GET /users/me/as/public/posts': () =>
      feedReply([
        postBy(ada, 'For all.', {
          ...{ link: { ...card, url: 'https://soup.example/' }, importedFrom: 'old.example' },
          editedAt: new Date().toISOString(),
        }),
      ]),
  })
  await act(() => router.navigate('/profile/as/public'))
  const article = (await screen.findByText('For all.')).closest('article') as HTMLElement
  expect(within(article).getByText('edited')).toBeTruthy()
  expect(within(article).getByText('from old.example')).toBeTruthy()
  expect(within(article).getByRole('link', { name: /^Soup/ })).toBeTruthy()
  expect(within(article).queryByRole('button')).toBeNull()
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

it.each([
  ['without an answer', 'no answer'],
  ['where the answer is another', { status: 200, body: { posts: 'none' } }],
] as const)('says that the posts could not be loaded, %s', async (_, posts) => {
  const { router } = await renderSettings({
    [`GET /users/${ada._id}/profile`]: ok({ ...cleo, _id: ada._id, username: ada.username }),
    'GET /users/me/as/public/posts': () => posts,
  })
  await act(() => router.navigate('/profile/as/public'))
  expect(await screen.findByText(MESSAGES.loadFailed)).toBeTruthy()
})

it('says what could not be loaded, and tries again', async () => {
  const failure = errorReply(500, 'internal_error', 'Oh.')
  let profile: Reply = failure
  const { router } = await renderSettings(
    {
      'GET /users/friends': () => failure,
      [`GET /users/${ada._id}/profile`]: () => profile,
      'GET /users/me/as/public/posts': () => feedReply([]),
    },
    '/profile',
  )
  await act(() => router.navigate('/profile/as/public'))
  const alert = (await screen.findByText(PROFILE_MESSAGES.loadFailed)).parentElement as HTMLElement
  expect(await screen.findByText(FRIEND_MESSAGES.friendsFailed)).toBeTruthy()
  profile = ok({ ...cleo, _id: ada._id, username: ada.username })()
  fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText(PROFILE_MESSAGES.loadFailed)).toBeNull())
  expect(await screen.findByText('Pet Preference')).toBeTruthy()
})
