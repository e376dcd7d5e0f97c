import { Flag, Inbox, LogOut, Pencil, Trash2, UserPlus, Users } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { generatePath, useLocation, useNavigate } from 'react-router'
import type { Space } from '../../contract/spaces.ts'
import { useModerationMenu } from '../app/moderation/moderation-menu.tsx'
import { paths } from '../app/paths.ts'
import { useReportItem } from '../app/safety/report-item.tsx'
import { lazyChunk } from '../platform/lazy-chunk.ts'
import { Menu } from '../ui/menu.tsx'
import type { MenuItem } from '../ui/menu-overlay.tsx'
import { useSpaceDialogs } from './space-dialogs.tsx'

const SpaceReportsDialog = lazyChunk(
  () => import('./space-reports-dialog.tsx'),
  'SpaceReportsDialog',
)

const InviteFriendsDialog = lazyChunk(
  () => import('./membership/invite-friends-dialog.tsx'),
  'InviteFriendsDialog',
)

interface SpaceMenuProps {
  space: Space
  /** The menu stands in the open space, not on its card. */
  isInRoom?: boolean
  roomItems?: readonly MenuItem[]
}

/** What a member can do besides opening the space, and what only its admin can. */
export function SpaceMenu({ space, isInRoom = false, roomItems = [] }: SpaceMenuProps) {
  const dialogs = useSpaceDialogs()
  const openRequests = useOpenRequests(space._id, isInRoom)
  const moderation = useModerationMenu(space.admin._id, [
    { kind: 'space', id: space._id, name: space.name },
  ])
  const report = useReportItem(space.admin, { kind: 'space', id: space._id })
  const invite = useInviteItem(space)
  const [isReadingReports, setIsReadingReports] = useState(false)

  const members = {
    label: 'Members',
    icon: <Users />,
    onSelect: () => dialogs.open('members', space),
  }
  const leave = {
    label: 'Leave',
    icon: <LogOut />,
    isDanger: true,
    onSelect: () => dialogs.open('leave', space),
  }
  const adminItems = [
    ...(space.isPrivate || space.pendingRequests > 0 ? [requestsItem(space, openRequests)] : []),
    { label: 'Reports', icon: <Flag />, onSelect: () => setIsReadingReports(true) },
    { label: 'Edit', icon: <Pencil />, onSelect: () => dialogs.open('edit', space) },
    {
      label: 'Delete',
      icon: <Trash2 />,
      isDanger: true,
      onSelect: () => dialogs.open('delete', space),
    },
  ]
  return (
    <>
      <Menu
        label={`Options of ${space.name}`}
        items={[
          ...roomItems,
          ...(space.isMember
            ? [members, invite.item, ...(space.isAdmin ? adminItems : [leave])]
            : []),
          ...(space.isAdmin ? [] : [report.item]),
          ...moderation.items,
        ]}
      />
      {moderation.dialog}
      {report.dialog}
      {invite.dialog}
      {isReadingReports && (
        <Suspense>
          <SpaceReportsDialog space={space} onClose={() => setIsReadingReports(false)} />
        </Suspense>
      )}
    </>
  )
}

function requestsItem({ pendingRequests }: Space, onSelect: () => void): MenuItem {
  const label = pendingRequests > 0 ? `Join requests (${pendingRequests})` : 'Join requests'
  return { label, icon: <Inbox />, onSelect }
}

function useInviteItem(space: Space): { item: MenuItem; dialog: ReactNode } {
  const [isOpen, setIsOpen] = useState(false)
  return {
    item: { label: 'Invite friends…', icon: <UserPlus />, onSelect: () => setIsOpen(true) },
    dialog: isOpen && (
      <Suspense>
        <InviteFriendsDialog space={space} onClose={() => setIsOpen(false)} />
      </Suspense>
    ),
  }
}

/** They stand at the space's own address; the list behind it stays as it is. */
function useOpenRequests(spaceId: string, isOpen: boolean): () => void {
  const navigate = useNavigate()
  const { search, state } = useLocation()
  return () => {
    const params = new URLSearchParams(search)
    params.set('requests', '1')
    return navigate(
      { pathname: generatePath(paths.space, { id: spaceId }), search: params.toString() },
      { replace: isOpen, state: isOpen ? state : { isFromList: true }, preventScrollReset: true },
    )
  }
}
