import type { Dispatch } from 'react'
import type { SpaceMessage } from '../../../contract/space-messages.ts'
import type { ChatEvent } from './chat-log.ts'
import { readPastPage } from './messages-api.ts'

/**
 * Asks for the addresses of a message's pictures, which events do not have and which end within the
 * hour. All that is asked for in the same moment is asked for together: the oldest with what
 * follows it. Rejects where they cannot be had.
 */
export function createImagesReader(spaceId: string, dispatch: Dispatch<ChatEvent>) {
  type Asked = { message: SpaceMessage; read: PromiseWithResolvers<void> }
  let waiting = new Map<string, Asked>()

  async function readWaiting() {
    let asked = [...waiting.values()].sort((one, other) => one.message.seq - other.message.seq)
    waiting = new Map()
    while (asked[0]) {
      const [first] = asked
      try {
        const messages = await readPastPage(spaceId, 'from', first.message._id)
        dispatch({ type: 'images', messages })
        const ids = new Set(messages.map(({ _id }) => _id))
        for (const { message, read } of asked) if (ids.has(message._id)) read.resolve()
        asked = asked.filter(({ message }) => !ids.has(message._id))
        if (asked[0] === first) throw new Error('The message is gone.')
      } catch (error) {
        first.read.reject(error)
        asked = asked.slice(1)
      }
    }
  }

  return (message: SpaceMessage): Promise<void> => {
    if (waiting.size === 0) setTimeout(readWaiting)
    const asked = waiting.get(message._id) ?? { message, read: Promise.withResolvers<void>() }
    waiting.set(message._id, asked)
    return asked.read.promise
  }
}
