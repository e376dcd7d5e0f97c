import clsx from 'clsx'
import type { ReactNode } from 'react'
import { generatePath, Link } from 'react-router'
import type { SpaceMessage } from '../../../contract/space-messages.ts'
import { paths } from '../../app/paths.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { formatClockTime, formatExactTime } from '../../ui/relative-time-format.ts'

// Who said a message, and when.

interface AuthorImageProps {
  message: SpaceMessage
  isGrouped: boolean
}

export function AuthorImage({ message: { user }, isGrouped }: AuthorImageProps) {
  if (isGrouped || !user) return <span aria-hidden className="w-8 shrink-0" />
  return (
    <AuthorLink id={user._id} isHidden>
      <Avatar name={user.username} photoUrl={user.profilePhoto} size="small" />
    </AuthorLink>
  )
}

interface AuthorLinkProps {
  id: string
  /** The name beside it is the same link. */
  isHidden?: boolean
  children: ReactNode
}

/** By pointer and touch; the keys go from message to message, and find it among the acts. */
function AuthorLink({ id, isHidden = false, children }: AuthorLinkProps) {
  return (
    <Link
      to={generatePath(paths.member, { id })}
      tabIndex={-1}
      aria-hidden={isHidden || undefined}
      className={clsx(
        'relative rounded-full after:absolute hover:underline',
        isHidden
          ? 'h-fit shrink-0 after:-inset-1.5'
          : 'max-w-full after:-inset-x-1 after:-top-3 after:-bottom-1',
      )}
    >
      {children}
    </Link>
  )
}

interface HeadingProps {
  message: SpaceMessage
  isMine: boolean
  isGrouped: boolean
}

/** Who and when. Below the first of a group, it is only said. */
export function Heading({ message: { user, createdAt }, isMine, isGrouped }: HeadingProps) {
  const name = isMine ? 'You' : (user?.username ?? 'Someone')
  return (
    <p
      className={
        isGrouped ? 'sr-only' : 'flex max-w-full flex-wrap items-center gap-x-2 text-sm leading-5'
      }
    >
      {isGrouped || isMine || !user ? (
        <span className={isMine ? 'sr-only' : 'truncate font-semibold'}>{name}</span>
      ) : (
        <AuthorLink id={user._id}>
          <span className="block truncate font-semibold">{name}</span>
        </AuthorLink>
      )}
      <ClockTime dateTime={createdAt} />
    </p>
  )
}

/** The day stands above: under it only the clock is told. */
function ClockTime({ dateTime }: { dateTime: string }) {
  return (
    <time
      dateTime={dateTime}
      title={formatExactTime(dateTime)}
      className="text-ink-soft tabular-nums"
    >
      {formatClockTime(dateTime)}
    </time>
  )
}
