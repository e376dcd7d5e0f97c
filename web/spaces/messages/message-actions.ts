import { type Dispatch, useMemo } from 'react'
import type { MessageEdit } from '../../../contract/edits.ts'
import type { SpaceMessage } from '../../../contract/space-messages.ts'
import { MESSAGES } from '../../../contract/spaces.ts'
import { useUser } from '../../app/session.tsx'
import { errorMessage } from '../../platform/api-error.ts'
import { newKey } from '../../platform/new-key.ts'
import { useToast } from '../../ui/toast.tsx'
import type { ChatEvent, PendingChange } from './chat-log.ts'
import { createImagesReader } from './message-images.ts'
import { deleteMessage, editMessage, setPinned, setReaction } from './messages-api.ts'
import { sendMessage } from './send-message.ts'

/** What a member does in a chat. Each shows at once, and is undone with a toast when refused. */
export interface MessageActions {
  /** `more`: what goes with the words. False where it was not taken. */
  send: (content: string, more?: Record<string, string>, images?: File[]) => boolean
  /** Rejects where the server did not take it: what was typed must not be lost before. */
  edit: (message: SpaceMessage, edit: MessageEdit) => Promise<void>
  remove: (message: SpaceMessage) => void
  /** New addresses for its pictures; rejects when there are none. */
  readImages: (message: SpaceMessage) => Promise<void>
  pin: (message: SpaceMessage, isPinned: boolean) => void
  react: (message: SpaceMessage, emoji: string, isGiven: boolean) => void
}

export function useMessageActions(
  spaceId: string,
  dispatch: Dispatch<ChatEvent>,
  onFailure: (error: unknown) => void,
): MessageActions {
  const toast = useToast()
  const { _id: user, username } = useUser()
  return useMemo(() => {
    function refuse(error: unknown, fallback: string) {
      toast.alert(errorMessage(error, fallback))
      onFailure(error)
    }
    const applyOptimistically = createOptimisticRunner(dispatch, refuse)

    return {
      readImages: createImagesReader(spaceId, dispatch),
      send: (content, more, images) => sendMessage(user, spaceId, content, more, images),
      async edit({ _id }, edit) {
        try {
          dispatch({ type: 'received', message: await editMessage(spaceId, _id, edit) })
        } catch (error) {
          onFailure(error)
          throw error
        }
      },
      remove: ({ _id }) =>
        void applyOptimistically(
          _id,
          { type: 'delete' },
          () => deleteMessage(spaceId, _id).then(() => null),
          MESSAGES.deleteMessageFailed,
        ),
      pin: ({ _id }, isPinned) =>
        void applyOptimistically(
          _id,
          { type: 'pin', isPinned },
          () => setPinned(spaceId, _id, isPinned),
          isPinned ? MESSAGES.pinFailed : MESSAGES.unpinFailed,
        ),
      react: ({ _id }, emoji, isGiven) =>
        void applyOptimistically(
          _id,
          { type: 'react', emoji, isGiven, user, username },
          () => setReaction(spaceId, _id, { emoji, isGiven, user }),
          MESSAGES.reactFailed,
        ),
    }
  }, [spaceId, dispatch, onFailure, toast, user, username])
}

/** Shows a change of a message until the server has answered. */
function createOptimisticRunner(
  dispatch: Dispatch<ChatEvent>,
  refuse: (error: unknown, fallback: string) => void,
) {
  const inSequence = createSequences()
  return async (
    messageId: string,
    change: PendingChange['change'],
    act: () => Promise<SpaceMessage | null>,
    fallback: string,
  ) => {
    const id = newKey()
    dispatch({ type: 'change-started', pendingChange: { id, messageId, change } })
    try {
      const message = await inSequence(messageId, act)
      // A deletion stays pending until the message is known to be deleted.
      if (!message) return
      dispatch({ type: 'received', message })
    } catch (error) {
      refuse(error, fallback)
    }
    dispatch({ type: 'change-finished', id })
  }
}

/** Calls under one name run one after the other, whether they fail or not. */
function createSequences() {
  const last = new Map<string, Promise<unknown>>()
  return <Result>(name: string, act: () => Promise<Result>): Promise<Result> => {
    const result = (last.get(name) ?? Promise.resolve()).then(act, act)
    last.set(name, result)
    return result
  }
}
