import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MESSAGES } from '../../contract/posts.ts'
import { ada, ben, createTestApp, homeReplies } from '../app/test-app.tsx'
import { createFakeServer, errorReply, messageReply, type Reply } from '../platform/fake-server.ts'
import { storeToken } from '../platform/token-store.ts'
import { POST_CREATED } from './post-created.ts'
import { feedReply, pictureOf, postBy } from './test-posts.ts'

const FRIENDS = 'GET /posts/friends'
const PUBLIC = 'GET /posts/public'

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
  storeToken('a-token', false)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

type Replies = Record<string, () => Reply | Promise<Reply>>

function visit(replies: Replies, path = '/') {
  const server = createFakeServer({ ...homeReplies(ada), ...replies })
  vi.stubGlobal('fetch', server.fetch)
  const { element, router, queryClient } = createTestApp(path)
  queryClient.setDefaultOptions({ queries: { retry: false } })
  render(element)
  return { server, router }
}

const card = (text: string) => screen.findByText(text)
const button = (name: string) => screen.findByRole('button', { name })
const press = async (name: string) => fireEvent.click(await button(name))

describe('a feed', () => {
  it('shows who said what to whom, after saying that it loads', async () => {
    let answer = (_: Reply) => {}
    visit({ [FRIENDS]: () => new Promise<Reply>((resolve) => (answer = resolve)) })
    expect(await screen.findByText('Loading posts')).toBeTruthy()
    answer(feedReply([postBy(ben, 'Soup is on.', { audience: 'friends' })]))
    const post = (await card('Soup is on.')).closest('article') as HTMLElement
    expect(within(post).getByRole('heading', { name: 'Ben' })).toBeTruthy()
    expect(within(post).getByText('Friends')).toBeTruthy()
    expect(within(post).getByText('Just now')).toBeTruthy()
    expect(screen.queryByText('Loading posts')).toBeNull()
    expect(screen.getByText("You're all caught up")).toBeTruthy()
  })

  it('of friends, when empty, says how to fill it', async () => {
    visit({})
    expect(
      await card('No posts from your friends yet. Add some friends to see their posts here!'),
    ).toBeTruthy()
  })

  it('of everyone, when empty, invites to begin', async () => {
    visit({ [FRIENDS]: () => feedReply([postBy(ben, 'For friends.')]) }, '/?feed=public')
    expect(await card('No public posts yet. Be the first to create a public post!')).toBeTruthy()
    expect(screen.queryByText('For friends.')).toBeNull()
  })

  it('that fails says so, and comes on another try', async () => {
    let reply: Reply = errorReply(500, 'internal_error', 'Something is off.')
    visit({ [FRIENDS]: () => reply })
    expect(await card('Failed to load posts')).toBeTruthy()
    reply = feedReply([postBy(ben, 'Here after all.')])
    await press('Try again')
    expect(await card('Here after all.')).toBeTruthy()
    expect(screen.queryByText('Failed to load posts')).toBeNull()
  })

  it('whose answer is not what the contract says counts as failed', async () => {
    visit({ [FRIENDS]: () => ({ status: 200, body: { posts: [{ text: 'No author' }] } }) })
    expect(await card('Failed to load posts')).toBeTruthy()
    expect(screen.queryByText('No author')).toBeNull()
  })

  it('that does not come within five seconds counts as failed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    visit({ [FRIENDS]: () => new Promise<Reply>(() => {}) })
    await card('Loading posts')
    await act(() => vi.advanceTimersByTimeAsync(4_000))
    expect(screen.queryByText('Failed to load posts')).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(await card('Failed to load posts')).toBeTruthy()
  })

  it('goes on by cursor to its end, only when asked', async () => {
    const watchers: unknown[] = []
    class Watcher {
      constructor(callback: unknown) {
        watchers.push(callback)
      }
      observe() {}
      disconnect() {}
    }
    vi.stubGlobal('IntersectionObserver', Watcher)
    const { server } = visit({
      [FRIENDS]: () => feedReply([postBy(ben, 'Newest.')], 'a/cursor'),
      [`${FRIENDS}?cursor=a%2Fcursor`]: () => feedReply([postBy(ben, 'Oldest.')]),
    })
    await card('Newest.')
    expect(screen.queryByText("You're all caught up")).toBeNull()
    // Its end is in sight here, and still the member decides.
    expect(watchers).toEqual([])
    expect(server.count(`${FRIENDS}?cursor=a%2Fcursor`)).toBe(0)
    await press('Load More Posts')
    await card('Oldest.')
    expect(screen.getByText('Newest.')).toBeTruthy()
    expect(screen.getByText("You're all caught up")).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Load More Posts' })).toBeNull()
    expect(server.count(FRIENDS)).toBe(1)
  })

  it('keeps its posts when the next page fails', async () => {
    let next: Reply = errorReply(500, 'internal_error', '')
    visit({
      [FRIENDS]: () => feedReply([postBy(ben, 'Newest.')], 'next'),
      [`${FRIENDS}?cursor=next`]: () => next,
    })
    await press('Load More Posts')
    await card('Failed to load posts')
    expect(screen.getByText('Newest.')).toBeTruthy()
    next = feedReply([postBy(ben, 'Oldest.')])
    await press('Try again')
    expect(await card('Oldest.')).toBeTruthy()
  })

  it('is chosen by a press, and remembered in the address', async () => {
    const { router } = visit({
      [FRIENDS]: () => feedReply([postBy(ben, 'For friends.')]),
      [PUBLIC]: () => feedReply([postBy(ben, 'For everyone.')]),
    })
    await card('For friends.')
    await press('Public')
    await card('For everyone.')
    expect(router.state.location.search).toBe('?feed=public')
    await press('Friends')
    await card('For friends.')
    expect(router.state.location.search).toBe('')
  })
})

