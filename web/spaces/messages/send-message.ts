import { newKey } from '../../platform/new-key.ts'
import { outbox } from '../../platform/offline/outbox.ts'
import { messagesKey } from '../persisted-space.ts'
import { messagesOf } from './messages-api.ts'

/**
 * Sends a message by the outbox. Every attempt has the same id: a lost answer makes no second one.
 * False: its writer is not here any more.
 */
export function sendMessage(
  owner: string,
  spaceId: string,
  content: string,
  more: Record<string, string> = {},
  images: File[] = [],
): boolean {
  if (!outbox.isOpenFor(owner)) return false
  const id = newKey()
  const item = {
    ...{ id, owner, queryKey: messagesKey(spaceId) },
    fields: { ...more, content, clientId: id },
  }
  void outbox.add(
    images.length > 0
      ? { ...item, path: `/spaces/${spaceId}/image-messages`, images }
      : { ...item, path: messagesOf(spaceId) },
  )
  return true
}
