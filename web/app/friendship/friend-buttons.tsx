import clsx from 'clsx'
import { Check, UserCheck, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { usePreservedFocus } from '../../ui/preserved-focus.ts'
import type { FriendActionKind, Relation } from './relation.ts'

interface FriendButtonsProps {
  relation: Relation
  /** Said with each button, where there are many alike. */
  username?: string | undefined
  /** On a member's own card: larger, and a request can be taken back right there. */
  isOnCard?: boolean
  onAct: (kind: FriendActionKind) => void
}

export function FriendButtons({ relation, username, isOnCard = false, onAct }: FriendButtonsProps) {
  const preservedFocus = usePreservedFocus()
  const size = isOnCard ? 'medium' : 'small'
  const whom = username && <span className="sr-only">{username}</span>
  const isSent = relation === 'sent'
  const Icon = isSent ? Check : UserPlus
  // In a row of a phone the name needs the place.
  const iconClasses = clsx('size-4', !isOnCard && 'max-sm:hidden')
  const [atFirst] = useState(relation)
  return (
    <div {...preservedFocus} className="flex flex-wrap items-center gap-2 outline-none">
      {relation === 'friends' && <FriendsMark isNew={atFirst !== 'friends'} />}
      {relation === 'received' && (
        <>
          <Button size={size} variant="primary" onClick={() => onAct('accept')}>
            <span>Accept {whom}</span>
          </Button>
          <Button size={size} onClick={() => onAct('decline')}>
            <span>Decline {whom}</span>
          </Button>
        </>
      )}
      {(relation === 'none' || isSent) && (
        <Button
          size={size}
          variant={isOnCard && !isSent ? 'primary' : 'quiet'}
          // Not `disabled`: whoever has just pressed it keeps their place.
          aria-disabled={isSent || undefined}
          onClick={isSent ? undefined : () => onAct('send')}
        >
          <Icon aria-hidden className={iconClasses} />
          <span>
            {isSent ? 'Request Sent' : 'Add Friend'} {whom}
          </span>
        </Button>
      )}
      {isOnCard && isSent && <Button onClick={() => onAct('withdraw')}>Cancel request</Button>}
    </div>
  )
}

function FriendsMark({ isNew }: { isNew: boolean }) {
  return (
    <span
      className={clsx(
        'inline-flex min-h-8 items-center gap-1.5 font-medium text-ink-soft text-sm',
        isNew && 'animate-settle',
      )}
    >
      <UserCheck aria-hidden className="size-4 text-success" />
      Friends
    </span>
  )
}