describe('coming back', () => {
  it('finds the feed as it was, with all its pages, however much later', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    let posts = [postBy(ben, 'Newest.')]
    const { server, router } = visit({
      [FRIENDS]: () => feedReply(posts, 'next'),
      [`${FRIENDS}?cursor=next`]: () => feedReply([postBy(ben, 'Oldest.')]),
    })
    await press('Load More Posts')
    await card('Oldest.')
    await act(() => router.navigate('/create-post'))
    await screen.findByLabelText('Your post')
    vi.setSystemTime(Date.now() + 60_000)
    posts = [postBy(ben, 'Newer still.'), ...posts]
    await act(() => router.navigate(-1))
    expect(await button('1 new post')).toBeTruthy()
    expect(screen.getByText('Oldest.')).toBeTruthy()
    expect(screen.queryByText('Newer still.')).toBeNull()
    expect(server.count(`${FRIENDS}?cursor=next`)).toBe(1)
  })

  it('anew, some time later, reads it again from the top', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    let posts = [postBy(ben, 'Newest.')]
    const { router } = visit({ [FRIENDS]: () => feedReply(posts) })
    await card('Newest.')
    posts = [postBy(ben, 'Newer still.'), ...posts]
    vi.setSystemTime(Date.now() + 60_000)
    await act(() => router.navigate('/'))
    await card('Newer still.')
    expect(screen.getByText('Newest.')).toBeTruthy()
  })

  it('anew, while the server fails, keeps what is there and says so', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    let reply = feedReply([postBy(ben, 'Newest.')])
    const { router } = visit({ [FRIENDS]: () => reply })
    await card('Newest.')
    const good = reply
    reply = errorReply(500, 'internal_error', '')
    vi.setSystemTime(Date.now() + 60_000)
    await act(() => router.navigate('/'))
    await card('Failed to load posts')
    expect(screen.getByText('Newest.')).toBeTruthy()
    reply = good
    await press('Try again')
    await waitFor(() => expect(screen.queryByText('Failed to load posts')).toBeNull())
  })
})

describe('deleting a post', () => {
  const mine = postBy(ada, 'Mine to take back.')
  const theirs = postBy(ben, 'Not mine.')
  const DELETE = `DELETE /posts/${mine._id}`

  async function askToDelete() {
    fireEvent.click(await optionsOf('Mine to take back.'))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    return screen.findByRole('alertdialog')
  }
  async function optionsOf(text: string) {
    const post = (await card(text)).closest('article') as HTMLElement
    return within(post).getByRole('button', { name: 'Post options' })
  }
  const confirm = (dialog: HTMLElement) =>
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))

  it('is offered to its author only', async () => {
    visit({ [FRIENDS]: () => feedReply([mine, theirs]) })
    fireEvent.click(await optionsOf('Not mine.'))
    await screen.findByRole('menuitem', { name: 'Copy link' })
    expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull()
    fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    fireEvent.click(await optionsOf('Mine to take back.'))
    expect(await screen.findByRole('menuitem', { name: 'Delete' })).toBeTruthy()
  })

  it('asks first, and does nothing when cancelled', async () => {
    const { server } = visit({
      [FRIENDS]: () => feedReply([mine]),
      [DELETE]: () => messageReply('Gone.'),
    })
    const dialog = await askToDelete()
    expect(within(dialog).getByText('Are you sure you want to delete this post?')).toBeTruthy()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(screen.getByText('Mine to take back.')).toBeTruthy()
    expect(server.count(DELETE)).toBe(0)
  })

  it('takes it out of sight at once, for good', async () => {
    let answer = (_: Reply) => {}
    const { server } = visit({
      [FRIENDS]: () => feedReply([mine, theirs]),
      [DELETE]: () => new Promise<Reply>((resolve) => (answer = resolve)),
    })
    confirm(await askToDelete())
    await waitFor(() => expect(screen.queryByText('Mine to take back.')).toBeNull())
    expect(server.count(DELETE)).toBe(1)
    await act(async () => answer(messageReply(MESSAGES.deleted)))
    expect(screen.queryByText('Mine to take back.')).toBeNull()
    expect(screen.getByText('Not mine.')).toBeTruthy()
  })

  it('brings it back, and says so, when the server refuses', async () => {
    let answer = (_: Reply) => {}
    visit({
      [FRIENDS]: () => feedReply([mine, theirs]),
      [DELETE]: () => new Promise<Reply>((resolve) => (answer = resolve)),
    })
    confirm(await askToDelete())
    await waitFor(() => expect(screen.queryByText('Mine to take back.')).toBeNull())
    answer(errorReply(500, 'internal_error', ''))
    expect(await card('Mine to take back.')).toBeTruthy()
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to delete post')
  })

  it('is content when it is gone already', async () => {
    visit({
      [FRIENDS]: () => feedReply([mine, theirs]),
      [DELETE]: () => errorReply(404, 'not_found', MESSAGES.postMissing),
    })
    confirm(await askToDelete())
    await waitFor(() => expect(screen.queryByText('Mine to take back.')).toBeNull())
    expect(screen.queryByText('Failed to delete post')).toBeNull()
  })

  it('hands the focus to the neighbour', async () => {
    visit({
      [FRIENDS]: () => feedReply([mine, theirs]),
      [DELETE]: () => messageReply(MESSAGES.deleted),
    })
    confirm(await askToDelete())
    await waitFor(() => expect(document.activeElement?.tagName).toBe('ARTICLE'))
    expect(document.activeElement?.textContent).toContain('Not mine.')
  })
})

