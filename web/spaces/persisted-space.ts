// What of a space or a conversation is stored on the device, and removed with the right to read it.

import type { Conversation } from '../../contract/conversations.ts'
import { MESSAGES_PAGE_SIZE, type SpaceMessage } from '../../contract/space-messages.ts'
import { readPersistedQueries, removePersistedQuery } from '../app/persisted-queries.ts'
import { queryKeys } from '../app/query-keys.ts'
import { persistence } from '../platform/offline/persistence.ts'

/** The key of all queries of spaces. Each is stale at once. */
export const SPACES_KEY = ['spaces'] as const
export const spaceKey = (spaceId: string) => [...SPACES_KEY, 'one', spaceId] as const

export const conversationKey = (id: string) => [...queryKeys.conversations, 'one', id] as const

/** Names a space's messages, or a conversation's, on the device and in the outbox. */
export const messagesKey = (spaceId: string) => [...queryKeys.messages, spaceId] as const
const recordName = (spaceId: string) => messagesKey(spaceId).join()

/** The newest, to be read without a network. */
export function persistMessages(spaceId: string, messages: readonly SpaceMessage[]): void {
  persistence.save(recordName(spaceId), messages.slice(-MESSAGES_PAGE_SIZE))
}

export function readPersistedMessages(spaceId: string): Promise<SpaceMessage[] | undefined> {
  return persistence.read<SpaceMessage[]>(recordName(spaceId))
}

/** Who left a space may not read its messages any more. */
export function removePersistedMessages(spaceId: string): Promise<void> {
  return persistence.remove(({ name }) => name === recordName(spaceId))
}

/** With the messages goes who was in it, until the server says what is for everybody to see. */
export async function removePersistedSpace(spaceId: string): Promise<void> {
  await Promise.all([removePersistedMessages(spaceId), removePersistedQuery(spaceKey(spaceId))])
}

/** Of all spaces but those the member is in. */
export async function removeOtherPersistedMessages(spaceIds: readonly string[]): Promise<void> {
  const talks = await persistedConversations()
  const names = [...spaceIds, ...talks].map(recordName)
  await persistence.remove(({ name }) => name.startsWith(recordName('')) && !names.includes(name))
}

export async function removePersistedConversation(id: string): Promise<void> {
  await Promise.all([removePersistedMessages(id), removePersistedQuery(conversationKey(id))])
}

/** Of all conversations but these. */
export async function removeOtherPersistedConversations(ids: readonly string[]): Promise<void> {
  const others = (await persistedConversations()).filter((id) => !ids.includes(id))
  await Promise.all(others.map(removePersistedConversation))
}

async function persistedConversations(): Promise<string[]> {
  const talks = await readPersistedQueries<Conversation>([...queryKeys.conversations, 'one'])
  return talks.map(({ _id }) => _id)
}
