import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { MESSAGES as EDIT_MESSAGES } from '../../../contract/edits.ts'
import { MESSAGES as POST_MESSAGES, type PostImage } from '../../../contract/posts.ts'
import type { SpaceMessage } from '../../../contract/space-messages.ts'
import { ada, ben } from '../../app/test-app.tsx'
import { hasDrafts } from '../../platform/drafts.ts'
import { deferredReply, errorReply, type Reply } from '../../platform/fake-server.ts'
import { FakeSocket } from '../../platform/realtime/fake-socket.ts'
import {
  button,
  field,
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

it('can still be seen moving once their message has changed, of which an event says nothing', async () => {
  const animation = [{ width: 640, url: '/media/post/moving/640.webp' }]
  const moving = { ...imageOf('A pot', 'pot'), animation }
  const message = messageBy(ben, 100, { images: [moving] })
  await renderChat([message], { [`${PAGE}?after=100`]: () => messagesReply([]) })
  await act(async () => FakeSocket.last.becomeReady())
  expect(await screen.findByText('GIF ALT')).toBeTruthy()
  const heard = { ...message, images: [imageOf('A pot of soup')], changeSeq: 101 }
  await tell('message_changed', heard)
  expect(await screen.findByAltText('A pot of soup')).toBeTruthy()
  expect(addresses()).toEqual(['/media/post/pot/640.webp'])
  await press(/^A pot of soup/)
  expect(await screen.findByRole('dialog', { name: 'Picture by Ben' })).toBeTruthy()
  expect(document.querySelector('[src="/media/post/moving/640.webp"]')).toBeTruthy()
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
  await openEditor()
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

it('are described in words that are kept until they are saved or given up', async () => {
  const said = messageBy(ada, 100, { images: [imageOf('A stove', 'stove'), imageOf('', 'bowl')] })
  const late = deferredReply()
  const open = async () => {
    const visit = await renderChat([said], { [`PUT ${messagesOf(den)}/${said._id}`]: late.reply })
    await openEditor()
    return visit
  }
  const described = async () => [(await describing(1)).value, (await describing(2)).value]
  const first = await open()
  await type('Describe image 1 (optional)', '')
  await type('Describe image 2 (optional)', 'A bowl')
  first.unmount()
  const second = await open()
  expect(await described()).toEqual(['', 'A bowl'])
  fireEvent.keyDown(await field('Edit message'), { key: 'Escape' })
  second.unmount()
  const third = await open()
  expect(await described()).toEqual(['A stove', ''])
  await type('Describe image 2 (optional)', 'A bowl')
  await press('Save')
  third.unmount()
  await act(async () => late.answer(spaceMessageReply({ ...said, revision: 1 })))
  await open()
  expect(await described()).toEqual(['A stove', ''])
})

it('are described over no later words of another device unseen', async () => {
  const images = (...alts: string[]) => alts.map((alt) => imageOf(alt, 'pot'))
  const mine = messageBy(ada, 100, { images: images('', '') })
  const elsewhere = { ...mine, images: images('', 'A bowl'), revision: 1 }
  const path = `PUT ${messagesOf(den)}/${mine._id}`
  const open = async (message: SpaceMessage) => {
    const visit = await renderChat([message], {
      [path]: () => errorReply(409, 'conflict', EDIT_MESSAGES.elsewhere),
      [`${PAGE}?from=${mine._id}`]: () => messagesReply([elsewhere]),
    })
    await openEditor()
    return visit
  }
  const sent = ({ server }: Awaited<ReturnType<typeof open>>) => server.bodies(path).at(-1)
  const first = await open(mine)
  await type('Describe image 1 (optional)', 'A pot')
  first.unmount()
  const second = await open(elsewhere)
  await press('Save')
  await screen.findByText('What it says now')
  expect(sent(second)).toMatchObject({ revision: 0 })
  second.unmount()
  // The room has not heard of it yet.
  const third = await open(mine)
  await press('Save')
  await screen.findByText('What it says now')
  await press('Save')
  await waitFor(() =>
    expect(sent(third)).toMatchObject({ imageAlts: ['A pot', 'A bowl'], revision: 1 }),
  )
  await type('Describe image 1 (optional)', '')
  expect(hasDrafts()).toBe(false)
})

const describing = (image: number) => field(`Describe image ${image} (optional)`)

async function openEditor() {
  const item = log().querySelector<HTMLElement>('[data-message-id]')
  act(() => item?.focus())
  fireEvent.click(await within(item as HTMLElement).findByRole('button', { name: 'Edit message' }))
  await field('Edit message')
}
