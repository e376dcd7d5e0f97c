import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sentUpload } from '../../platform/fake-upload.ts'
import { croppedFrom, isFrom, nameOf, originalOf } from './cropped-image.ts'
import {
  button,
  choose,
  imageFile,
  prepareComposer,
  resetComposer,
  send,
  visit,
  write,
} from './test-composer.tsx'

let drawn: unknown[][] = []
const FAILED = /^Your browser could not crop this picture/
const CROPPED = new Blob(['cropped'], { type: 'image/webp' })

beforeEach(() => {
  prepareComposer()
  drawn = []
  const context = { drawImage: (...call: unknown[]) => drawn.push(call), fillRect() {} }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(CROPPED))
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(
    new DOMRect(0, 0, 400, 200),
  )
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(200)
})
afterEach(() => {
  vi.restoreAllMocks()
  resetComposer()
})

const dialog = () => screen.findByRole('dialog', { name: 'Crop the picture' })
const expectClosed = () =>
  waitFor(() => expect(screen.queryByRole('dialog', { name: 'Crop the picture' })).toBeNull())
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const preview = (name: string) => screen.findByAltText<HTMLImageElement>(`Preview of ${name}`)
const choices = async (label: string) =>
  within(await dialog()).getByLabelText<HTMLInputElement>(label)

/** As a browser does, which takes whole steps only, from the lowest on. */
async function slide(label: string, to: number) {
  const slider = await choices(label)
  const [min, step] = [Number(slider.min), Number(slider.step)]
  const value = min + Math.round((to - min) / step) * step
  fireEvent.change(slider, { target: { value: String(value) } })
}

const chosen = (pixels: string) =>
  waitFor(async () =>
    expect((await choices('Shape')).getAttribute('aria-valuetext')).toBe(`${pixels} pixels`),
  )

/** The cropper drew the original, of 800 to 400 pixels. */
async function openCropper(name: string) {
  ;(await screen.findByRole('button', { name })).focus()
  await press(name)
  const image = within(await dialog()).getByAltText<HTMLImageElement>('')
  Object.defineProperty(image, 'naturalWidth', { value: 800 })
  Object.defineProperty(image, 'naturalHeight', { value: 400 })
  fireEvent.load(image)
  return image
}

it('puts the part that was chosen in the picture’s place, with its words, and anew of the original', async () => {
  await visit()
  write('Words.')
  choose(imageFile('1.jpg'), imageFile('2.jpg'))
  // It comes with the next frame, which may be later than all of this.
  const first = screen.getByLabelText('Describe image 1 (optional)')
  await waitFor(() => expect(document.activeElement).toBe(first))
  const words = screen.getByLabelText('Describe image 2 (optional)')
  fireEvent.change(words, { target: { value: 'Two' } })
  expect(screen.queryByRole('button', { name: 'Crop image 2' })).toBeNull()
  fireEvent.load(await preview('2.jpg'))
  expect(screen.queryByRole('button', { name: 'Crop image 1' })).toBeNull()

  await openCropper('Crop image 2')
  await slide('Shape', 0)
  await chosen('400 by 400')
  await press('Use this part')
  await expectClosed()
  expect(drawn[0]?.slice(1)).toEqual([200, 0, 400, 400, 0, 0, 400, 400])
  expect((await preview('2.jpg')).src).toBe('blob:2.jpg.cropped.webp')
  expect(screen.getByText('The picture is cropped.').getAttribute('role')).toBe('status')
  await waitFor(() => expect(document.activeElement).toBe(button('Crop image 2')))

  // What is cropped anew is the original, and it keeps its way there when it moves.
  fireEvent.click(button('Move image 2 up'))
  fireEvent.load(await preview('2.jpg'))
  expect((await openCropper('Crop image 1')).src).toBe('blob:2.jpg')
  await press('Cancel')
  await expectClosed()
  send()
  const { form } = await sentUpload(0)
  expect(form.getAll('images').map((file) => (file as File).name)).toEqual([
    ...['2.jpg.cropped.webp', '1.jpg'],
  ])
  expect([form.get('imageAlt'), form.get('imageAlt2')]).toEqual(['Two', ''])
})

