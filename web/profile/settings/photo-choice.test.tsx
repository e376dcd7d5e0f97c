import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MESSAGES, PHOTO_MAX_BYTES, profileAnswer } from '../../../contract/profile.ts'
import { ada } from '../../app/test-app.tsx'
import {
  deferredReply,
  errorReply,
  type FakeServer,
  type Reply,
} from '../../platform/fake-server.ts'
import { sentUpload } from '../../platform/fake-upload.ts'
import { button, press, renderSettings, resetSettings } from './test-settings.tsx'

const SAVE = 'PUT /users/profile'
const SAVED: Reply = {
  status: 200,
  body: profileAnswer.parse({
    ...{ ...ada, profilePhoto: '/media/photos/new.webp' },
    ...{ msg: MESSAGES.profileUpdated, message: MESSAGES.profileUpdated },
  }),
}

let drawn: unknown[][] = []
let encodes = 'image/webp'

beforeEach(() => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL() {} }))
  drawn = []
  encodes = 'image/webp'
  const context = { drawImage: (...call: unknown[]) => drawn.push(call), fillRect() {} }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done, type) =>
    done(new Blob(['cropped'], { type: type === 'image/webp' ? encodes : 'image/jpeg' })),
  )
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(
    new DOMRect(0, 0, 320, 320),
  )
  sized('offsetWidth', 320)
  sized('offsetHeight', 320)
})

afterEach(resetSettings)

function createObjectURL(file: File) {
  return `blob:${file.name}`
}

function sized(side: 'offsetWidth' | 'offsetHeight', pixels: number) {
  vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(pixels)
}

const imageFile = (name = 'ada.jpg', type = 'image/jpeg') => new File(['x'], name, { type })
const choose = async (...files: File[]) =>
  fireEvent.change(await screen.findByLabelText('Profile photo'), { target: { files } })
const dialog = () => screen.findByRole('dialog', { name: 'Crop your photo' })
const shown = async () => within(await dialog()).getByAltText<HTMLImageElement>('')
const expectClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

/** The browser has drawn the picture, of that many pixels to each side. */
async function load(pixels = 2_000) {
  const image = await shown()
  Object.defineProperty(image, 'naturalWidth', { value: pixels })
  Object.defineProperty(image, 'naturalHeight', { value: pixels })
  fireEvent.load(image)
}

function sentPhoto(server: FakeServer) {
  const [form] = server.bodies(SAVE) as FormData[]
  return form?.get('profilePhoto') as File | null | undefined
}

describe('choosing a photo', () => {
  it('takes pictures, HEIC among them, and nothing else', async () => {
    await renderSettings()
    const input = await screen.findByLabelText<HTMLInputElement>('Profile photo')
    expect(input.accept).toBe('image/*,.heic,.heif')
    await choose(imageFile('letter.pdf', 'application/pdf'))
    expect(screen.getByText(MESSAGES.notAPhoto).getAttribute('role')).toBe('alert')
    await choose(imageFile(), imageFile('two.jpg'))
    expect(screen.getByText(MESSAGES.onePhoto)).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    await choose(imageFile())
    expect(await dialog()).toBeTruthy()
    expect(screen.queryByText(MESSAGES.onePhoto)).toBeNull()
  })

  it('can be given up in the crop dialog, and afterwards', async () => {
    const { server } = await renderSettings({ [SAVE]: () => SAVED })
    await choose(imageFile())
    expect((await button('Use photo')).hasAttribute('disabled')).toBe(true)
    await press('Cancel')
    await expectClosed()
    expect(screen.queryByText('You have unsaved changes.')).toBeNull()
    await choose(imageFile())
    await load()
    await press('Use photo')
    await expectClosed()
    expect(await screen.findByText('You have unsaved changes.')).toBeTruthy()
    await press('Keep the old one')
    expect(screen.queryByText('You have unsaved changes.')).toBeNull()
    await press('Save Profile')
    await screen.findByText(MESSAGES.profileUpdated)
    expect(sentPhoto(server)).toBeNull()
  })
})

