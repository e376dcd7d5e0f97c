import { Link, matchPath, useLocation } from 'react-router'
import { BellIcon } from '../notifications/bell-icon.tsx'
import { bellLabel, useUnreadCount } from '../notifications/unread-count.ts'
import { useUnreadConversations } from '../spaces/conversations/unread-conversations-api.ts'
import { useHasUnreadSpaces } from '../spaces/space-summaries.ts'
import { UnreadDot } from '../ui/unread-dot.tsx'
import { useComposerLink } from './composer.tsx'
import { bottomBarDestinations, type Destination, profile } from './destinations.ts'
import { paths } from './paths.ts'
import { useQuietNumbers } from './session.tsx'

const ITEM_CLASSES =
  'flex h-(--bottom-bar-height) flex-auto flex-col items-center justify-center gap-0.5 rounded-control px-0.5 font-medium text-[0.6875rem] text-ink-soft max-[18rem]:text-[0.625rem] -outline-offset-2 transition-colors duration-150 aria-[current=page]:text-ember [&_svg]:size-5.5'

interface BottomBarProps {
  onBell: () => void
}

export function BottomBar({ onBell }: BottomBarProps) {
  const unreadCount = useUnreadCount()
  const isQuiet = useQuietNumbers()
  return (
    <nav
      aria-label="Main"
      className="fixed short:static inset-x-0 bottom-0 z-20 flex border-line border-t bg-surface px-safe pb-safe md:hidden"
    >
      {bottomBarDestinations.map((destination) => (
        <BottomBarLink key={destination.path} {...destination} />
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={bellLabel(unreadCount, isQuiet)}
        onClick={onBell}
        className={ITEM_CLASSES}
      >
        <BellIcon unreadCount={unreadCount} />
        Notifications
      </button>
      <BottomBarLink {...profile} />
    </nav>
  )
}

function BottomBarLink({ path, label, Icon }: Destination) {
  const openComposer = useComposerLink()
  const hasUnreadSpaces = useHasUnreadSpaces()
  const hasUnreadConversations = useUnreadConversations() > 0
  const isUnread =
    (path === paths.spaces && hasUnreadSpaces) || (path === paths.friends && hasUnreadConversations)
  const { pathname } = useLocation()
  // On a phone the messages stand with the friends.
  const isWithin = path === paths.friends && pathname.startsWith(paths.conversations)
  const isCurrent = matchPath({ path, end: path !== paths.profile }, pathname) !== null
  return (
    <Link
      to={path}
      aria-current={isCurrent || isWithin ? 'page' : undefined}
      aria-label={isUnread ? `${label}, new messages` : undefined}
      onClick={(event) => path === paths.createPost && openComposer(event)}
      className={ITEM_CLASSES}
    >
      <span aria-hidden className="relative inline-flex">
        <Icon />
        {isUnread && <UnreadDot className="absolute -end-1.5 -top-0.5 ring-2 ring-surface" />}
      </span>
      {label}
    </Link>
  )
}