it('is undone where all of the picture is wanted after all', async () => {
  await visit()
  write('Words.')
  choose(imageFile())
  fireEvent.load(await preview('stove.jpg'))
  await openCropper('Crop image')
  fireEvent.change(await choices('Zoom'), { target: { value: '2' } })
  await press('Use this part')
  await expectClosed()
  expect((await preview('stove.jpg')).src).toBe('blob:stove.jpg.cropped.webp')
  await openCropper('Crop image')
  await slide('Shape', 0)
  await chosen('400 by 400')
  await slide('Shape', 1)
  await chosen('800 by 400')
  await press('Use this part')
  await expectClosed()
  expect((await preview('stove.jpg')).src).toBe('blob:stove.jpg')
  send()
  expect(((await sentUpload(0)).form.get('images') as File).name).toBe('stove.jpg')
})

/** The browser takes its time; what is returned ends it. */
function slowEncoder() {
  const encodes: BlobCallback[] = []
  vi.mocked(HTMLCanvasElement.prototype.toBlob).mockImplementation((done) => {
    encodes.push(done)
  })
  return () => act(async () => encodes.shift()?.(CROPPED))
}

async function cropHalf(name: string) {
  await openCropper(name)
  fireEvent.change(await choices('Zoom'), { target: { value: '2' } })
  await press('Use this part')
}

it('says that it is at work, and nothing comes of what was cancelled', async () => {
  const finish = slowEncoder()
  await visit()
  choose(imageFile('1.jpg'), imageFile('2.jpg'))
  fireEvent.load(await preview('1.jpg'))
  await cropHalf('Crop image 1')
  expect(button('Use this part').getAttribute('aria-busy')).toBe('true')
  await press('Use this part')
  expect(drawn).toHaveLength(1)
  await press('Cancel')
  await expectClosed()
  await press('Remove image 2')
  await finish()
  expect((await preview('1.jpg')).src).toBe('blob:1.jpg')
  expect(screen.queryByText('The picture is cropped.')).toBeNull()
  expect(screen.queryByAltText('Preview of 2.jpg')).toBeNull()
})

it('is of the pictures as they are when it is done', async () => {
  const finish = slowEncoder()
  await visit()
  choose(imageFile('1.jpg'), imageFile('2.jpg'))
  fireEvent.load(await preview('2.jpg'))
  await cropHalf('Crop image 2')
  // As another tab may do meanwhile.
  fireEvent.click(screen.getByLabelText('Move image 2 up'))
  choose(imageFile('3.jpg'))
  await finish()
  await expectClosed()
  const srcs = screen.getAllByAltText<HTMLImageElement>(/^Preview of/).map(({ src }) => src)
  expect(srcs).toEqual(['blob:2.jpg.cropped.webp', 'blob:1.jpg', 'blob:3.jpg'])
})

it.each([
  [
    'draws nothing',
    () => vi.mocked(HTMLCanvasElement.prototype.getContext).mockReturnValueOnce(null),
  ],
  [
    'writes nothing',
    () =>
      vi
        .mocked(HTMLCanvasElement.prototype.toBlob)
        .mockImplementationOnce((done) => done(null))
        .mockImplementationOnce((done) => done(null)),
  ],
  [
    'breaks',
    () =>
      vi.mocked(HTMLCanvasElement.prototype.getContext).mockImplementationOnce(() => {
        throw new RangeError('Out of memory')
      }),
  ],
])(
  'never takes the whole picture where the browser %s, and can be tried again',
  async (_, fail) => {
    await visit()
    choose(imageFile())
    fireEvent.load(await preview('stove.jpg'))
    fail()
    await cropHalf('Crop image')
    expect((await screen.findByText(FAILED)).getAttribute('role')).toBe('alert')
    expect(screen.queryByText('The picture is cropped.')).toBeNull()
    await press('Use this part')
    await expectClosed()
    expect((await preview('stove.jpg')).src).toBe('blob:stove.jpg.cropped.webp')
  },
)

