import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ben } from '../app/test-app.tsx'
import { feedReply, imageOf, postBy, withImages } from '../app/test-posts.ts'
import { renderHome, resetHome, text } from './test-home.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  resetHome()
  document.querySelector('[data-lines]')?.remove()
})

async function show(post: ReturnType<typeof postBy>) {
  const home = renderHome({ 'GET /posts/friends': () => feedReply([post]) })
  await text("You're all caught up")
  return home
}

describe('the words of a post', () => {
  it('are text with links, and nothing else', async () => {
    const { container } = await show(postBy(ben, '<b>bold</b> https://example.org\n  two lines'))
    const words = screen.getByText(/bold/)
    expect(words.textContent).toBe('<b>bold</b> https://example.org\n  two lines')
    expect(words.getAttribute('dir')).toBe('auto')
    expect(container.querySelector('article b')).toBeNull()
    // But for its address, which is a link.
    const elements = [...words.querySelectorAll('*')].map(({ outerHTML }) => outerHTML)
    expect(elements).toEqual([expect.stringMatching(/^<a [^>]*href="https:\/\/example.org\/"/)])
  })

  it('open and close when there are very many lines', async () => {
    stageLines(16)
    await show(postBy(ben, 'Line after line.'))
    const more = screen.getByRole('button', { name: 'Show more' })
    expect(more.getAttribute('aria-expanded')).toBe('false')
    fireEvent.click(more)
    expect(screen.getByRole('button', { name: 'Show less' })).toBeTruthy()
  })

  it('stay open for who comes back', async () => {
    stageLines(16)
    const long = postBy(ben, 'Line after line.')
    const { unmount } = await show(long)
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
    unmount()
    await show(long)
    expect(screen.getByRole('button', { name: 'Show less' })).toBeTruthy()
  })

  it('are shown whole when a button would save nothing', async () => {
    stageLines(15)
    await show(postBy(ben, 'Line after line.'))
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })
})

it('shows the picture of a link above its words where it is wide', async () => {
  const at = '/media/link/0b7e5c1e-7a55-4a3c-9d0b-3f3d3c1f0a11'
  const sources = [600, 1200].map((width) => ({ width, url: `${at}/${width}.webp` }))
  const words = { title: 'A pot', description: '', site: 'Teahouse' }
  const wideImage = { width: 1200, height: 630, sources }
  const link = { url: 'https://tea.example/pot', ...words, image: `${at}/192.webp`, wideImage }
  const { container } = await show({ ...postBy(ben, 'https://tea.example/pot'), link })
  const shown = container.querySelectorAll('a[href="https://tea.example/pot"] img')
  expect([...shown].map((each) => each.getAttribute('srcset'))).toEqual([
    `${at}/600.webp 600w, ${at}/1200.webp 1200w`,
  ])
})

it('says where its link leads in the words of that page, and calls nobody', async () => {
  const image = '/media/link/0b7e5c1e-7a55-4a3c-9d0b-3f3d3c1f0a11/192.webp'
  const text = { title: 'A pot', description: '', site: 'Teahouse' }
  const link = { url: 'https://tea.example/pot', ...text, image }
  await show(postBy(ben, 'Look: https://tea.example/pot', { link }))
  const card = screen.getByText('A pot').closest('a') as HTMLAnchorElement
  expect(card.textContent).toBe('A potTeahouse')
  expect(card.getAttribute('href')).toBe(link.url)
  expect(card.getAttribute('rel')).toBe('noopener noreferrer nofollow ugc')
  expect(card.querySelector('img')?.getAttribute('src')).toBe(image)
  expect(document.querySelector('[src*="tea.example"]')).toBeNull()
})

