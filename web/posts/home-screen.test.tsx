import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { post } from '../../contract/posts.ts'
import { ben } from '../app/test-app.tsx'
import { feedReply, imageOf, postBy, withImages } from '../app/test-posts.ts'
import { errorReply, type Reply } from '../platform/fake-server.ts'
import { POST_CREATED } from './composer/post-created.ts'
import { button, press, renderHome, resetHome, text } from './test-home.tsx'

const FRIENDS = 'GET /posts/friends'
const PUBLIC = 'GET /posts/public'

type Router = ReturnType<typeof renderHome>['router']

afterEach(resetHome)

describe('a feed', () => {
  it('shows who said what to whom, after saying that it loads', async () => {
    const answer = Promise.withResolvers<Reply>()
    renderHome({ [FRIENDS]: () => answer.promise })
    expect(await screen.findByText('Loading posts')).toBeTruthy()
    answer.resolve(feedReply([postBy(ben, 'Soup is on.', { audience: 'friends' })]))
    const post = (await text('Soup is on.')).closest('article') as HTMLElement
    expect(within(post).getByRole('heading', { name: 'Ben' })).toBeTruthy()
    expect(within(post).getByText('Friends')).toBeTruthy()
    expect(within(post).getByText('Just now')).toBeTruthy()
    expect(screen.queryByText('Loading posts')).toBeNull()
    expect(screen.getByText("You're all caught up")).toBeTruthy()
  })

  it('of friends, when empty, says how to fill it', async () => {
    renderHome({})
    expect(
      await text('No posts from your friends yet. Add some friends to see their posts here!'),
    ).toBeTruthy()
  })

  it('of everyone, when empty, invites to begin', async () => {
    renderHome({ [FRIENDS]: () => feedReply([postBy(ben, 'For friends.')]) }, '/?feed=public')
    expect(await text('No public posts yet. Be the first to create a public post!')).toBeTruthy()
    expect(screen.queryByText('For friends.')).toBeNull()
  })

  it('that fails says so, and comes on another try', async () => {
    let reply: Reply = errorReply(500, 'internal_error', 'Something is off.')
    renderHome({ [FRIENDS]: () => reply })
    expect(await text('Failed to load posts')).toBeTruthy()
    reply = feedReply([postBy(ben, 'Here after all.')])
    await press('Try again')
    expect(await text('Here after all.')).toBeTruthy()
    expect(screen.queryByText('Failed to load posts')).toBeNull()
  })

  it('whose answer is not what the contract says counts as failed', async () => {
    renderHome({ [FRIENDS]: () => ({ status: 200, body: { posts: [{ text: 'No author' }] } }) })
    expect(await text('Failed to load posts')).toBeTruthy()
    expect(screen.queryByText('No author')).toBeNull()
  })

  it('that does not come within five seconds counts as failed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let askedAt = 0
    const neverAnswered = () => {
      askedAt = Date.now()
      return new Promise<Reply>(() => {})
    }
    renderHome({ [FRIENDS]: neverAnswered })
    await text('Loading posts')
    // Some of the time has gone by itself: the clock runs on while the screen is waited for.
    const until = (ms: number) => act(() => vi.advanceTimersByTimeAsync(askedAt + ms - Date.now()))
    await until(4_900)
    expect(screen.queryByText('Failed to load posts')).toBeNull()
    await until(5_000)
    expect(await text('Failed to load posts')).toBeTruthy()
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
    const { server } = renderHome({
      [FRIENDS]: () => feedReply([postBy(ben, 'Newest.')], 'a/cursor'),
      [`${FRIENDS}?cursor=a%2Fcursor`]: () => feedReply([postBy(ben, 'Oldest.')]),
    })
    await text('Newest.')
    expect(screen.queryByText("You're all caught up")).toBeNull()
    // Its end is in sight here, and still the member decides.
    expect(watchers).toEqual([])
    expect(server.count(`${FRIENDS}?cursor=a%2Fcursor`)).toBe(0)
    const more = await button('Load More Posts')
    more.focus()
    fireEvent.click(more)
    await text('Oldest.')
    expect(screen.getByText('Newest.')).toBeTruthy()
    expect(screen.getByText("You're all caught up")).toBeTruthy()
    const oldest = screen.getByText('Oldest.').closest('article')
    await waitFor(() => expect(document.activeElement).toBe(oldest))
    expect(screen.queryByRole('button', { name: 'Load More Posts' })).toBeNull()
    expect(server.count(FRIENDS)).toBe(1)
  })

  it('keeps its posts when the next page fails', async () => {
    let next: Reply = errorReply(500, 'internal_error', '')
    renderHome({
      [FRIENDS]: () => feedReply([postBy(ben, 'Newest.')], 'next'),
      [`${FRIENDS}?cursor=next`]: () => next,
    })
    await press('Load More Posts')
    await text('Failed to load posts')
    expect(screen.getByText('Newest.')).toBeTruthy()
    next = feedReply([postBy(ben, 'Oldest.')])
    await press('Try again')
    expect(await text('Oldest.')).toBeTruthy()
  })

  it('is chosen by a press, and remembered in the address', async () => {
    const { router } = renderHome({
      [FRIENDS]: () => feedReply([postBy(ben, 'For friends.')]),
      [PUBLIC]: () => feedReply([postBy(ben, 'For everyone.')]),
    })
    await text('For friends.')
    await press('Public')
    await text('For everyone.')
    expect(router.state.location.search).toBe('?feed=public')
    await press('Friends')
    await text('For friends.')
    expect(router.state.location.search).toBe('')
  })
})

