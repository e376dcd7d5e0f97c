import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { SpaceMessage } from '../../../contract/space-messages.ts'

/** So near the end, new messages are followed. */
const NEAR_END_PX = 100
/** So near the start, earlier messages are fetched; in the past so near the end, later ones. */
const NEAR_START_PX = 300

/** What the box held when it was looked at last. */
interface Drawn {
  firstId: string | undefined
  height: number
  queuedCount: number
  isPast: boolean
}

interface ChatScrollOptions {
  messages: readonly SpaceMessage[]
  queuedCount: number
  isOpen: boolean
  viewerId: string
  onNearStart: () => void
  /** What is shown ends before what was said last. */
  isPast: boolean
  onNearEndOfPast: () => void
  onLeavePast: () => void
}

/** Opens at the "New" line; follows from the end only; earlier messages move nothing. */
export function useChatScroll(options: ChatScrollOptions) {
  const { messages, queuedCount, isOpen, viewerId, isPast } = options
  const scroller = useRef<HTMLDivElement>(null)
  const [isAtEnd, setIsAtEnd] = useState(true)
  const [leftAtSeq, setLeftAtSeq] = useState(0)
  const before = useRef<Drawn>(null)
  /** The last place in the order that was shown of the present. */
  const presentSeq = useRef(0)
  const isFollowing = useRef(true)
  const firstId = messages[0]?._id
  const lastSeq = messages.at(-1)?.seq ?? 0

  function follow(isNear: boolean) {
    if (isFollowing.current && !isNear) setLeftAtSeq(presentSeq.current)
    isFollowing.current = isNear
    setIsAtEnd(isNear)
  }

  function jumpToLatest() {
    if (isPast) options.onLeavePast()
    scrollToEnd(scroller.current)
    follow(true)
  }

  const adjustScroll = useEffectEvent((box: HTMLDivElement) => {
    const known = before.current
    before.current = { firstId, height: box.scrollHeight, queuedCount, isPast }
    if (!isPast) presentSeq.current = lastSeq
    if (!known) {
      openAtFirstNew(box)
      follow(isNearEnd(box))
    } else if (isPast) {
      if (queuedCount > known.queuedCount) return jumpToLatest()
      if (known.isPast && known.firstId !== firstId)
        box.scrollTop += box.scrollHeight - known.height
      follow(false)
    } else if (known.isPast && isFollowing.current) {
      jumpToLatest()
    } else if (known.firstId !== firstId) {
      box.scrollTop += box.scrollHeight - known.height
    } else if (isFollowing.current || queuedCount > known.queuedCount) {
      jumpToLatest()
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a message that arrives makes it higher
  useLayoutEffect(() => {
    if (scroller.current && isOpen) adjustScroll(scroller.current)
  }, [isOpen, firstId, lastSeq, queuedCount, isPast])
  useStayAtEnd(scroller, isFollowing)

  function onScroll() {
    const box = scroller.current
    if (!box || !before.current) return
    before.current.height = box.scrollHeight
    follow(isNearEnd(box) && !isPast)
    if (box.scrollTop < NEAR_START_PX) options.onNearStart()
    if (isPast && isNearEnd(box, NEAR_START_PX)) options.onNearEndOfPast()
  }

  const newCount = isAtEnd
    ? 0
    : messages.filter(({ seq, user }) => seq > leftAtSeq && user?._id !== viewerId).length
  return { scroller, onScroll, isAtEnd, newCount, jumpToLatest }
}

/** When the keyboard opens or a line grows, the end stays in sight for who is there. */
function useStayAtEnd(
  scroller: RefObject<HTMLDivElement | null>,
  isFollowing: RefObject<boolean>,
): void {
  useEffect(() => {
    const box = scroller.current
    if (!box) return
    const observer = new ResizeObserver(() => {
      if (isFollowing.current) scrollToEnd(box)
    })
    observer.observe(box)
    for (const child of box.children) observer.observe(child)
    return () => observer.disconnect()
  }, [scroller, isFollowing])
}

function openAtFirstNew(box: HTMLElement): void {
  const line = box.querySelector<HTMLElement>('[data-new-line]')
  if (line) box.scrollTop = line.offsetTop - 16
  else scrollToEnd(box)
}

function scrollToEnd(box: HTMLElement | null): void {
  if (box) box.scrollTop = box.scrollHeight
}

function isNearEnd(box: HTMLElement, withinPx = NEAR_END_PX): boolean {
  const { scrollHeight, scrollTop, clientHeight } = box
  return scrollHeight - scrollTop - clientHeight <= withinPx
}
