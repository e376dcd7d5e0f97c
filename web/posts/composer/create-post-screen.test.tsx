import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { IMAGE_MAX_BYTES } from '../../../contract/posts.ts'
import { ada } from '../../app/test-app.tsx'
import { created, feedReply, postBy } from '../../app/test-posts.ts'
import type { Reply } from '../../platform/fake-server.ts'
import { FakeUpload, sentUpload } from '../../platform/fake-upload.ts'
import {
  area,
  button,
  choose,
  describeAs,
  description,
  imageFile,
  prepareComposer,
  resetComposer,
  send,
  visit,
  write,
} from './test-composer.tsx'

beforeEach(prepareComposer)
afterEach(resetComposer)

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
    const large = imageFile()
    Object.defineProperty(large, 'size', { value: IMAGE_MAX_BYTES + 1 })
    choose(large)
    expect(screen.getByText('This image is too large. It can have at most 15 MB.')).toBeTruthy()
    choose(imageFile('letter.pdf', 'application/pdf'))
    expect(screen.getByText(/^That file is not a picture we can read/)).toBeTruthy()
    expect(screen.queryByLabelText(/^Describe/)).toBeNull()
    choose(imageFile())
    expect(screen.queryByText(/^That file is not a picture we can read/)).toBeNull()
    expect(description()).toBeTruthy()
    choose(...['2', '3', '4', '5'].map((name) => imageFile(`${name}.jpg`)))
    expect(screen.getByText('A post can have at most 4 pictures.')).toBeTruthy()
    expect(screen.getAllByLabelText(/^Describe image/)).toHaveLength(4)
    expect(screen.queryByAltText('Preview of 5.jpg')).toBeNull()
    expect(button('Add more').hasAttribute('disabled')).toBe(true)
  })
})

describe('sending', () => {
  it('shows how far the upload is, and happens once however often it is asked', async () => {
    await visit()
    write('Words.')
    choose(imageFile())
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
    fireEvent.keyDown(area(), { key: 'Enter', keyCode: 229, ...modifier })
    expect(screen.queryByText('Posting…')).toBeNull()
    fireEvent.keyDown(area(), { key: 'Enter', ...modifier })
    expect((await sentUpload(0)).form.get('text')).toBe('Words.')
  })

  it('can be stopped, and nothing is lost', async () => {
    await visit()
    write('Words.')
    choose(imageFile())
    send()
    const upload = await sentUpload(0)
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(button('Post').getAttribute('aria-busy')).not.toBe('true'))
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

const key = (upload: FakeUpload) => upload.headers['idempotency-key']

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
    choose(imageFile())
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
    choose(imageFile())
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
    expect(key(lost)).toMatch(/^\d{13}(-\d+){4}$/)
    expect(key(again)).toBe(key(lost))
    write('Other words.')
    const other = await fail((upload) => upload.loseAnswer(), 2)
    expect(key(other)).not.toBe(key(lost))
    choose(imageFile())
    const imaged = await fail((upload) => upload.loseAnswer(), 3)
    expect(key(imaged)).not.toBe(key(other))
  })

  it('sent again from a page opened anew is the same post, its pictures too', async () => {
    await visit()
    write('Words.')
    choose(new File(['x'], 'stove.jpg', { type: 'image/jpeg', lastModified: 5 }))
    send()
    const lost = await sentUpload(0)
    cleanup()
    await visit()
    choose(new File(['x'], 'stove.jpg', { type: 'image/jpeg', lastModified: 5 }))
    const again = await fail((upload) => upload.loseAnswer(), 1)
    expect(key(again)).toBe(key(lost))
    fireEvent.click(button('Remove image'))
    choose(new File(['y'], 'stove.jpg', { type: 'image/jpeg', lastModified: 6 }))
    const other = await fail((upload) => upload.loseAnswer(), 2)
    expect(key(other)).not.toBe(key(lost))
  })

  it.each([
    ['another post', 409, 'conflict'],
    ['a post that is deleted', 404, 'not_found'],
  ])('of %s under the same key sends it under one of its own', async (_, status, error) => {
    await visit()
    write('Words.')
    send()
    const known = await sentUpload(0)
    const sentence = 'This was already sent, with another content.'
    known.answer(status, { error, msg: sentence, message: sentence })
    const again = await sentUpload(1)
    expect(key(again)).not.toBe(key(known))
    again.answer(201, created(postBy(ada, 'Words.')))
    expect(await screen.findByText('Post created successfully!')).toBeTruthy()
    expect(screen.queryByText(sentence)).toBeNull()
  })

  it('keeps its key where somebody else than the server says that there is nothing', async () => {
    await visit()
    write('Words.')
    send()
    const lost = await sentUpload(0)
    lost.answer(404, 'no route')
    await screen.findByText(/Failed to create post/)
    send()
    expect(key(await sentUpload(1))).toBe(key(lost))
  })
})