describe('coming back', () => {
  it('finds the feed as it was, with all its pages, however much later', async () => {
    let posts = [postBy(ben, 'Newest.')]
    const { server, router } = renderHome({
      [FRIENDS]: () => feedReply(posts, 'next'),
      [`${FRIENDS}?cursor=next`]: () => feedReply([postBy(ben, 'Oldest.')]),
    })
    await press('Load More Posts')
    await text('Oldest.')
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
    let posts = [postBy(ben, 'Newest.')]
    const { router } = renderHome({ [FRIENDS]: () => feedReply(posts) })
    await text('Newest.')
    posts = [postBy(ben, 'Newer still.'), ...posts]
    vi.setSystemTime(Date.now() + 60_000)
    await act(() => router.navigate('/'))
    await text('Newer still.')
    expect(screen.getByText('Newest.')).toBeTruthy()
  })

  it('anew, while the server fails, keeps what is there and says so', async () => {
    let reply = feedReply([postBy(ben, 'Newest.')])
    const { router } = renderHome({ [FRIENDS]: () => reply })
    await text('Newest.')
    const good = reply
    reply = errorReply(500, 'internal_error', '')
    vi.setSystemTime(Date.now() + 60_000)
    await act(() => router.navigate('/'))
    await text('Failed to load posts')
    expect(screen.getByText('Newest.')).toBeTruthy()
    reply = good
    await press('Try again')
    await waitFor(() => expect(screen.queryByText('Failed to load posts')).toBeNull())
  })
})

describe('arriving from a new post', () => {
  it('says that it was created, once', async () => {
    const { router } = renderHome({ [FRIENDS]: () => feedReply([postBy(ben, 'Soup is on.')]) })
    await text('Soup is on.')
    expect(screen.queryByText('Post created successfully!')).toBeNull()
    await act(() => router.navigate('/create-post'))
    await act(() => router.navigate('/', { state: POST_CREATED }))
    expect(await text('Post created successfully!')).toBeTruthy()
    await waitFor(() => expect(router.state.location.state).toBeNull())
    expect(screen.getByText('Post created successfully!')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText('Post created successfully!')).toBeNull()
  })

  it.each([
    [
      'Home is pressed again',
      () => fireEvent.click(screen.getAllByRole('link', { name: 'Home' })[0] as HTMLElement),
    ],
    [
      'a notification leads there',
      (router: Router) => router.navigate('/', { state: { comment: 'another' } }),
    ],
  ])('is over once %s, not by a look at the other feed', async (_, arrive) => {
    const { router } = renderHome({ [FRIENDS]: () => feedReply([postBy(ben, 'Soup is on.')]) })
    await text('Soup is on.')
    await act(() => router.navigate('/', { state: POST_CREATED }))
    await waitFor(() => expect(router.state.location.state).toBeNull())
    await press('Public')
    await waitFor(() => expect(router.state.location.search).toBe('?feed=public'))
    await press('Friends')
    await waitFor(() => expect(router.state.location.search).toBe(''))
    expect(screen.getByText('Post created successfully!')).toBeTruthy()
    await act(async () => void arrive(router))
    await waitFor(() => expect(screen.queryByText('Post created successfully!')).toBeNull())
  })
})

