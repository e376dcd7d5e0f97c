import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { deferredReply } from '../platform/fake-server.ts'
import { installFakeUploads } from '../platform/fake-upload.ts'
import { ada, ben } from './test-app.tsx'
import { prepareOffline, resetOffline, soup, text, visit } from './test-offline.ts'
import { created, feedReply, postBy } from './test-posts.ts'

// What was asked for before something happened, and is answered after it.

beforeEach(prepareOffline)
afterEach(resetOffline)

it('a post just made stays in the feed that was being read under it', async () => {
  installFakeUploads({ isFetched: true })
  const asked = deferredReply()
  const post = postBy(ada, 'Fresh bread.')
  const replies = [() => feedReply([soup]), asked.reply]
  const { router, server, queryClient } = visit('/', {
    'GET /posts/friends': () => replies.shift()?.() ?? new Promise(() => {}),
    'POST /posts': () => ({ status: 201, body: created(post) }),
  })
  await text('There is soup.')
  fireEvent.click(await screen.findByRole('link', { name: 'Create Post' }))
  fireEvent.change(await screen.findByLabelText('Your post'), { target: { value: post.text } })
  const isRead = queryClient.invalidateQueries({ queryKey: ['feed'] })
  await waitFor(() => expect(server.count('GET /posts/friends')).toBe(2))
  fireEvent.click(screen.getByRole('button', { name: 'Post' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  await act(async () => {
    asked.answer(feedReply([soup]))
    await isRead
  })
  expect(await text('There is soup.')).toBeTruthy()
  expect(await text('Fresh bread.')).toBeTruthy()
})

it('what comes for who has left is not there for who signs in next', async () => {
  const { queryClient } = visit('/', {
    'POST /users/logout': () => ({ status: 200, body: {} }),
    'POST /users/login': () => ({ status: 200, body: { token: 'of ben', user: ben } }),
  })
  await text('There is soup.')
  fireEvent.click(screen.getByRole('button', { name: 'Logout' }))
  const email = await screen.findByLabelText('Email')
  const late = ['own-import']
  queryClient.setQueryData(late, 'Ada’s')
  fireEvent.change(email, { target: { value: 'ben@example.org' } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'Tea-and-Toast-4!' } })
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  await screen.findAllByText('Hi, Ben')
  expect(queryClient.getQueryData(late)).toBeUndefined()
})
