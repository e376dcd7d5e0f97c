import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Author } from '../../contract/author.ts'
import { MESSAGES } from '../../contract/friends.ts'
import { useFriendActions, usePendingRelations } from '../app/friendship/friend-actions.ts'
import { FriendButtons } from '../app/friendship/friend-buttons.tsx'
import type { FriendActionKind } from '../app/friendship/relation.ts'
import { takeLostFocus } from '../ui/lost-focus.ts'
import { pendingRequestsOptions } from './api.ts'

const DONE: Partial<Record<FriendActionKind, string>> = {
  accept: MESSAGES.friendsNow,
  decline: MESSAGES.rejected,
}

interface FriendAnswerProps {
  sender: Author
  onAnswer: () => void
}

/** Accept or decline a request right where it is told; then what became of it. */
export function FriendAnswer({ sender, onAnswer }: FriendAnswerProps) {
  const waiting = useQuery(pendingRequestsOptions).data?.find(({ _id }) => _id === sender._id)
  const isUnderway = usePendingRelations().has(sender._id)
  const answer = useFriendActions('notification', () => setAnswered(undefined))
  const [answered, setAnswered] = useState<FriendActionKind>()

  function act(kind: FriendActionKind) {
    setAnswered(kind)
    onAnswer()
    if (waiting) answer({ kind, person: waiting, before: 'received' })
  }

  const isWaiting = waiting !== undefined && !isUnderway
  const said = answered && DONE[answered]
  return (
    <>
      {isWaiting && <FriendButtons relation="received" username={sender.username} onAct={act} />}
      {!isWaiting && said && (
        <p
          ref={takeLostFocus}
          role="status"
          tabIndex={-1}
          className="flex min-h-11 items-center text-ink-soft text-sm outline-none sm:min-h-8"
        >
          {said}
        </p>
      )}
    </>
  )
}
