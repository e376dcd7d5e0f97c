import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MESSAGES } from '../../contract/posts.ts'
import { ada, ben, createTestApp, homeReplies } from '../app/test-app.tsx'
import { feedReply, imageOf, postBy, withImages } from '../app/test-posts.ts'
import { createFakeServer, errorReply, messageReply, type Reply } from '../platform/fake-server.ts'
import { storeToken } from '../platform/token-store.ts'
// Loaded before the clock of the first test starts.
import './post-screen.tsx'

const theirs = postBy(ben, 'Soup is on.', { image: imageOf('A pot', 'first') })
const mine = postBy(ada, 'Mine to take back.')

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
  storeToken('a-token', false)
})

afterEach(() => vi.unstubAllGlobals())

function visit(path: string, replies: Record<string, () => Reply | Promise<Reply>>) {
  const server = createFakeServer({ ...homeReplies(ada), ...replies })
  vi.stubGlobal('fetch', server.fetch)
  const { element, router, queryClient } = createTestApp(path)
  queryClient.setDefaultOptions({ queries: { retry: false } })
  render(element)
  return { server, router, queryClient }
}

const there = (text: string) => screen.findByText(text)
const at = (post: typeof mine) => [`/posts/${post._id}`, `GET /posts/${post._id}`] as const
const found = (body: unknown): Reply => ({ status: 200, body })

describe('the page of a post', () => {
  it('shows it, after saying that it loads, under a title of its own', async () => {
    const [path, GET] = at(theirs)
    const answer = Promise.withResolvers<Reply>()
    visit(path, { [GET]: () => answer.promise })
    await there('Loading post')
    answer.resolve(found(theirs))
    await there('Soup is on.')
    expect(screen.getByRole('heading', { level: 1, name: 'Post by Ben' })).toBeTruthy()
    expect(document.title).toBe('Post by Ben · Snug')
    expect(screen.queryByText('Loading post')).toBeNull()
  })

  it('keeps what was begun at another one there', async () => {
    const [path, GET] = at(theirs)
    const [ownPath, OWN] = at(mine)
    const { router } = visit(path, { [GET]: () => found(theirs), [OWN]: () => found(mine) })
    await there('Soup is on.')
    await act(() => router.navigate(ownPath))
    fireEvent.click(await screen.findByRole('button', { name: 'Post options' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
    await screen.findByRole('textbox', { name: 'Your post' })
    await act(() => router.navigate(path))
    await screen.findByRole('heading', { level: 1, name: 'Post by Ben' })
    expect(screen.queryByRole('textbox', { name: 'Your post' })).toBeNull()
    expect(screen.getByText('Soup is on.')).toBeTruthy()
  })

  it.each([404, 400])(
    'that is not there (%i) says so kindly, with the way home',
    async (status) => {
      const [path, GET] = at(theirs)
      visit(path, { [GET]: () => errorReply(status, 'not_found', 'No such post.') })
      await there('This post is not there any more.')
      const home = screen.getByRole('link', { name: 'Go to the home feed' })
      expect(home.getAttribute('href')).toBe('/')
    },
  )

  it('does not go on showing what may not be seen any more', async () => {
    const [path, GET] = at(theirs)
    let reply = found(theirs)
    const { queryClient } = visit(path, { [GET]: () => reply })
    await there('Soup is on.')
    reply = errorReply(404, 'not_found', MESSAGES.postMissing)
    await act(() => queryClient.invalidateQueries({ queryKey: ['post'] }))
    await there('This post is not there any more.')
    expect(screen.queryByText('Soup is on.')).toBeNull()
  })

  it('that fails says so, and comes on another try', async () => {
    const [path, GET] = at(theirs)
    let reply: Reply = errorReply(500, 'internal_error', '')
    visit(path, { [GET]: () => reply })
    await there('Failed to load posts')
    reply = found(theirs)
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await there('Soup is on.')).toBeTruthy()
  })

  it('says where what it shows could not be read anew', async () => {
    const [path, GET] = at(theirs)
    let reply = found(theirs)
    const { queryClient } = visit(path, { [GET]: () => reply })
    await there('Soup is on.')
    reply = errorReply(500, 'internal_error', '')
    await act(() => queryClient.invalidateQueries({ queryKey: ['post'] }))
    const alert = await there(MESSAGES.loadFailed)
    expect(screen.getByText('Soup is on.')).toBeTruthy()
    reply = found({ ...theirs, text: 'Soup was on.' })
    fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(await there('Soup was on.')).toBeTruthy()
    expect(screen.queryByText(MESSAGES.loadFailed)).toBeNull()
  })

  it('gets new addresses for a picture whose own have ended, and changes nothing else', async () => {
    const [path, GET] = at(theirs)
    let reply = found(theirs)
    visit(path, { [GET]: () => reply })
    const image = await screen.findByAltText<HTMLImageElement>('A pot')
    reply = found({ ...theirs, text: 'Changed.', ...withImages(imageOf('A pot', 'second')) })
    fireEvent.error(image)
    await waitFor(() =>
      expect(screen.getByAltText<HTMLImageElement>('A pot').src).toContain('second'),
    )
    expect(screen.getByText('Soup is on.')).toBeTruthy()
  })
})

describe('deleting the post there', () => {
  const [path, GET] = at(mine)
  const DELETE = `DELETE /posts/${mine._id}`

  async function deleteIt() {
    fireEvent.click(await screen.findByRole('button', { name: 'Post options' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const dialog = await screen.findByRole('alertdialog')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
  }

  it('is offered to its author only', async () => {
    visit(at(theirs)[0], { [at(theirs)[1]]: () => found(theirs) })
    fireEvent.click(await screen.findByRole('button', { name: 'Post options' }))
    expect(await screen.findByRole('menuitem', { name: 'Copy link' })).toBeTruthy()
    expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull()
  })

  it('leads home, where it is not', async () => {
    const { server, router } = visit(path, {
      [GET]: () => found(mine),
      'GET /posts/friends': () => feedReply([mine, theirs]),
      [DELETE]: () => new Promise<Reply>(() => {}),
    })
    await deleteIt()
    await there('Soup is on.')
    expect(router.state.location.pathname).toBe('/')
    expect(screen.queryByText('Mine to take back.')).toBeNull()
    expect(server.count(DELETE)).toBe(1)
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('says so at home when the server refuses', async () => {
    visit(path, {
      [GET]: () => found(mine),
      'GET /posts/friends': () => feedReply([mine]),
      [DELETE]: () => errorReply(500, 'internal_error', ''),
    })
    await deleteIt()
    await there('Failed to delete post')
    expect(await there('Mine to take back.')).toBeTruthy()
  })

  it('makes the page one of a post that is not there', async () => {
    let isThere = true
    const { router } = visit(path, {
      [GET]: () => (isThere ? found(mine) : errorReply(404, 'not_found', MESSAGES.postMissing)),
      [DELETE]: () => {
        isThere = false
        return messageReply(MESSAGES.deleted)
      },
    })
    await deleteIt()
    await there('No posts from your friends yet. Add some friends to see their posts here!')
    await act(() => router.navigate(path))
    expect(await there('This post is not there any more.')).toBeTruthy()
  })
})
