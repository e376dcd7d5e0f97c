import { type Dispatch, useEffect, useMemo } from 'react'
import { spaceMessage } from '../../../contract/space-messages.ts'
import { outbox } from '../../platform/offline/outbox.ts'
import type { OutboxItem } from '../../platform/offline/outbox-item.ts'
import { useOutboxItems, useOutboxResults } from '../../platform/offline/use-outbox.ts'
import { messagesKey } from '../persisted-space.ts'
import type { ChatEvent, ChatLog } from './chat-log.ts'

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
  const overIds = items.filter(({ id }) => arrived.has(id)).map(({ id }) => id)
  useOutboxResults(({ item, answer, error }) => {
    if (!items.some(({ id }) => id === item.id)) return
    if (error) return onFailure(error)
    if (!answer) return
    const message = { ...spaceMessage.parse(answer), clientId: item.id }
    dispatch({ type: 'received', message })
  })
  const overKey = overIds.join()
  // Once it has arrived by any way, there is nothing left to send.
  useEffect(() => {
    for (const id of overKey.split(',')) if (id) void outbox.discard(id)
  }, [overKey])
  return useMemo(() => items.filter(({ id }) => !arrived.has(id)), [items, arrived])
}
