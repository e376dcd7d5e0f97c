import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { useUnreadConversations } from '../spaces/conversations/unread-conversations-api.ts'
import { UnreadDot } from '../ui/unread-dot.tsx'
import { paths } from './paths.ts'
import { useQuietNumbers } from './session.tsx'

/**
 * On a phone the friends and what they write share a place of the bar, and this leads between them.
 */
export function FriendsMessagesSwitch() {
  const unread = useUnreadConversations()
  const isQuiet = useQuietNumbers()
  return (
    <nav
      aria-label="Friends and messages"
      className="mb-3 flex rounded-control bg-surface-sunken p-1 md:hidden"
    >
      <Segment to={paths.friends} name={undefined}>
        Friends
      </Segment>
      <Segment
        to={paths.conversations}
        name={unread > 0 ? `Messages, ${isQuiet ? '' : `${unread} with `}something new` : undefined}
      >
        Messages
        {unread > 0 && isQuiet && <UnreadDot />}
        {unread > 0 && !isQuiet && (
          // Drawn and not written: the name says it elsewhere.
          <span
            data-count={unread}
            className="min-w-5 rounded-full bg-ember-fill px-1.5 text-center text-ember-ink text-xs leading-5 tabular-nums before:content-[attr(data-count)]"
          />
        )}
      </Segment>
    </nav>
  )
}

interface SegmentProps {
  to: string
  /** What it is called, where that is more than its words. */
  name: string | undefined
  children: ReactNode
}

/** It takes the other's place in the history, as a tab does. */
function Segment({ to, name, children }: SegmentProps) {
  return (
    <NavLink
      to={to}
      replace
      aria-label={name}
      className="inline-flex min-h-11 flex-1 items-center justify-center gap-2 rounded-lg px-4 py-1 font-medium text-ink-soft text-sm transition-colors duration-150 hover:text-ink aria-[current=page]:bg-surface-pressed aria-[current=page]:text-ink aria-[current=page]:shadow-raised aria-[current=page]:ring-1 aria-[current=page]:ring-line-strong aria-[current=page]:ring-inset"
    >
      {children}
    </NavLink>
  )
}
