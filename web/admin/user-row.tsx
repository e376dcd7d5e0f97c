import { LockOpen, Trash2, UserLock } from 'lucide-react'
import { generatePath, Link } from 'react-router'
import type { AdministeredUser } from '../../contract/admin.ts'
import { useModerationMenu } from '../app/moderation/moderation-menu.tsx'
import { paths } from '../app/paths.ts'
import { useUser } from '../app/session.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { Tag } from './tag.tsx'

export type UserAct = 'suspend' | 'lift' | 'delete'

interface UserRowProps {
  user: AdministeredUser
  onAct: (act: UserAct) => void
}

/** One account, and what can be done about it. */
export function UserRow({ user, onAct }: UserRowProps) {
  const { _id: viewerId } = useUser()
  const { username, email, userNumber, createdAt } = user
  const isOwn = user._id === viewerId
  // It is taken back by one act, so it comes before what cannot be.
  const canBeSuspended = user.isVerified && !user.isSuspended
  return (
    <li className="flex items-center gap-3 py-3">
      <Avatar name={username} photoUrl={user.profilePhoto} />
      <div className="min-w-0 flex-1 leading-snug">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Name user={user} />
          {user.isAdmin && <Tag>Administrator</Tag>}
          {user.isPrivate && <Tag>Private</Tag>}
          {!user.isVerified && <Tag>{user.isWaiting ? 'Waits to be let in' : 'Not verified'}</Tag>}
          {user.isSuspended && <Tag>Suspended</Tag>}
        </p>
        <p className="wrap-anywhere text-ink-soft text-sm">{email}</p>
        <p className="text-ink-soft text-sm">
          {user.isVerified && `Number ${userNumber.toLocaleString('en')} · `}
          <RelativeTime dateTime={createdAt} />
          {user.invitedBy && ` · invited by ${user.invitedBy}`}
        </p>
      </div>
      {!isOwn && canBeSuspended && (
        <Button size="small" onClick={() => onAct('suspend')} aria-label={`Suspend ${username}`}>
          <UserLock aria-hidden className="size-4" />
          <span className="max-sm:sr-only">Suspend</span>
        </Button>
      )}
      {!isOwn && canBeSuspended && <OptionsMenu user={user} />}
      {!isOwn && user.isSuspended && (
        <Button
          size="small"
          onClick={() => onAct('lift')}
          aria-label={`Lift the suspension of ${username}`}
        >
          <LockOpen aria-hidden className="size-4" />
          <span className="max-sm:sr-only">Lift</span>
        </Button>
      )}
      {!isOwn && !canBeSuspended && (
        <Button size="small" onClick={() => onAct('delete')} aria-label={`Delete ${username}`}>
          <Trash2 aria-hidden className="size-4" />
          <span className="max-sm:sr-only">Delete</span>
        </Button>
      )}
    </li>
  )
}

interface UserProps {
  user: AdministeredUser
}

/** Who is no member, or suspended, has no card that it could lead to. */
function Name({ user: { _id: id, username, isVerified, isSuspended } }: UserProps) {
  if (!isVerified || isSuspended)
    return <span className="min-w-0 truncate py-1 font-semibold">{username}</span>
  return (
    <Link
      to={generatePath(paths.member, { id })}
      className="min-w-0 truncate py-1 font-semibold hover:underline"
    >
      {username}
    </Link>
  )
}

/** As on the member's card, which who blocked the administrator keeps from them. */
function OptionsMenu({ user: { _id: id, username: name, profilePhoto } }: UserProps) {
  const { items, dialog } = useModerationMenu(id, [
    ...(profilePhoto ? [{ kind: 'photo', id, name } as const] : []),
    { kind: 'sessions', id, name },
  ])
  return (
    <>
      <Menu label={`Options for ${name}`} items={items} />
      {dialog}
    </>
  )
}
