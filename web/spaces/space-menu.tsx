import { Flag, Inbox, LogOut, Pencil, Trash2, Users } from 'lucide-react'
import { Suspense, useState } from 'react'
import { generatePath, useLocation, useNavigate } from 'react-router'
import type { Space } from '../../contract/spaces.ts'
import { useModerationMenu } from '../app/moderation/moderation-menu.tsx'
import { paths } from '../app/paths.ts'
import { useReportItem } from '../app/safety/report-item.tsx'
import { lazyChunk } from '../platform/lazy-chunk.ts'
import { Menu } from '../ui/menu.tsx'
import { useSpaceDialogs } from './space-dialogs.tsx'
import { useExitSpace } from './space-exit.ts'

const SpaceReportsDialog = lazyChunk(
  () => import('./space-reports-dialog.tsx'),
  'SpaceReportsDialog',
)

interface SpaceMenuProps {
  space: Space
  /** Given where the space is open: called before the member leaves it. */
  onExit?: (() => Promise<void>) | undefined
}

/** What a member can do besides opening the space, and what only its admin can. */
export function SpaceMenu({ space, onExit }: SpaceMenuProps) {
  const dialogs = useSpaceDialogs()
  const exit = useExitSpace()
  const openRequests = useOpenRequests(space._id, onExit !== undefined)
  const moderation = useModerationMenu(space.admin._id, [
    { kind: 'space', id: space._id, name: space.name },
  ])
  const report = useReportItem(space.admin, { kind: 'space', id: space._id })
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
    onSelect: async () => {
      await onExit?.()
      exit.mutate({ spaceId: space._id, way: 'leave' })
    },
  }
  const requests = {
    label: space.pendingRequests > 0 ? `Join requests (${space.pendingRequests})` : 'Join requests',
    icon: <Inbox />,
    onSelect: openRequests,
  }
  const adminItems = [
    ...(space.isPrivate || space.pendingRequests > 0 ? [requests] : []),
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
          ...(space.isMember ? [members, ...(space.isAdmin ? adminItems : [leave])] : []),
          ...(space.isAdmin ? [] : [report.item]),
          ...moderation.items,
        ]}
      />
      {moderation.dialog}
      {report.dialog}
      {isReadingReports && (
        <Suspense>
          <SpaceReportsDialog space={space} onClose={() => setIsReadingReports(false)} />
        </Suspense>
      )}
    </>
  )
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
