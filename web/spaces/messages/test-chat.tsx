/** For tests: the chat of a space that Ada is in. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import type { ServerEvent } from '../../../contract/realtime.ts'
import type { SpaceMessage } from '../../../contract/space-messages.ts'
import type { Space } from '../../../contract/spaces.ts'
import { errorReply } from '../../platform/fake-server.ts'
import { FakeSocket } from '../../platform/realtime/fake-socket.ts'
import {
  field,
  messagesReply,
  renderSpaces,
  spaceNamed,
  spaceReply,
  text,
  type,
  withAda,
} from '../test-spaces.tsx'

export const REFUSED = errorReply(500, 'internal_error', '')
export const den = withAda(spaceNamed('The den'), { lastReadSeq: 100 })
export const messagesOf = (space: Space) => `/spaces/${space._id}/messages`

type Replies = Parameters<typeof renderSpaces>[1]

/** The chat with these messages. */
export async function renderChat(messages: SpaceMessage[], replies: Replies = {}, space = den) {
  const visit = renderSpaces(`/spaces/${space._id}`, {
    [`GET /spaces/${space._id}`]: () => spaceReply(space),
    [`GET ${messagesOf(space)}`]: () => messagesReply(messages),
    [`PUT /spaces/${space._id}/read`]: () => ({ status: 200, body: { seq: 100 } }),
    ...replies,
  })
  await field('Message')
  await waitFor(() => expect(screen.queryByText('Loading messages')).toBeNull())
  const isRead = messages.length > 0 && !(`GET ${messagesOf(space)}` in replies)
  if (isRead) await waitFor(() => expect(rows()).not.toHaveLength(0))
  return visit
}

export const log = () => screen.getByRole('log', { name: 'Messages' })
export const rows = () => [...log().querySelectorAll<HTMLElement>('[data-message-id]')]
export const words = () => rows().map((row) => row.querySelector('p[dir]')?.textContent)
export const row = async (content: string) => {
  const item = (await text(content)).closest<HTMLElement>('li')
  if (!item) throw new Error('No row')
  return item
}
export async function write(content: string) {
  await type('Message', content)
  fireEvent.keyDown(await field('Message'), { key: 'Enter' })
}
export async function focusRow(content: string) {
  const item = await row(content)
  act(() => item.focus())
  await within(item).findByRole('toolbar')
  return within(item)
}

/** From here on what happens in it is told. */
export const live = () => act(async () => FakeSocket.last.becomeReady())
export const tell = (event: ServerEvent) => act(async () => FakeSocket.last.receive(event))
export const created = (message: SpaceMessage) =>
  tell({ type: 'message_created', spaceId: den._id, message })
