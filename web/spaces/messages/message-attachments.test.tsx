import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MESSAGES as POST_MESSAGES } from '../../../contract/posts.ts'
import { MESSAGES } from '../../../contract/spaces.ts'
import { ada } from '../../app/test-app.tsx'
import { createDraftFiles, draftFiles } from '../../platform/draft-files.ts'
import { wipeDraftsOf } from '../../platform/drafts.ts'
import { errorReply, type Reply } from '../../platform/fake-server.ts'
import { installFakeUploads } from '../../platform/fake-upload.ts'
import { memoryStore } from '../../platform/offline/indexed-db.ts'
import {
  button,
  field,
  messageBy,
  press,
  resetSpaces,
  spaceMessageReply,
  text,
  type,
} from '../test-spaces.tsx'
import { den, log, renderChat } from './test-chat.tsx'

beforeEach(() => {
  const createObjectURL = ({ name }: File) => `blob:${name}`
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL() {} }))
  installFakeUploads({ isFetched: true })
  const device = createDraftFiles(memoryStore())
  for (const act of ['keep', 'read'] as const)
    vi.spyOn(draftFiles, act).mockImplementation(device[act] as never)
})
afterEach(async () => {
  await wipeDraftsOf(() => true)
  vi.restoreAllMocks()
  await resetSpaces()
})

const SEND = `POST /spaces/${den._id}/image-messages`
const imageFile = (name: string, type = 'image/jpeg') => new File(['x'], name, { type })
const choose = async (...files: File[]) =>
  fireEvent.change(await screen.findByLabelText('Image'), { target: { files } })
const previews = () =>
  screen.queryAllByAltText<HTMLImageElement>(/^Preview of/).map(({ alt }) => alt.slice(11))

it('takes pictures by choice and by paste, says what cannot go, and keeps them until they are sent', async () => {
  let reply: Reply = errorReply(503, 'unavailable', '')
  const replies = { [SEND]: () => reply }
  const { unmount } = await renderChat([], replies)
  await choose(imageFile('notes.txt', 'text/plain'))
  expect(await text(POST_MESSAGES.notAnImage)).toBeTruthy()
  await choose(...['1', '2', '3', '4', '5'].map((name) => imageFile(`${name}.jpg`)))
  expect(await text(MESSAGES.imagesMany)).toBeTruthy()
  await waitFor(() => expect(previews()).toEqual(['1.jpg', '2.jpg', '3.jpg', '4.jpg']))
  await press('Remove image 4')
  await waitFor(() => expect(previews()).toHaveLength(3))
  await press('Remove image 1')
  await waitFor(() => expect(previews()).toEqual(['2.jpg', '3.jpg']))
  await type('Describe image 2 (optional)', 'A pot')
  await press('Move image 2 up')
  await waitFor(() => expect(previews()).toEqual(['3.jpg', '2.jpg']))
  const clipboardData = { types: ['Files'], files: [imageFile('pasted.png', 'image/png')] }
  fireEvent.paste(await field('Message'), { clipboardData })
  await waitFor(() => expect(previews()).toEqual(['3.jpg', '2.jpg', 'pasted.png']))
  unmount()

  // Another visit: words and pictures are still there.
  const { server, sentKeys } = await renderChat([], replies)
  await waitFor(() => expect(previews()).toEqual(['3.jpg', '2.jpg', 'pasted.png']))
  expect((await field('Describe image 1 (optional)')).value).toBe('A pot')
  await press('Send message')
  expect(await within(log()).findByAltText('A pot')).toBeTruthy()
  expect(await text('Waiting to be sent')).toBeTruthy()
  expect(previews()).toEqual([])

  reply = errorReply(403, 'forbidden', 'Not now.')
  await press('Retry')
  expect(await text('Not sent. Not now.')).toBeTruthy()
  expect(within(log()).getByAltText('Picture 3')).toBeTruthy()
  const clientId = sentKeys()[0] ?? ''
  const image = { width: 64, height: 48, placeholder: '', sources: [{ width: 64, url: '/pot' }] }
  const sent = messageBy(ada, 101, {
    ...{ content: '', clientId, images: [{ ...image, alt: 'A pot' }] },
  })
  reply = spaceMessageReply(sent, 201)
  await press('Retry')
  expect(await button(/^A pot/)).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Retry')).toBeNull())
  expect(new Set(sentKeys())).toEqual(new Set([clientId]))
  const forms = server.bodies(SEND) as FormData[]
  expect(forms).toHaveLength(3)
  for (const form of forms) {
    expect(form.get('content')).toBe('')
    expect(form.get('imageAlt')).toBe('A pot')
    const names = form.getAll('images').map((file) => (file as File).name)
    expect(names).toEqual(['3.jpg', '2.jpg', 'pasted.png'])
  }
})