describe('the invite box', () => {
  function stageClipboard(writeText: (text: string) => Promise<void>) {
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
  }
  afterEach(() => Reflect.deleteProperty(navigator, 'clipboard'))

  it('copies the address of the registration, and says so for two seconds', async () => {
    const writeText = vi.fn(async (_: string) => {})
    stageClipboard(writeText)
    visit({})
    await button('Copy Link')
    expect(screen.getByLabelText<HTMLInputElement>('Invite a friend').value).toBe(
      'https://snug.example.org/register',
    )
    vi.useFakeTimers()
    fireEvent.click(screen.getByRole('button', { name: 'Copy Link' }))
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(writeText).toHaveBeenCalledWith('https://snug.example.org/register')
    expect(screen.getByRole('button', { name: 'Copied!' })).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(1_999))
    expect(screen.getByRole('button', { name: 'Copied!' })).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(screen.getByRole('button', { name: 'Copy Link' })).toBeTruthy()
  })

  it('leaves the address selected where nothing may be copied', async () => {
    const writeText = async () => Promise.reject(new Error('Not allowed'))
    stageClipboard(writeText)
    visit({})
    await press('Copy Link')
    const field = screen.getByLabelText<HTMLInputElement>('Invite a friend')
    await waitFor(() => expect(field.selectionEnd).toBe(field.value.length))
    expect(screen.queryByRole('button', { name: 'Copied!' })).toBeNull()
  })
})

describe('arriving from a new post', () => {
  it('says that it was created, once', async () => {
    const { router } = visit({ [FRIENDS]: () => feedReply([postBy(ben, 'Soup is on.')]) })
    await card('Soup is on.')
    expect(screen.queryByText('Post created successfully!')).toBeNull()
    await act(() => router.navigate('/create-post'))
    await act(() => router.navigate('/', { state: POST_CREATED }))
    expect(await card('Post created successfully!')).toBeTruthy()
    await waitFor(() => expect(router.state.location.state).toBeNull())
    expect(screen.getByText('Post created successfully!')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText('Post created successfully!')).toBeNull()
  })
})

describe('a picture whose address has ended', () => {
  it('gets a new one without a word, and nothing else of the feed changes', async () => {
    const shown = postBy(ben, 'With a picture.', { image: pictureOf('A stove', 'first') })
    let page = feedReply([shown])
    const { server } = visit({ [FRIENDS]: () => page })
    const image = await screen.findByAltText<HTMLImageElement>('A stove')
    page = feedReply([
      postBy(ben, 'Newer, but not asked for.'),
      { ...shown, text: 'Changed.', image: pictureOf('A stove', 'second') },
    ])
    fireEvent.error(image)
    await waitFor(() =>
      expect(screen.getByAltText<HTMLImageElement>('A stove').src).toContain('second'),
    )
    expect(server.count(FRIENDS)).toBe(2)
    expect(screen.getByText('With a picture.')).toBeTruthy()
    expect(screen.queryByText('Newer, but not asked for.')).toBeNull()
  })

  it('asks once only, then says that it could not be loaded, and offers another try', async () => {
    const shown = postBy(ben, 'With a picture.', { image: pictureOf('A stove') })
    const { server } = visit({ [FRIENDS]: () => feedReply([shown]) })
    const image = await screen.findByAltText('A stove')
    fireEvent.error(image)
    await waitFor(() => expect(screen.getByAltText('A stove')).not.toBe(image))
    fireEvent.error(screen.getByAltText('A stove'))
    const missing = await card('This picture could not be loaded.')
    expect(server.count(FRIENDS)).toBe(2)
    fireEvent.click(missing)
    expect(await screen.findByAltText('A stove')).toBeTruthy()
  })
})
