import { type Dispatch, useEffect, useMemo } from 'react'
import { spaceMessage } from '../../../contract/space-messages.ts'
import { newKey } from '../../platform/new-key.ts'
import { outbox } from '../../platform/offline/outbox.ts'
import type { OutboxItem } from '../../platform/offline/outbox-item.ts'
import { useOutboxItems, useOutboxResults } from '../../platform/offline/use-outbox.ts'
import { messagesKey } from '../persisted-space.ts'
import type { ChatEvent, ChatLog } from './chat-log.ts'
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

/** The member's messages that the server does not have yet, oldest first. */
export function useQueuedMessages(
  spaceId: string,
  known: ChatLog['known'],
  dispatch: Dispatch<ChatEvent>,
  onFailure: (error: unknown) => void,
): OutboxItem[] {
  const arrived = useMemo(
    () => new Set(Iterator.from(known.values()).map(({ clientId }) => clientId)),
    [known],
  )
  const items = useOutboxItems(messagesKey(spaceId))
  const isOver = items.filter(({ id }) => arrived.has(id)).map(({ id }) => id)
  useOutboxResults((result) => {
    if (!items.some(({ id }) => id === result.item.id)) return
    if ('error' in result) return onFailure(result.error)
    const message = { ...spaceMessage.parse(result.answer), clientId: result.item.id }
    dispatch({ type: 'received', message })
  })
  const arrivedIds = isOver.join()
  // Once it has arrived by any way, there is nothing left to send.
  useEffect(() => {
    for (const id of arrivedIds.split(',')) if (id) void outbox.discard(id)
  }, [arrivedIds])
  return useMemo(() => items.filter(({ id }) => !arrived.has(id)), [items, arrived])
}
