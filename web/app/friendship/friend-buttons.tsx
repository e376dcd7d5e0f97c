import clsx from 'clsx'
import { Check, UserCheck, UserPlus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
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
  const { group, act } = usePreservedFocus(relation, onAct)
  const size = isOnCard ? 'medium' : 'small'
  const whom = username && <span className="sr-only">{username}</span>
  const isSent = relation === 'sent'
  // In a row of a phone the name needs the place.
  const iconClasses = clsx('size-4', !isOnCard && 'max-sm:hidden')
  const [atFirst] = useState(relation)
  return (
    <div ref={group} tabIndex={-1} className="flex flex-wrap items-center gap-2 outline-none">
      {relation === 'friends' && <FriendsMark isNew={atFirst !== 'friends'} />}
      {relation === 'received' && (
        <>
          <Button size={size} variant="primary" onClick={() => act('accept')}>
            <span>Accept {whom}</span>
          </Button>
          <Button size={size} onClick={() => act('decline')}>
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
          onClick={isSent ? undefined : () => act('send')}
        >
          {isSent ? (
            <Check aria-hidden className={iconClasses} />
          ) : (
            <UserPlus aria-hidden className={iconClasses} />
          )}
          <span>
            {isSent ? 'Request Sent' : 'Add Friend'} {whom}
          </span>
        </Button>
      )}
      {isOnCard && isSent && <Button onClick={() => act('withdraw')}>Cancel request</Button>}
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

/** A button that gives way to another hands its focus on. */
function usePreservedFocus(relation: Relation, onAct: (kind: FriendActionKind) => void) {
  const group = useRef<HTMLDivElement>(null)
  const actedOn = useRef<Relation>(undefined)
  useEffect(() => {
    if (actedOn.current === undefined || actedOn.current === relation) return
    actedOn.current = undefined
    if (!hasLostFocus()) return
    const next = group.current?.querySelector<HTMLElement>('button') ?? group.current
    next?.focus({ preventScroll: true })
  }, [relation])
  function act(kind: FriendActionKind) {
    actedOn.current = relation
    onAct(kind)
  }
  return { group, act }
}

function hasLostFocus(): boolean {
  return document.activeElement === document.body || document.activeElement === null
}
