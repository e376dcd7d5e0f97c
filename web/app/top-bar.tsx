import { LogOut, MessageCircle } from 'lucide-react'
import { generatePath, Link, NavLink } from 'react-router'
import { BellIcon } from '../notifications/bell-icon.tsx'
import { bellLabel, useUnreadCount } from '../notifications/unread-count.ts'
import { useCommunity } from '../platform/community.ts'
import { useUnreadConversations } from '../spaces/conversations/unread-conversations-api.ts'
import { useHasUnreadSpaces } from '../spaces/space-summaries.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { UnreadDot } from '../ui/unread-dot.tsx'
import { Wordmark } from '../ui/wordmark.tsx'
import { useComposerLink } from './composer.tsx'
import { admin, type Destination, topBarDestinations } from './destinations.ts'
import { paths } from './paths.ts'
import { useQuietNumbers, useSession, useUser } from './session.tsx'
import { UserMenu } from './user-menu.tsx'

interface TopBarProps {
  onBell: () => void
}

/** On a desktop all the ways of the server; on a phone only its name and the member's menu. */
export function TopBar({ onBell }: TopBarProps) {
  const { isAdmin } = useUser()
  const { signOut } = useSession()
  const { name } = useCommunity()
  const unreadCount = useUnreadCount()
  const isQuiet = useQuietNumbers()
  const destinations = isAdmin ? [...topBarDestinations, admin] : topBarDestinations
  return (
    <header className="sticky short:static top-0 z-20 border-line border-b bg-surface pt-safe">
      <div className="mx-auto flex h-14 max-w-6xl items-center gap-2 px-4 xl:max-w-7xl md:h-16 md:max-lg:gap-1 lg:gap-4">
        <Link
          to={paths.home}
          aria-label={`${name}, home`}
          className="min-w-0 rounded-control px-1 py-2 text-xl md:min-w-23 md:max-lg:max-w-40 lg:max-w-56"
        >
          <Wordmark />
        </Link>
        <nav aria-label="Main" className="hidden flex-1 md:block">
          <ul className="flex items-center lg:gap-1">
            {destinations.map((destination) => (
              <li key={destination.path}>
                <TopBarLink {...destination} />
              </li>
            ))}
          </ul>
        </nav>
        <div className="ms-auto flex min-w-0 items-center gap-1 lg:gap-2">
          <MessagesLink />
          <IconButton
            label={bellLabel(unreadCount, isQuiet)}
            icon={<BellIcon unreadCount={unreadCount} />}
            aria-haspopup="dialog"
            onClick={onBell}
            className="max-md:hidden"
          />
          <OwnPageLink />
          <UserMenu />
          <Button size="small" onClick={signOut} className="max-md:hidden">
            <LogOut aria-hidden className="size-4 md:max-lg:hidden" />
            Logout
          </Button>
        </div>
      </div>
    </header>
  )
}

/** On a phone they stand with the friends. */
function MessagesLink() {
  const unread = useUnreadConversations()
  const isQuiet = useQuietNumbers()
  return (
    <NavLink
      to={paths.conversations}
      title="Messages"
      className="relative hidden size-10 items-center justify-center rounded-control text-ink-soft transition-colors duration-150 hover:bg-surface-hover hover:text-ink aria-[current=page]:text-ember md:flex"
    >
      <MessageCircle aria-hidden className="size-5" />
      {unread > 0 && <UnreadDot className="absolute end-1.5 top-1.5 ring-2 ring-surface" />}
      <span className="sr-only">
        {unread > 0
          ? `Messages, ${isQuiet ? 'something' : `${unread} with something`} new`
          : 'Messages'}
      </span>
    </NavLink>
  )
}

/** One's own face and name lead to one's page, as others see it. */
function OwnPageLink() {
  const { _id, username, profilePhoto } = useUser()
  return (
    <Link
      to={generatePath(paths.member, { id: _id })}
      title="Your page"
      className="flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-control px-1 text-ink-soft text-sm transition-colors duration-150 hover:bg-surface-hover hover:text-ink md:min-h-10 md:min-w-10"
    >
      {/* Between, there is room for the name or the face, and the name is what is promised. */}
      <span className="inline-flex md:max-lg:hidden">
        <Avatar name={username} photoUrl={profilePhoto} size="small" />
      </span>
      <span className="sr-only md:not-sr-only md:max-w-24 md:truncate lg:max-w-40">
        Hi, {username}
      </span>
    </Link>
  )
}

function TopBarLink({ path, label, Icon }: Destination) {
  const openComposer = useComposerLink()
  const isUnread = useHasUnreadSpaces() && path === paths.spaces
  return (
    <NavLink
      to={path}
      end={path !== paths.profile}
      aria-label={isUnread ? `${label}, new messages` : undefined}
      onClick={(event) => path === paths.createPost && openComposer(event)}
      className="relative flex min-h-10 items-center gap-2 whitespace-nowrap rounded-control px-1.5 font-medium text-ink-soft text-sm transition-colors duration-150 hover:bg-surface-hover hover:text-ink aria-[current=page]:bg-ember-soft aria-[current=page]:text-ember lg:px-2 xl:px-3"
    >
      <Icon aria-hidden className="size-4.5 max-xl:hidden" />
      {label}
      {isUnread && <UnreadDot className="absolute end-0.5 top-1.5" />}
    </NavLink>
  )
}
