import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { IMAGE_ALT_FIELDS, IMAGE_MAX_BYTES } from '../../../contract/posts.ts'
import { ada, createTestApp, homeReplies } from '../../app/test-app.tsx'
import { createFakeServer, type Reply } from '../../platform/fake-server.ts'
import { FakeUpload, installFakeUploads, sentUpload } from '../../platform/fake-upload.ts'
import { storeToken } from '../../platform/token-store.ts'
import { created, feedReply, postBy } from '../test-posts.ts'

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
  installFakeUploads()
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL() {} }))
  storeToken('a-token', false)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function createObjectURL(file: File) {
  return `blob:${file.name}`
}

async function visit(replies: Parameters<typeof createFakeServer>[0] = {}) {
  vi.stubGlobal('fetch', createFakeServer({ ...homeReplies(ada), ...replies }).fetch)
  const { element, router } = createTestApp('/create-post')
  render(element)
  await screen.findByLabelText('Your post')
  return router
}

const picture = (name = 'stove.jpg', type = 'image/jpeg') => new File(['x'], name, { type })

const area = () => screen.getByLabelText<HTMLTextAreaElement>('Your post')
const description = () => screen.getByLabelText<HTMLTextAreaElement>(/^Describe the image/)
const button = (name: string) => screen.getByRole('button', { name })
const write = (text: string) => fireEvent.change(area(), { target: { value: text } })
const describeAs = (text: string) => fireEvent.change(description(), { target: { value: text } })
const choose = (...files: File[]) =>
  fireEvent.change(screen.getByLabelText('Image'), { target: { files } })
const send = () => fireEvent.click(button('Post'))