describe('a picture whose address has ended', () => {
  it('gets a new one without a word, and nothing else of the feed changes', async () => {
    const shown = postBy(ben, 'With a picture.', { image: imageOf('A stove', 'first') })
    let page = feedReply([shown])
    const { server } = renderHome({ [FRIENDS]: () => page })
    const image = await screen.findByAltText<HTMLImageElement>('A stove')
    page = feedReply([
      postBy(ben, 'Newer, but not asked for.'),
      { ...shown, text: 'Changed.', ...withImages(imageOf('A stove', 'second')) },
    ])
    fireEvent.error(image)
    await waitFor(() =>
      expect(screen.getByAltText<HTMLImageElement>('A stove').src).toContain('second'),
    )
    expect(server.count(FRIENDS)).toBe(2)
    expect(screen.getByText('With a picture.')).toBeTruthy()
    expect(screen.queryByText('Newer, but not asked for.')).toBeNull()
  })

  it('does not make the feed look as if it had been read just now', async () => {
    const shown = postBy(ben, 'With a picture.', { image: imageOf('A stove', 'first') })
    let page = feedReply([shown])
    const { router } = renderHome({ [FRIENDS]: () => page })
    const image = await screen.findByAltText<HTMLImageElement>('A stove')
    const renewed = { ...shown, ...withImages(imageOf('A stove', 'second')) }
    page = feedReply([postBy(ben, 'Newer.'), renewed])
    vi.setSystemTime(Date.now() + 60_000)
    fireEvent.error(image)
    await waitFor(() =>
      expect(screen.getByAltText<HTMLImageElement>('A stove').src).toContain('second'),
    )
    await act(() => router.navigate('/'))
    expect(await text('Newer.')).toBeTruthy()
  })

  it('gets a new one where newer posts took its place on the first page', async () => {
    const shown = postBy(ben, 'With a picture.', { image: imageOf('A stove', 'first') })
    const READ = `GET /posts/${shown._id}`
    let page = feedReply([shown])
    const { server } = renderHome({
      [FRIENDS]: () => page,
      [READ]: () => ({
        status: 200,
        body: post.parse({ ...shown, ...withImages(imageOf('A stove', 'second')) }),
      }),
    })
    const image = await screen.findByAltText<HTMLImageElement>('A stove')
    page = feedReply([postBy(ben, 'Newer, but not asked for.')], 'next')
    fireEvent.error(image)
    await waitFor(() =>
      expect(screen.getByAltText<HTMLImageElement>('A stove').src).toContain('second'),
    )
    expect(server.count(READ)).toBe(1)
    expect(screen.queryByText('Newer, but not asked for.')).toBeNull()
  })

  it('asks once only, then says that it could not be loaded, and offers another try', async () => {
    const shown = postBy(ben, 'With a picture.', { image: imageOf('A stove') })
    const { server } = renderHome({ [FRIENDS]: () => feedReply([shown]) })
    const image = await screen.findByAltText('A stove')
    fireEvent.error(image)
    await waitFor(() => expect(screen.getByAltText('A stove')).not.toBe(image))
    fireEvent.error(screen.getByAltText('A stove'))
    const missing = await text('This picture could not be loaded.')
    expect(server.count(FRIENDS)).toBe(2)
    fireEvent.click(missing)
    expect(await screen.findByAltText('A stove')).toBeTruthy()
  })
})
