import { useQueryClient } from '@tanstack/react-query'
import {
  type Dispatch,
  startTransition,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react'
import { MESSAGES_PAGE_SIZE, type SpaceMessage } from '../../../contract/space-messages.ts'
import type { Space } from '../../../contract/spaces.ts'
import { queryKeys } from '../../app/query-keys.ts'
import { isRefusal } from '../../platform/api-error.ts'
import { useServerEvents } from '../../platform/realtime/use-realtime.ts'
import { spaceOptions } from '../api.ts'
import { persistMessages } from '../persisted-space.ts'
import { useCatchUp } from './catch-up.ts'
import { useChatHistory } from './chat-history.ts'
import {
  type ChatEvent,
  type ChatLog,
  chatReducer,
  EMPTY_LOG,
  earliestLoaded,
  loadedMessages,
  withPendingChanges,
} from './chat-log.ts'
import { useMessageActions } from './message-actions.ts'
import { readNewestPage, readPage } from './messages-api.ts'
import { useQueuedMessages } from './queued-messages.ts'

/** So far back a visit looks for the first message the member has not seen. */
const PAGES_TO_FIRST_UNREAD = 6

type Loading = 'idle' | 'underway' | 'failed'

/** One visit to a space's chat: its messages, kept current, and what the member does to them. */
export function useChat(space: Space) {
  const spaceId = space._id
  const [log, dispatch] = useReducer(chatReducer, EMPTY_LOG)
  const { known, floor, ceiling, pendingChanges } = log
  const loaded = useMemo(() => loadedMessages({ known, floor, ceiling }), [known, floor, ceiling])
  const messages = useMemo(
    () => withPendingChanges(loaded, pendingChanges),
    [loaded, pendingChanges],
  )
  const checkMembership = useMembershipCheck(spaceId)
  const [isOutdated, setIsOutdated] = useState(false)
  const [opening, openAgain] = useOpening(space, (messages, isStored) => {
    setIsOutdated(isStored)
    dispatch({ type: 'page', messages, isFirst: messages.length < MESSAGES_PAGE_SIZE })
  })
  // Stored first: the next hook discards an outbox item once its message is among these.
  usePersistedMessages(spaceId, loaded, floor !== null && ceiling === null)
  const queued = useQueuedMessages(spaceId, known, dispatch, checkMembership)
  const catchUp = useCatchUp({
    spaceId,
    log,
    dispatch,
    isOutdated,
    onDone: () => setIsOutdated(false),
    onFailure(error) {
      setIsOutdated(true)
      checkMembership(error)
    },
  })
  useServerEvents((event) => {
    if (event.type !== 'message_created' && event.type !== 'message_changed') return
    if (event.spaceId === spaceId) dispatch({ type: 'received', message: event.message })
  })

  const past = useChatHistory(spaceId, log, messages, dispatch)
  return {
    messages,
    ...past,
    unsent: queued,
    opening,
    openAgain,
    /** Newer messages may be missing, since the server could not be asked for them. */
    isOutdated,
    catchUp,
    ...useEarlier(spaceId, log, dispatch, checkMembership),
    actions: useMessageActions(spaceId, dispatch, checkMembership),
  }
}

export type Chat = ReturnType<typeof useChat>

function useEarlier(
  spaceId: string,
  log: ChatLog,
  dispatch: Dispatch<ChatEvent>,
  onFailure: (error: unknown) => void,
) {
  const [earlier, setEarlier] = useState<Loading>('idle')
  const isLoadingEarlier = useRef(false)

  async function loadEarlier() {
    const before = earliestLoaded(log)
    if (before === null || isLoadingEarlier.current) return
    isLoadingEarlier.current = true
    setEarlier('underway')
    try {
      const messages = await readPage(spaceId, before)
      const isFirst = messages.length < MESSAGES_PAGE_SIZE
      dispatch({ type: 'page', messages, isFirst, floor: log.floor })
      setEarlier('idle')
    } catch (error) {
      setEarlier('failed')
      onFailure(error)
    } finally {
      isLoadingEarlier.current = false
    }
  }

  return { hasEarlier: earliestLoaded(log) !== null, earlier, loadEarlier }
}

/** Not again while the newest, which are all that is stored, stay the same. */
function usePersistedMessages(spaceId: string, messages: readonly SpaceMessage[], isRead: boolean) {
  const stored = useRef<readonly SpaceMessage[]>(null)
  useEffect(() => {
    const newest = messages.slice(-MESSAGES_PAGE_SIZE)
    const isSame = newest.length === stored.current?.length
    if (!isRead || (isSame && newest.every((message, at) => message === stored.current?.[at])))
      return
    stored.current = newest
    persistMessages(spaceId, newest)
  }, [spaceId, messages, isRead])
}

/** Reads from the newest page back to the first unread message, which is where a visit begins. */
function useOpening(
  { _id: spaceId, lastReadSeq }: Space,
  onPage: (messages: SpaceMessage[], isStored: boolean) => void,
): [opening: Loading, again: () => void] {
  const [opening, setOpening] = useState<Loading>('underway')
  const [attempt, setAttempt] = useState(1)
  const [readSeqOnVisit] = useState(lastReadSeq)
  const takePage = useEffectEvent(onPage)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt is another opening
  useEffect(() => {
    const stop = new AbortController()
    const open = async () => {
      const { messages: newest, isStored } = await readNewestPage(spaceId, stop.signal)
      const pages = [newest]
      for (let page = newest; pages.length < PAGES_TO_FIRST_UNREAD && !isStored; ) {
        const first = page[0]
        const isWhole = page.length < MESSAGES_PAGE_SIZE
        if (!first || isWhole || first.seq <= readSeqOnVisit) break
        page = await readPage(spaceId, first._id, stop.signal)
        pages.push(page)
      }
      // In pieces: so many messages in one would hold a slow phone for long.
      startTransition(() => {
        for (const page of pages) takePage(page, isStored)
        setOpening('idle')
      })
    }
    setOpening('underway')
    open().catch(() => {
      if (!stop.signal.aborted) setOpening('failed')
    })
    return () => stop.abort()
  }, [spaceId, attempt])
  useEffect(() => {
    if (opening !== 'failed') return
    const again = () => setAttempt((number) => number + 1)
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [opening])
  return [opening, () => setAttempt((number) => number + 1)]
}

/** A refusal may mean that the member is in the space no longer: reading the space again tells. */
function useMembershipCheck(spaceId: string) {
  const client = useQueryClient()
  return useCallback(
    (error: unknown) => {
      if (!isRefusal(error)) return
      void client.invalidateQueries(spaceOptions(spaceId))
      void client.invalidateQueries({ queryKey: queryKeys.conversations })
    },
    [client, spaceId],
  )
}
