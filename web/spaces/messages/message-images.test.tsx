import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { MESSAGES as POST_MESSAGES, type PostImage } from '../../../contract/posts.ts'
import type { SpaceMessage } from '../../../contract/space-messages.ts'
import { ada, ben } from '../../app/test-app.tsx'
import { errorReply, type Reply } from '../../platform/fake-server.ts'
import { FakeSocket } from '../../platform/realtime/fake-socket.ts'
import {
  button,
  messageBy,
  messagesReply,
  press,
  resetSpaces,
  spaceMessageReply,
  type,
} from '../test-spaces.tsx'
import { den, log, messagesOf, renderChat } from './test-chat.tsx'

afterEach(resetSpaces)

const PAGE = `GET ${messagesOf(den)}`
const imageOf = (alt: string, version?: string): PostImage => ({
  ...{ width: 640, height: 480, alt, placeholder: 'data:image/webp;base64,AAAA' },
  sources: version ? [{ width: 640, url: `/media/post/${version}/640.webp` }] : [],
})
const tell = (type: 'message_created' | 'message_changed', message: SpaceMessage) =>
  act(async () => FakeSocket.last.receive({ type, spaceId: den._id, message }))
const images = () => within(log()).queryAllByRole<HTMLImageElement>('img')
const addresses = () => images().map((image) => image.getAttribute('src'))

it('are shown in the place kept for them once their addresses are asked for, all in one question', async () => {
  const heard = [101, 102].map((seq) =>
    messageBy(ben, seq, { content: '', images: [imageOf(`Pot ${seq}`), imageOf('')] }),
  )
  const told = heard.map((message) => ({
    ...message,
    images: [imageOf(`Pot ${message.seq}`, `pot-${message.seq}`), imageOf('', 'cloth')],
  }))
  const asked = `${PAGE}?from=${heard[0]?._id}`
  let reply: Reply = errorReply(503, 'unavailable', '')
  const { server } = await renderChat([messageBy(ada, 100)], {
    [`${PAGE}?after=100`]: () => messagesReply([]),
    [asked]: () => reply,
    [`${PAGE}?from=${heard[1]?._id}`]: () => reply,
  })
  await act(async () => FakeSocket.last.becomeReady())
  for (const message of heard) await tell('message_created', message)
  // Where they cannot be had that is said, and can be tried again.
  await waitFor(() => expect(screen.getAllByText('Try again')).toHaveLength(4))
  const box = screen.getAllByText('Try again')[0]?.closest<HTMLElement>('[style*="ratio"]')
  expect(box?.style.aspectRatio).toBe('3 / 2')
  reply = messagesReply(told)
  const before = server.count(asked)
  for (const again of screen.getAllByText('Try again')) fireEvent.click(again)
  const shown = ['pot-101', 'cloth', 'pot-102', 'cloth'].map(
    (name) => `/media/post/${name}/640.webp`,
  )
  await waitFor(() => expect(addresses()).toEqual(shown))
  expect(server.count(asked) - before).toBe(1)
  // What stands in a line says how many; beside the pictures nothing does.
  expect(within(log()).queryByText('2 photos')).toBeNull()
  expect(await screen.findByText(/: 2 photos$/)).toBeTruthy()

  const [first] = heard
  if (!first) throw new Error('No message')
  await tell('message_changed', { ...first, changeSeq: 103, isPinned: true })
  expect(await screen.findByLabelText('Pinned')).toBeTruthy()
  expect(addresses()).toContain('/media/post/pot-101/640.webp')
  expect(server.count(asked) - before).toBe(1)

  await press(/^Pot 101/)
  const gallery = await screen.findByRole('dialog', { name: 'Pictures by Ben' })
  expect(within(gallery).getByText('1 of 2')).toBeTruthy()
  expect(await button('Next picture')).toBeTruthy()
})

it('whose addresses ended are asked for again', async () => {
  const message = messageBy(ben, 100, { images: [imageOf('A pot', 'old')] })
  await renderChat([message], {
    [`${PAGE}?from=${message._id}`]: () =>
      messagesReply([{ ...message, images: [imageOf('A pot', 'new')] }]),
  })
  fireEvent.error(await screen.findByAltText('A pot'))
  await waitFor(() => expect(addresses()).toEqual(['/media/post/new/640.webp']))
  expect(within(log()).getByText('Message 100')).toBeTruthy()
})

it('that could not be loaded while the server was away are there once it is back', async () => {
  const message = messageBy(ben, 100, { images: [imageOf('A pot', 'pot')] })
  const asked = `${PAGE}?from=${message._id}`
  await renderChat([message], { [asked]: () => errorReply(503, 'unavailable', '') })
  fireEvent.error(await screen.findByAltText('A pot'))
  expect(await screen.findByText('Try again')).toBeTruthy()
  await act(async () => FakeSocket.last.becomeReady())
  await waitFor(() => expect(addresses()).toEqual(['/media/post/pot/640.webp']))
})

it('are described in other words where their message is edited, and nothing else is sent', async () => {
  const message = messageBy(ada, 100, { content: '', images: [imageOf('A pot', 'pot')] })
  const path = `PUT ${messagesOf(den)}/${message._id}`
  const changed = { ...message, changeSeq: 101, images: [imageOf('A pot of soup')] }
  const { server } = await renderChat([message], { [path]: () => spaceMessageReply(changed) })
  const item = log().querySelector<HTMLElement>('[data-message-id]')
  act(() => item?.focus())
  fireEvent.click(await within(item as HTMLElement).findByRole('button', { name: 'Edit message' }))
  await type('Describe the image (optional)', 'x'.repeat(501))
  expect(await screen.findByText(POST_MESSAGES.altLong)).toBeTruthy()
  await press('Save')
  await type('Describe the image (optional)', 'A pot of soup')
  await press('Save')
  await waitFor(() => expect(screen.getByAltText('A pot of soup')).toBeTruthy())
  expect(addresses()).toEqual(['/media/post/pot/640.webp'])
  expect(server.bodies(path)).toEqual([{ content: '', revision: 0, imageAlts: ['A pot of soup'] }])
  expect(screen.queryByText('edited')).toBeNull()
})
