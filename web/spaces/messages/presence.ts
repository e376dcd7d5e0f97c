import { useEffect, useMemo, useRef, useState } from 'react'
import type { Author } from '../../../contract/author.ts'
import { TYPING_SHOWN_MS } from '../../../contract/realtime.ts'
import type { Space } from '../../../contract/spaces.ts'
import { useUser } from '../../app/session.tsx'
import { sendRealtimeMessage } from '../../platform/realtime/realtime-client.ts'
import {
  useIsLive,
  useServerEvents,
  useSpacePresence,
} from '../../platform/realtime/use-realtime.ts'

const TYPING_NOTICE_EVERY_MS = 2_000

interface Typist {
  userId: string
  username: string
  untilMs: number
}

/**
 * Who else is in this chat now, and who of them is typing. The member is shown there, too. While it
 * is not open, the server takes nobody in: whoever is there is there anew once it is.
 */
export function usePresence(space: Space, isOpen = true) {
  const { _id: viewerId } = useUser()
  const isLive = useIsLive()
  const [hereIds, setHereIds] = useState<readonly string[]>([])
  const [typists, setTypists] = useState<readonly Typist[]>([])
  useSpacePresence(isOpen ? space._id : null)
  useEffect(() => {
    if (!isOpen) setHereIds([])
  }, [isOpen])
  useServerEvents((event) => {
    if (!('spaceId' in event) || event.spaceId !== space._id) return
    const stopTyping = (userId: string) =>
      setTypists((before) => {
        const others = before.filter((typist) => typist.userId !== userId)
        return others.length < before.length ? others : before
      })
    if (event.type === 'presence') setHereIds(event.userIds)
    if (event.type === 'message_created' && event.message.user) stopTyping(event.message.user._id)
    if (event.type === 'typing' && event.userId !== viewerId) {
      const { userId, username } = event
      const untilMs = Date.now() + TYPING_SHOWN_MS
      stopTyping(userId)
      setTypists((before) => [...before, { userId, username, untilMs }])
    }
  })
  useEffect(() => {
    if (typists.length === 0) return
    const nextMs = Math.min(...typists.map(({ untilMs }) => untilMs)) - Date.now()
    const timer = setTimeout(
      () => setTypists((before) => before.filter(({ untilMs }) => untilMs > Date.now())),
      Math.max(nextMs, 0) + 1,
    )
    return () => clearTimeout(timer)
  }, [typists])
  const here: Author[] = useMemo(
    () => (isLive ? space.members.filter(({ _id }) => hereIds.includes(_id)) : []),
    [isLive, space.members, hereIds],
  )
  return { here, typists: typists.map(({ username }) => username) }
}

/** Tells the others that the member types, every two seconds at most. */
export function useTypingNotice(spaceId: string): () => void {
  const sentAtMs = useRef(0)
  return () => {
    if (Date.now() - sentAtMs.current < TYPING_NOTICE_EVERY_MS) return
    sentAtMs.current = Date.now()
    sendRealtimeMessage({ type: 'typing', spaceId })
  }
}

export function typingSentence(names: readonly string[]): string {
  const [one, other] = names
  if (names.length > 2) return 'Several people are typing…'
  if (other) return `${one} and ${other} are typing…`
  return one ? `${one} is typing…` : ''
}
