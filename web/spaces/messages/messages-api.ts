import type { MessageEdit } from '../../../contract/edits.ts'
import { messageList, type SpaceMessage, spaceMessage } from '../../../contract/space-messages.ts'
import { api } from '../../platform/api-client.ts'
import { isRefusal, isServerAway } from '../../platform/api-error.ts'
import { readPersistedMessages, removePersistedMessages } from '../persisted-space.ts'
import { internMessages } from './intern-messages.ts'

// A chat's way to the server. Each call rejects with an ApiError.

/** Oldest first: the newest page, or the one just before the given message. */
export async function readPage(
  spaceId: string,
  before: string | null,
  signal?: AbortSignal,
): Promise<SpaceMessage[]> {
  const query = before === null ? '' : `?before=${before}`
  try {
    return await readMessages(`${messagesOf(spaceId)}${query}`, signal)
  } catch (error) {
    if (isRefusal(error)) void removePersistedMessages(spaceId)
    throw error
  }
}

/** One message and what stands around it, or with `from` the page from it on; oldest first. */
export async function readPastPage(
  spaceId: string,
  way: 'around' | 'from',
  messageId: string,
  signal?: AbortSignal,
): Promise<SpaceMessage[]> {
  return readMessages(`${messagesOf(spaceId)}?${way}=${messageId}`, signal)
}

/** The newest page; the one that is on the device (`isStored`) while the server is away. */
export async function readNewestPage(spaceId: string, signal: AbortSignal) {
  try {
    return { messages: await readPage(spaceId, null, signal), isStored: false }
  } catch (error) {
    const messages = isServerAway(error) ? await readPersistedMessages(spaceId) : undefined
    if (!messages) throw error
    return { messages, isStored: true }
  }
}

export async function readChanges(spaceId: string, after: number): Promise<SpaceMessage[]> {
  return readMessages(`${messagesOf(spaceId)}?after=${after}`)
}

async function readMessages(path: string, signal?: AbortSignal): Promise<SpaceMessage[]> {
  return internMessages(messageList.parse(await api.get(path, { signal })))
}

export async function editMessage(spaceId: string, messageId: string, edit: MessageEdit) {
  return spaceMessage.parse(await api.put(`${messagesOf(spaceId)}/${messageId}`, edit))
}

export async function deleteMessage(spaceId: string, messageId: string): Promise<void> {
  await api.delete(`${messagesOf(spaceId)}/${messageId}`)
}

export async function setPinned(spaceId: string, messageId: string, isPinned: boolean) {
  const path = `${messagesOf(spaceId)}/${messageId}/pin`
  return spaceMessage.parse(await (isPinned ? api.put(path, {}) : api.delete(path)))
}

interface ReactionChange {
  emoji: string
  isGiven: boolean
  user: string
}

/**
 * The server toggles: where another tab has been before, one call does the opposite of what was
 * asked.
 */
export async function setReaction(
  spaceId: string,
  messageId: string,
  { emoji, isGiven, user }: ReactionChange,
): Promise<SpaceMessage> {
  const toggle = async () =>
    spaceMessage.parse(await api.post(`${messagesOf(spaceId)}/${messageId}/reactions`, { emoji }))
  const answer = await toggle()
  const isThere = answer.reactions.some((each) => each.emoji === emoji && each.user === user)
  return isThere === isGiven ? answer : toggle()
}

/** Also while the page is being closed. */
export async function markRead(spaceId: string, seq: number): Promise<void> {
  await api.put(`/spaces/${spaceId}/read`, { seq }, { keepalive: true })
}

export function messagesOf(spaceId: string): string {
  return `/spaces/${spaceId}/messages`
}