it('is not offered of what this browser cannot draw', async () => {
  await visit()
  choose(new File(['\0\0\0\x18ftypheic'], 'stove.HEIC'))
  fireEvent.error(await preview('stove.HEIC'))
  expect(await screen.findByText('stove.HEIC')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Crop image' })).toBeNull()
})

it('says so where the original cannot be drawn any more, and leaves the picture as it is', async () => {
  await visit()
  choose(imageFile())
  fireEvent.load(await preview('stove.jpg'))
  // Its zoom would have the focus in a frame, and is gone by then.
  const frames = vi.spyOn(window, 'requestAnimationFrame')
  const held: FrameRequestCallback[] = []
  frames.mockImplementation((frame) => held.push(frame))
  ;(await screen.findByRole('button', { name: 'Crop image' })).focus()
  await press('Crop image')
  fireEvent.error(within(await dialog()).getByAltText(''))
  const told = await within(await dialog()).findByText(/^Your browser cannot show this picture\./)
  expect(told.textContent).toMatch(/stays as it is\.$/)
  frames.mockRestore()
  act(() => {
    for (const frame of held) frame(performance.now())
  })
  await waitFor(async () => expect((await dialog()).contains(document.activeElement)).toBe(true))
  expect(within(await dialog()).getByText('stove.jpg')).toBeTruthy()
  expect(button('Use this part').hasAttribute('disabled')).toBe(true)
  await press('Cancel')
  await expectClosed()
  expect((await preview('stove.jpg')).src).toBe('blob:stove.jpg')
})

it('is not offered of what moves: a part of it would stand still', async () => {
  const webp = (flags: number, chunk = 'VP8X') => [
    ...[`RIFF\x64\0\0\0WEBP${chunk}\x0a\0\0\0`].map((text) => new TextEncoder().encode(text)),
    new Uint8Array([flags, 0, 0, 0]),
  ]
  const file = (name: string, type: string, parts: BlobPart[]) => new File(parts, name, { type })
  await visit()
  choose(
    file('dance.gif', 'image/gif', ['GIF89a']),
    file('dance.webp', 'image/webp', webp(0b0001_0010)),
    file('still.webp', 'image/webp', webp(0b0001_0000)),
    file('plain.webp', 'image/webp', webp(0b0000_0010, 'VP8 ')),
  )
  for (const name of ['dance.gif', 'dance.webp', 'still.webp', 'plain.webp'])
    fireEvent.load(await preview(name))
  // The last to be looked into: what the others are is known by then.
  await screen.findByRole('button', { name: 'Crop image 4' })
  const offered = screen.getAllByRole('button', { name: /^Crop/ }).map((crop) => crop.ariaLabel)
  expect(offered).toEqual(['Crop image 3', 'Crop image 4'])
})

it('finds its original by name and age, as both come back from the device', () => {
  const original = new File(['x'], 'tea.png', { type: 'image/png', lastModified: 7 })
  const other = new File(['y'], 'tea.png', { type: 'image/png', lastModified: 8 })
  const cropped = croppedFrom(original, new File(['z'], 'photo.jpg', { type: 'image/jpeg' }))
  expect([cropped.name, cropped.type, cropped.lastModified]).toEqual([
    ...['tea.png.cropped.jpeg', 'image/jpeg', 7],
  ])
  expect(originalOf(cropped, [other, original])).toBe(original)
  expect(originalOf(cropped, [other])).toBe(cropped)
  expect([isFrom(original, cropped), isFrom(original, original)]).toEqual([true, false])
  expect(nameOf(cropped)).toBe('tea.png')
})