describe('what cannot be sent', () => {
  it.each(['', '   \n '])('is a post without words: %j', async (text) => {
    await visit()
    write(text)
    send()
    expect(await screen.findByText('Please enter some text for your post')).toBeTruthy()
    expect(area().getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(area())
    expect(FakeUpload.sent).toHaveLength(0)
    write('Words.')
    expect(screen.queryByText('Please enter some text for your post')).toBeNull()
  })

  it('is more than the limit, which is counted in characters as people count them', async () => {
    await visit()
    write('🍲'.repeat(4_999))
    expect(screen.getByText('4999 / 5000')).toBeTruthy()
    expect(area().getAttribute('aria-invalid')).not.toBe('true')
    write('🍲'.repeat(5_001))
    expect(screen.getByText('A post can have at most 5,000 characters.')).toBeTruthy()
    send()
    await waitFor(() => expect(document.activeElement).toBe(area()))
    expect(FakeUpload.sent).toHaveLength(0)
  })

  it('is a file that is too large, or no image, or one of five', async () => {
    await visit()
    const large = picture()
    Object.defineProperty(large, 'size', { value: IMAGE_MAX_BYTES + 1 })
    choose(large)
    expect(screen.getByText('This image is too large. It can have at most 15 MB.')).toBeTruthy()
    choose(picture('letter.pdf', 'application/pdf'))
    expect(screen.getByText(/^That file is not a picture we can read/)).toBeTruthy()
    expect(screen.queryByLabelText(/^Describe/)).toBeNull()
    choose(picture())
    expect(screen.queryByText(/^That file is not a picture we can read/)).toBeNull()
    expect(description()).toBeTruthy()
    choose(...['2', '3', '4', '5'].map((name) => picture(`${name}.jpg`)))
    expect(screen.getByText('A post can have at most 4 pictures.')).toBeTruthy()
    expect(screen.getAllByLabelText(/^Describe image/)).toHaveLength(4)
    expect(screen.queryByAltText('Preview of 5.jpg')).toBeNull()
    expect(button('Add more').hasAttribute('disabled')).toBe(true)
  })
})

describe('the image', () => {
  it('is shown, and goes with its description', async () => {
    await visit()
    write('Words.')
    choose(picture())
    expect((await screen.findByAltText<HTMLImageElement>('Preview of stove.jpg')).src).toBe(
      'blob:stove.jpg',
    )
    describeAs('A stove, lit.')
    send()
    const { form, method, url } = await sentUpload(0)
    expect([method, url]).toEqual(['POST', '/api/posts'])
    expect([...form.keys()]).toEqual([
      'text',
      ...IMAGE_ALT_FIELDS,
      'noPreview',
      'themeDate',
      'audience',
      'images',
    ])
    expect(form.get('text')).toBe('Words.')
    expect(form.get('imageAlt')).toBe('A stove, lit.')
    expect((form.get('images') as File).name).toBe('stove.jpg')
  })

  it('is one of four, each with its words, in the order they were put in', async () => {
    await visit()
    write('Words.')
    choose(picture('1.jpg'), picture('2.jpg'))
    choose(picture('3.jpg'))
    for (const [place, words] of ['One', 'Two', 'Three'].entries()) {
      const field = screen.getByLabelText(`Describe image ${place + 1} (optional)`)
      fireEvent.change(field, { target: { value: words } })
    }
    fireEvent.click(button('Move image 3 up'))
    fireEvent.click(button('Remove image 1'))
    send()
    const { form } = await sentUpload(0)
    expect(form.getAll('images').map((file) => (file as File).name)).toEqual(['3.jpg', '2.jpg'])
    expect(IMAGE_ALT_FIELDS.map((name) => form.get(name))).toEqual(['Three', 'Two', '', ''])
  })

  it('that the browser cannot draw is shown as a file', async () => {
    await visit()
    choose(new File(['\0\0\0\x18ftypheic'], 'stove.HEIC'))
    fireEvent.error(await screen.findByAltText('Preview of stove.HEIC'))
    expect(await screen.findByText('stove.HEIC')).toBeTruthy()
    expect(screen.queryByAltText('Preview of stove.HEIC')).toBeNull()
  })

  it('that is none, whatever it is called, is found before it is sent', async () => {
    await visit()
    choose(picture('notes.png', 'image/png'))
    fireEvent.error(await screen.findByAltText('Preview of notes.png'))
    expect(await screen.findByText(/^That file is not a picture we can read/)).toBeTruthy()
    expect(screen.queryByLabelText(/^Describe the image/)).toBeNull()
  })

  it('can be taken away again, and its description with it', async () => {
    await visit()
    write('Words.')
    choose(picture())
    describeAs('A stove, lit.')
    fireEvent.click(button('Remove image'))
    expect(screen.queryByLabelText(/^Describe the image/)).toBeNull()
    send()
    const { form } = await sentUpload(0)
    expect(form.get('imageAlt')).toBe('')
    expect(form.has('images')).toBe(false)
  })

  it('can be pasted, unless words were meant', async () => {
    await visit()
    const files = [picture('pasted.png', 'image/png')]
    fireEvent.paste(area(), { clipboardData: { types: ['text/plain', 'Files'], files } })
    expect(screen.queryByLabelText(/^Describe the image/)).toBeNull()
    fireEvent.paste(area(), { clipboardData: { types: ['Files'], files } })
    expect(await screen.findByAltText('Preview of pasted.png')).toBeTruthy()
  })

  it('can be dropped anywhere on the page', async () => {
    await visit()
    const dataTransfer = { types: ['Files'], files: [picture('dropped.png', 'image/png')] }
    fireEvent.dragOver(document.body, { dataTransfer })
    expect(screen.getByText('Drop your images here')).toBeTruthy()
    fireEvent.drop(document.body, { dataTransfer })
    expect(screen.queryByText('Drop your images here')).toBeNull()
    expect(await screen.findByAltText('Preview of dropped.png')).toBeTruthy()
  })
})

describe('the draft', () => {
  it('survives leaving, with its image', async () => {
    const router = await visit()
    write('Half a thought')
    choose(picture())
    describeAs('A stove')
    await act(() => router.navigate('/'))
    await screen.findByRole('heading', { level: 1, name: 'Home' })
    await act(() => router.navigate('/create-post'))
    await screen.findByLabelText('Your post')
    expect(area().value).toBe('Half a thought')
    expect(description().value).toBe('A stove')
    expect(await screen.findByAltText('Preview of stove.jpg')).toBeTruthy()
  })

  it('is on the device until the post is made, and gone then', async () => {
    await visit()
    write('Half a thought')
    await waitFor(() => expect(localStorage.getItem('draft:post-text')).toBe('Half a thought'))
    send()
    const upload = await sentUpload(0)
    expect(localStorage.getItem('draft:post-text')).toBe('Half a thought')
    await act(async () => upload.answer(201, created(postBy(ada, 'Half a thought'))))
    await screen.findByText('Post created successfully!')
    expect(localStorage.getItem('draft:post-text')).toBeNull()
  })
})

describe('sending', () => {
  it('shows how far the upload is, and happens once however often it is asked', async () => {
    await visit()
    write('Words.')
    choose(picture())
    send()
    send()
    fireEvent.keyDown(area(), { key: 'Enter', ctrlKey: true })
    const upload = await sentUpload(0)
    act(() => upload.progress(0.42))
    expect(await screen.findByText('Uploading image… 42%')).toBeTruthy()
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('42')
    act(() => upload.progress(1))
    expect(await screen.findByText('Posting…')).toBeTruthy()
    expect(FakeUpload.sent).toHaveLength(1)
  })

  it.each([{ ctrlKey: true }, { metaKey: true }])('works by Enter with %o', async (modifier) => {
    await visit()
    write('Words.')
    fireEvent.keyDown(area(), { key: 'Enter' })
    expect(screen.queryByText('Posting…')).toBeNull()
    fireEvent.keyDown(area(), { key: 'Enter', ...modifier })
    expect((await sentUpload(0)).form.get('text')).toBe('Words.')
  })

  it('can be stopped, and nothing is lost', async () => {
    await visit()
    write('Words.')
    choose(picture())
    send()
    const upload = await sentUpload(0)
    fireEvent.click(button('Cancel'))
    await waitFor(() => expect(screen.queryByText('Posting…')).toBeNull())
    expect(upload.isAborted).toBe(true)
    expect(area().value).toBe('Words.')
    expect(screen.getByAltText('Preview of stove.jpg')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    send()
    expect((await sentUpload(1)).headers['idempotency-key']).toBe(upload.headers['idempotency-key'])
  })

  it('that succeeds says so, and goes home after a second and a half', async () => {
    const made = postBy(ada, 'Soup is on.')
    const router = await visit({ 'GET /posts/friends': () => feedReply([made]) })
    write('Soup is on.')
    send()
    const upload = await sentUpload(0)
    vi.useFakeTimers()
    upload.answer(201, created(made))
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(screen.getByText('Post created successfully!')).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(1_499))
    expect(router.state.location.pathname).toBe('/create-post')
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(router.state.location.pathname).toBe('/')
    // What home has begun on the false clock ends on it.
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    vi.useRealTimers()
    expect(await screen.findByText('Soup is on.')).toBeTruthy()
    expect(screen.getByText('Post created successfully!')).toBeTruthy()
  })

  it('puts the post on top of the feed that was read before, without waiting for it', async () => {
    const made = postBy(ada, 'Soup is on.')
    const before = feedReply([postBy(ada, 'Cutting onions.')])
    let reply: Promise<Reply> = Promise.resolve(before)
    const router = await visit({ 'GET /posts/friends': () => reply })
    await act(() => router.navigate('/'))
    await screen.findByText('Cutting onions.')
    reply = new Promise(() => {})
    await act(() => router.navigate('/create-post'))
    await screen.findByLabelText('Your post')
    write('Soup is on.')
    send()
    const upload = await sentUpload(0)
    await act(async () => upload.answer(201, created(made)))
    await act(() => router.navigate('/'))
    const texts = screen.getAllByRole('article').map(({ textContent }) => textContent)
    expect(texts[0]).toContain('Soup is on.')
    expect(texts[1]).toContain('Cutting onions.')
  })

  it('tells its end by a toast to who went elsewhere', async () => {
    const router = await visit()
    write('Words.')
    send()
    const upload = await sentUpload(0)
    await act(() => router.navigate('/friends'))
    await waitFor(() => expect(screen.queryByLabelText('Your post')).toBeNull())
    await act(async () => upload.loseAnswer())
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to create post')
    await act(() => router.navigate('/create-post'))
    await screen.findByLabelText('Your post')
    expect(area().value).toBe('Words.')
  })

  it('goes on for who leaves and comes back, and cannot be doubled by that', async () => {
    const router = await visit()
    write('Words.')
    send()
    await sentUpload(0)
    await act(() => router.navigate('/friends'))
    await waitFor(() => expect(screen.queryByLabelText('Your post')).toBeNull())
    await act(() => router.navigate('/create-post'))
    await screen.findByLabelText('Your post')
    expect(screen.getByText('Posting…')).toBeTruthy()
    fireEvent.keyDown(area(), { key: 'Enter', ctrlKey: true })
    fireEvent.click(button('Cancel'))
    await waitFor(() => expect(screen.queryByText('Posting…')).toBeNull())
    expect(FakeUpload.sent).toHaveLength(1)
    expect(FakeUpload.sent[0]?.isAborted).toBe(true)
  })
})

describe('a failure', () => {
  async function fail(how: (upload: FakeUpload) => void, number = 0) {
    send()
    const upload = await sentUpload(number)
    await act(async () => how(upload))
    await waitFor(() => expect(screen.queryByText('Posting…')).toBeNull())
    return upload
  }
  const refusal = (sentence: string, fields?: object) => (upload: FakeUpload) =>
    upload.answer(400, { error: 'x', msg: sentence, message: sentence, fields })

  it("shows the server's sentence and keeps everything", async () => {
    await visit()
    write('Words.')
    choose(picture())
    describeAs('A stove')
    await fail(refusal('You are posting very fast.'))
    expect((await screen.findByRole('alert')).textContent).toBe('You are posting very fast.')
    expect(area().value).toBe('Words.')
    expect(description().value).toBe('A stove')
    expect(screen.getByAltText('Preview of stove.jpg')).toBeTruthy()
  })

  it('stands at the field it is about', async () => {
    await visit()
    write('Words.')
    choose(picture())
    const sentence = 'That picture could not be opened.'
    await fail(refusal(sentence, { image: sentence }))
    expect(screen.getAllByText(sentence)).toHaveLength(1)
    fireEvent.click(button('Remove image'))
    expect(screen.queryByText(sentence)).toBeNull()
  })

  it('without a word from the server has words of its own', async () => {
    await visit()
    write('Words.')
    await fail((upload) => upload.loseAnswer())
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to create post')
  })

  it('sent again is the same post, changed it is another', async () => {
    await visit()
    write('Words.')
    const lost = await fail((upload) => upload.loseAnswer())
    const again = await fail((upload) => upload.loseAnswer(), 1)
    const key = (upload: FakeUpload) => upload.headers['idempotency-key']
    expect(key(lost)).toMatch(/^[0-9a-f-]{36}$/)
    expect(key(again)).toBe(key(lost))
    write('Other words.')
    const other = await fail((upload) => upload.loseAnswer(), 2)
    expect(key(other)).not.toBe(key(lost))
    choose(picture())
    const pictured = await fail((upload) => upload.loseAnswer(), 3)
    expect(key(pictured)).not.toBe(key(other))
  })
})