describe('cropping', () => {
  it('sends the chosen square, 1024 pixels wide at most', async () => {
    const { server } = await renderSettings({ [SAVE]: () => SAVED })
    await choose(imageFile())
    await load(2_000)
    await press('Use photo')
    await expectClosed()
    expect(drawn[0]?.slice(1)).toEqual([0, 0, 2_000, 2_000, 0, 0, 1_024, 1_024])
    await press('Save Profile')
    await screen.findByText(MESSAGES.profileUpdated)
    expect(sentPhoto(server)).toMatchObject({ name: 'photo.webp', type: 'image/webp' })
  })

  it('zooms by the slider, and moves by the arrow keys', async () => {
    await renderSettings()
    await choose(imageFile())
    await load(800)
    fireEvent.change(screen.getByLabelText('Zoom'), { target: { value: '2' } })
    const area = screen.getByRole('application', { name: /arrow keys/ })
    fireEvent.keyDown(area, { key: 'ArrowRight', repeat: true })
    fireEvent.keyUp(area, { key: 'ArrowRight' })
    await press('Use photo')
    await expectClosed()
    const [, x, y, width] = drawn[0] as [unknown, number, number, number]
    expect(width).toBe(400)
    expect(y).toBe(200)
    // The picture went to the right, so what is taken lies further left.
    expect(x).toBeLessThan(200)
  })

  it('sends a JPEG where the browser cannot write WebP', async () => {
    encodes = 'image/png'
    const { server } = await renderSettings({ [SAVE]: () => SAVED })
    await choose(imageFile('ada.png', 'image/png'))
    await load(300)
    await press('Use photo')
    await expectClosed()
    await press('Save Profile')
    await screen.findByText(MESSAGES.profileUpdated)
    expect(sentPhoto(server)).toMatchObject({ name: 'photo.jpg', type: 'image/jpeg' })
  })

  it('never takes the whole picture where the browser could not', async () => {
    await renderSettings()
    await choose(imageFile())
    await load()
    vi.mocked(HTMLCanvasElement.prototype.getContext).mockReturnValueOnce(null)
    await press('Use photo')
    const said = await screen.findByText(/^Your browser could not crop this picture/)
    expect(said.getAttribute('role')).toBe('alert')
    expect(screen.queryByText('You have unsaved changes.')).toBeNull()
    await press('Cancel')
    await expectClosed()
    await choose(imageFile('other.jpg'))
    await dialog()
    expect(screen.queryByText(/^Your browser could not crop/)).toBeNull()
    await load()
    await press('Use photo')
    expect(await screen.findByText('You have unsaved changes.')).toBeTruthy()
  })

  it('leaves what was cancelled while the browser was at it', async () => {
    let finish: BlobCallback = () => {}
    vi.mocked(HTMLCanvasElement.prototype.toBlob).mockImplementationOnce((done) => {
      finish = done
    })
    await renderSettings()
    await choose(imageFile())
    await load()
    await press('Use photo')
    expect((await button('Use photo')).getAttribute('aria-busy')).toBe('true')
    await press('Cancel')
    await expectClosed()
    await act(async () => finish(new Blob(['cropped'], { type: 'image/webp' })))
    expect(screen.queryByText('You have unsaved changes.')).toBeNull()
  })

  it('is left to the server for what the browser cannot draw', async () => {
    const { server } = await renderSettings({ [SAVE]: () => SAVED })
    const heic = imageFile('ada.HEIC', '')
    await choose(heic)
    fireEvent.error(await shown())
    expect(await screen.findByText('ada.HEIC')).toBeTruthy()
    await press('Use photo')
    await expectClosed()
    await press('Save Profile')
    await screen.findByText(MESSAGES.profileUpdated)
    expect(sentPhoto(server)?.name).toBe('ada.HEIC')
    expect(drawn).toEqual([])
  })

  it('refuses at the field what would be too large to send', async () => {
    await renderSettings()
    const heic = imageFile('ada.heic', '')
    Object.defineProperty(heic, 'size', { value: PHOTO_MAX_BYTES + 1 })
    await choose(heic)
    fireEvent.error(await shown())
    await press('Use photo')
    expect((await screen.findByText(MESSAGES.photoTooLarge)).getAttribute('role')).toBe('alert')
    expect(screen.queryByText('You have unsaved changes.')).toBeNull()
  })
})

describe('uploading', () => {
  async function upload(reply: () => Reply | Promise<Reply>) {
    const visit = await renderSettings({ [SAVE]: reply })
    await choose(imageFile())
    await load()
    await press('Use photo')
    await expectClosed()
    await press('Save Profile')
    return { ...visit, upload: await sentUpload(0) }
  }

  it('shows how far it is, then the new photo everywhere', async () => {
    const { reply, answer } = deferredReply()
    const { upload: sent } = await upload(reply)
    act(() => sent.progress(0.42))
    expect(await screen.findByText('Uploading photo… 42%')).toBeTruthy()
    act(() => sent.progress(1))
    expect(await screen.findByText('Saving…')).toBeTruthy()
    answer(SAVED)
    expect(await screen.findByText(MESSAGES.profileUpdated)).toBeTruthy()
    expect(await button('Change photo')).toBeTruthy()
  })

  it('can be stopped, and the photo stays chosen', async () => {
    await upload(deferredReply().reply)
    await press('Cancel upload')
    expect(await screen.findByText('You have unsaved changes.')).toBeTruthy()
    expect(await button('Keep the old one')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it.each([
    [400, 'bad_request', MESSAGES.notAPhoto],
    [413, 'too_large', MESSAGES.photoTooLarge],
    [415, 'unsupported_media_type', MESSAGES.notAPhoto],
  ])(
    'that is refused with %d says so there, and keeps the choice',
    async (status, code, sentence) => {
      await upload(() => errorReply(status, code, sentence, { profilePhoto: sentence }))
      // The photo's own place, not the profile's as a whole.
      const place = (await screen.findByText(sentence)).closest('div')
      expect(place?.textContent).toContain('Keep the old one')
      expect(screen.getAllByRole('alert')).toHaveLength(1)
    },
  )
})