describe('the picture of a post', () => {
  it('has its space, its placeholder and an address for every width', async () => {
    await show(postBy(ben, 'Look.', { image: imageOf('A stove') }))
    const image = screen.getByAltText<HTMLImageElement>('A stove')
    expect(image.getAttribute('width')).toBe('640')
    expect(image.getAttribute('height')).toBe('480')
    expect(image.style.background).toContain('data:image/webp;base64,AAAA')
    expect(image.srcset).toBe(
      '/media/post/x/320.webp?first 320w, /media/post/x/640.webp?first 640w',
    )
    fireEvent.load(image)
    expect(image.style.background).toBe('')
  })

  it('opens large, with its description to read', async () => {
    await show(postBy(ben, 'Look.', { image: imageOf('A stove, lit.') }))
    expect(screen.queryByText('A stove, lit.')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'A stove, lit.' }))
    expect(await screen.findByText('A stove, lit.')).toBeTruthy()
    expect(screen.getByRole('dialog', { name: 'Picture by Ben' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('is one of several, which are turned like pages', async () => {
    const images = [imageOf('A stove', 'one'), imageOf('', 'two'), imageOf('Tea', 'three')]
    await show(postBy(ben, 'Look.', withImages(...images)))
    const buttons = () => screen.getAllByRole('button').map((one) => one.querySelector('img')?.alt)
    expect(buttons().filter(Boolean)).toEqual(['A stove', 'Picture 2 of 3 by Ben', 'Tea'])
    fireEvent.click(screen.getByRole('button', { name: 'Picture 2 of 3 by Ben' }))
    const gallery = await screen.findByRole('dialog', { name: 'Pictures by Ben' })
    const shown = () => [
      within(gallery).getByText(/ of 3$/).textContent,
      within(gallery).getByRole('img').getAttribute('src'),
    ]
    const version = (place: number) => images[place]?.sources.at(-1)?.url
    expect(shown()).toEqual(['2 of 3', version(1)])
    fireEvent.keyDown(gallery, { key: 'ArrowRight' })
    expect(shown()).toEqual(['3 of 3: Tea', version(2)])
    fireEvent.click(within(gallery).getByRole('button', { name: 'Next picture' }))
    expect(shown()).toEqual(['1 of 3: A stove', version(0)])
    const touch = (x: number, y = 0) => [{ clientX: x, clientY: y }]
    fireEvent.touchStart(gallery, { touches: touch(50) })
    fireEvent.touchEnd(gallery, { changedTouches: touch(200) })
    expect(shown()).toEqual(['3 of 3: Tea', version(2)])
    // One that scrolls turns nothing.
    fireEvent.touchStart(gallery, { touches: touch(50) })
    fireEvent.touchEnd(gallery, { changedTouches: touch(100, 300) })
    expect(shown()).toEqual(['3 of 3: Tea', version(2)])
    fireEvent.keyDown(gallery, { key: 'Escape' })
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('that moves does so in its dialog alone, and says that it can', async () => {
    const animation = [{ width: 640, url: '/media/post/x/640.webp?moving' }]
    const still = { ...imageOf('A stove'), animation }
    await show(postBy(ben, 'Look.', withImages(still)))
    const button = screen.getByRole('button', { name: 'A stove' })
    expect(button.innerHTML).not.toContain('moving')
    expect(button.textContent).toBe('GIF ALT')
    fireEvent.click(button)
    const dialog = await screen.findByRole('dialog')
    const large = () => within(dialog).getByRole('img')
    expect(large().getAttribute('src')).toBe('/media/post/x/640.webp?moving')
    expect(large().getAttribute('srcset')).toBe('/media/post/x/640.webp?moving 640w')
    fireEvent.keyDown(dialog, { key: 'Escape' })
    await vi.waitFor(() => expect(document.body.innerHTML).not.toContain('moving'))
  })

  it('says that it moves only where it does', async () => {
    await show(postBy(ben, 'Look.', { image: imageOf('A stove') }))
    expect(screen.getByRole('button', { name: 'A stove' }).textContent).toBe('ALT')
  })

  it('without a description is named after its author', async () => {
    await show(postBy(ben, 'Look.', { image: imageOf('') }))
    expect(screen.getByRole('button', { name: 'Picture by Ben' })).toBeTruthy()
  })
})

/** jsdom lays nothing out: this is how many lines any text takes. */
function stageLines(lines: number) {
  vi.stubGlobal('ResizeObserver', FakeObserver)
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(lines * 20)
  const style = Object.assign(document.createElement('style'), { textContent: LINES })
  style.dataset.lines = ''
  document.head.append(style)
}

const LINES = 'p { line-height: 20px }'

/** Tells of the size of what it is to observe, as the browser does before the next paint. */
class FakeObserver {
  tell: () => void
  constructor(tell: () => void) {
    this.tell = tell
  }
  observe() {
    queueMicrotask(() => act(() => this.tell()))
  }
  unobserve() {}
  disconnect() {}
}
