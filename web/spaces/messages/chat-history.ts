import { type Dispatch, useRef, useState } from 'react'
import {
  MESSAGES_AROUND,
  MESSAGES_PAGE_SIZE,
  type SpaceMessage,
} from '../../../contract/space-messages.ts'
import { MESSAGES } from '../../../contract/spaces.ts'
import { errorMessage } from '../../platform/api-error.ts'
import { useStableCallback } from '../../platform/stable-callback.ts'
import { useToast } from '../../ui/toast.tsx'
import type { ChatEvent, ChatLog } from './chat-log.ts'
import { readPastPage } from './messages-api.ts'

/** The message the reader was led to; another number each time. */
export interface MessageTarget {
  messageId: string
  number: number
}

/** The way to any message: one that is not loaded is shown with what stands around it. */
export function useChatHistory(
  spaceId: string,
  log: ChatLog,
  messages: readonly SpaceMessage[],
  dispatch: Dispatch<ChatEvent>,
) {
  const toast = useToast()
  const [messageTarget, setMessageTarget] = useState<MessageTarget>()

  /** Resolves to whether the message is there; if not, that is said. Given up, it moves nothing. */
  async function goToMessage(messageId: string, signal?: AbortSignal): Promise<boolean> {
    const isThere = (list: readonly SpaceMessage[]) => list.some(({ _id }) => _id === messageId)
    if (!isThere(messages)) {
      try {
        const around = await readPastPage(spaceId, 'around', messageId, signal)
        if (signal?.aborted) return false
        const index = around.findIndex(({ _id }) => _id === messageId)
        if (index < 0) {
          toast.alert(MESSAGES.messageMissingHere)
          return false
        }
        const isLast = around.length - index < MESSAGES_AROUND
        const isFirst = index < MESSAGES_AROUND
        dispatch({ type: 'past', messages: around, isFirst, isLast })
      } catch (error) {
        if (signal?.aborted) return false
        toast.alert(errorMessage(error, 'The message could not be loaded.'))
        return false
      }
    }
    setMessageTarget((before) => ({ messageId, number: (before?.number ?? 0) + 1 }))
    return true
  }

  return {
    /** What is shown ends before what was said last. */
    isPast: log.ceiling !== null,
    messageTarget,
    goToMessage: useStableCallback(goToMessage),
    ...useLater(spaceId, log, messages, dispatch),
    leavePast: () => dispatch({ type: 'present' }),
  }
}

function useLater(
  spaceId: string,
  { ceiling }: ChatLog,
  messages: readonly SpaceMessage[],
  dispatch: Dispatch<ChatEvent>,
) {
  const toast = useToast()
  const isLoading = useRef(false)
  const failedAfterId = useRef<string>(null)
  const last = messages.at(-1)

  async function loadLater() {
    if (!last || ceiling === null || isLoading.current) return
    isLoading.current = true
    try {
      const page = await readPastPage(spaceId, 'from', last._id)
      const isLast = page.length < MESSAGES_PAGE_SIZE
      dispatch({ type: 'later', messages: page, isLast, ceiling })
      failedAfterId.current = null
    } catch (error) {
      failedAfterId.current = last._id
      toast.alert(errorMessage(error, 'The later messages could not be loaded.'))
    } finally {
      isLoading.current = false
    }
  }

  return {
    loadLater,
    /**
     * By scrolling, which would ask and fail over and over: after a failure only the button asks.
     */
    loadLaterNearEnd() {
      if (failedAfterId.current !== last?._id) void loadLater()
    },
  }
}
