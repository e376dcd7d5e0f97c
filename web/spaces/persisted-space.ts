// What of a space is stored on the device, and removed with the right to read it.

import { MESSAGES_PAGE_SIZE, type SpaceMessage } from '../../contract/space-messages.ts'
import { removePersistedQuery } from '../app/persisted-queries.ts'
import { persistence } from '../platform/offline/persistence.ts'

/** The key of all queries of spaces. Each is stale at once. */
export const SPACES_KEY = ['spaces'] as const
export const spaceKey = (spaceId: string) => [...SPACES_KEY, 'one', spaceId] as const

/** Names a space's messages on the device and in the outbox. */
export const messagesKey = (spaceId: string) => ['messages', spaceId] as const
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
export function removeOtherPersistedMessages(spaceIds: readonly string[]): Promise<void> {
  const [kind] = messagesKey('')
  const names = spaceIds.map(recordName)
  return persistence.remove(({ name }) => name.startsWith(`${kind},`) && !names.includes(name))
}
