import { useState } from 'react'
import type { Folds } from '../../../contract/blocks.ts'
import type { SpaceMessage } from '../../../contract/space-messages.ts'
import { foldOf } from './folded-message.tsx'
import { messageTextOf } from './message-text.ts'

interface MessageAnnouncerProps {
  /** Of a chat that is open; the last is the newest. */
  messages: readonly SpaceMessage[]
  folds: Folds
  viewerId: string
}

/** Tells screen readers what others say from now on, when they have said what they are at. */
export function MessageAnnouncer({ messages, folds, viewerId }: MessageAnnouncerProps) {
  const last = messages.at(-1)
  const [lastAtFirst] = useState(last)
  const [newest, setNewest] = useState(last)
  // Not the one before, when the newest is deleted.
  if (last && last.seq > (newest?.seq ?? 0)) setNewest(last)
  const isNews = newest && newest !== lastAtFirst && newest.user?._id !== viewerId
  return (
    <div role="status" className="sr-only">
      {/* A key, so that the same words again are words anew. */}
      {isNews && <p key={newest._id}>{newsOf(newest, folds)}</p>}
    </div>
  )
}

function newsOf(message: SpaceMessage, folds: Folds): string {
  const text = messageTextOf(message)
  if (message.added) return text
  return foldOf(message, folds) ?? `${message.user?.username ?? 'Someone'}: ${text}`
}
