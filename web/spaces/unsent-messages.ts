import { type Dispatch, useEffect } from 'react'
import { v4 as newKey } from 'uuid'
import { type SpaceMessage, spaceMessage } from '../../contract/spaces.ts'
import { type Letter, outbox } from '../platform/offline/outbox.ts'
import { useFates, useLetters } from '../platform/offline/use-outbox.ts'
import { placeOf } from './kept-space.ts'
import type { ChatEvent } from './messages.ts'
import { messagesOf } from './messages-api.ts'

/** Puts a message on its way. The same name on every attempt: a lost answer makes no second one. */
export function sendMessage(spaceId: string, content: string): void {
  const id = newKey()
  const fields = { content, clientId: id }
  void outbox.put({ id, place: placeOf(spaceId), path: messagesOf(spaceId), fields })
}

/** The member's messages the server does not have yet, oldest first. */
export function useUnsentMessages(
  spaceId: string,
  known: Iterable<SpaceMessage>,
  dispatch: Dispatch<ChatEvent>,
  onFailure: (error: unknown) => void,
): Letter[] {
  const arrived = new Set([...known].map(({ clientId }) => clientId))
  const letters = useLetters(placeOf(spaceId))
  const isOver = letters.filter(({ id }) => arrived.has(id)).map(({ id }) => id)
  useFates((fate) => {
    if (!letters.some(({ id }) => id === fate.letter.id)) return
    if ('error' in fate) return onFailure(fate.error)
    const message = { ...spaceMessage.parse(fate.answer), clientId: fate.letter.id }
    dispatch({ type: 'heard', message })
  })
  const arrivedIds = isOver.join()
  // Whichever road it arrived by, there is nothing left to send.
  useEffect(() => {
    for (const id of arrivedIds.split(',')) if (id) void outbox.discard(id)
  }, [arrivedIds])
  return letters.filter(({ id }) => !arrived.has(id))
}
