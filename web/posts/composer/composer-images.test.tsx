import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { IMAGE_ALT_FIELDS, POST_FIELD_NAMES } from '../../../contract/posts.ts'
import { ada } from '../../app/test-app.tsx'
import { created, postBy } from '../../app/test-posts.ts'
import { sentUpload } from '../../platform/fake-upload.ts'
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

describe('the image', () => {
  it('is shown, and goes with its description', async () => {
    await visit()
    write('Words.')
    choose(imageFile())
    expect((await screen.findByAltText<HTMLImageElement>('Preview of stove.jpg')).src).toBe(
      'blob:stove.jpg',
    )
    describeAs('A stove, lit.')
    send()
    const { form, method, url } = await sentUpload(0)
    expect([method, url]).toEqual(['POST', '/api/posts'])
    expect([...form.keys()]).toEqual([...POST_FIELD_NAMES, 'images'])
    expect(form.get('text')).toBe('Words.')
    expect(form.get('imageAlt')).toBe('A stove, lit.')
    expect((form.get('images') as File).name).toBe('stove.jpg')
  })

  it('is one of four, each with its words, in the order they were put in', async () => {
    await visit()
    write('Words.')
    choose(imageFile('1.jpg'), imageFile('2.jpg'))
    choose(imageFile('3.jpg'))
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
    choose(imageFile('notes.png', 'image/png'))
    fireEvent.error(await screen.findByAltText('Preview of notes.png'))
    expect(await screen.findByText(/^That file is not a picture we can read/)).toBeTruthy()
    expect(screen.queryByLabelText(/^Describe the image/)).toBeNull()
  })

  it('can be taken away again, and its description with it', async () => {
    await visit()
    write('Words.')
    choose(imageFile())
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
    const files = [imageFile('pasted.png', 'image/png')]
    fireEvent.paste(area(), { clipboardData: { types: ['text/plain', 'Files'], files } })
    expect(screen.queryByLabelText(/^Describe the image/)).toBeNull()
    fireEvent.paste(area(), { clipboardData: { types: ['Files'], files } })
    expect(await screen.findByAltText('Preview of pasted.png')).toBeTruthy()
  })

  it('can be dropped anywhere on the page', async () => {
    await visit()
    const dataTransfer = { types: ['Files'], files: [imageFile('dropped.png', 'image/png')] }
    await waitFor(() => {
      fireEvent.dragOver(document.body, { dataTransfer })
      expect(screen.getByText('Drop your images here')).toBeTruthy()
    })
    fireEvent.drop(document.body, { dataTransfer })
    expect(screen.queryByText('Drop your images here')).toBeNull()
    expect(await screen.findByAltText('Preview of dropped.png')).toBeTruthy()
  })
})

describe('the draft', () => {
  it('survives leaving, with its image', async () => {
    const router = await visit()
    write('Half a thought')
    choose(imageFile())
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
    await waitFor(() =>
      expect(localStorage.getItem(`draft:${ada._id}:post-text`)).toBe('Half a thought'),
    )
    send()
    const upload = await sentUpload(0)
    expect(localStorage.getItem(`draft:${ada._id}:post-text`)).toBe('Half a thought')
    await act(async () => upload.answer(201, created(postBy(ada, 'Half a thought'))))
    await screen.findByText('Post created successfully!')
    expect(localStorage.getItem(`draft:${ada._id}:post-text`)).toBeNull()
  })
})
