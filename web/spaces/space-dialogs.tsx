import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import type { Space } from '../../contract/spaces.ts'
import { lazyChunk } from '../platform/lazy-chunk.ts'
import { LazyDialog } from '../ui/lazy-dialog.tsx'

const SpaceFormDialog = lazyChunk(() => import('./form/space-form-dialog.tsx'), 'SpaceFormDialog')
const DeleteSpaceDialog = lazyChunk(() => import('./delete-space-dialog.tsx'), 'DeleteSpaceDialog')
const LeaveSpaceDialog = lazyChunk(() => import('./leave-space-dialog.tsx'), 'LeaveSpaceDialog')
const MembersDialog = lazyChunk(() => import('./membership/members-dialog.tsx'), 'MembersDialog')
const AskToJoinDialog = lazyChunk(
  () => import('./membership/ask-to-join-dialog.tsx'),
  'AskToJoinDialog',
)

type Kind = 'edit' | 'delete' | 'leave' | 'members' | 'ask'

interface SpaceDialogs {
  open: (kind: Kind, space: Space) => void
}

const SpaceDialogsContext = createContext<SpaceDialogs | null>(null)

/** Opens the dialogs about a space from anywhere below `SpaceDialogsProvider`. */
export function useSpaceDialogs(): SpaceDialogs {
  const dialogs = use(SpaceDialogsContext)
  if (!dialogs) throw new Error('No SpaceDialogsProvider above')
  return dialogs
}

interface SpaceDialogsProviderProps {
  /** Called once it is confirmed that the space is deleted or left, before that is under way. */
  onExit?: (() => Promise<void>) | undefined
  children: ReactNode
}

/** Holds one dialog at a time. An open chat has its own, so that they stand within it. */
export function SpaceDialogsProvider({ onExit, children }: SpaceDialogsProviderProps) {
  const [kind, setKind] = useState<Kind>()
  // While a dialog leaves the screen it still shows the space it was about.
  const [space, setSpace] = useState<Space>()
  const dialogs = useMemo(
    () => ({
      open(nextKind: Kind, nextSpace: Space) {
        setKind(nextKind)
        setSpace(nextSpace)
      },
    }),
    [],
  )
  const close = () => setKind(undefined)
  const opening = (dialog: Kind) => ({ isOpen: kind === dialog, onClose: close })
  return (
    <SpaceDialogsContext value={dialogs}>
      {children}
      {space && (
        <>
          <LazyDialog {...opening('edit')}>
            <SpaceFormDialog space={space} {...opening('edit')} />
          </LazyDialog>
          <LazyDialog {...opening('delete')}>
            <DeleteSpaceDialog space={space} onConfirmed={onExit} {...opening('delete')} />
          </LazyDialog>
          <LazyDialog {...opening('leave')}>
            <LeaveSpaceDialog space={space} onConfirmed={onExit} {...opening('leave')} />
          </LazyDialog>
          <LazyDialog {...opening('members')}>
            <MembersDialog spaceId={space._id} {...opening('members')} />
          </LazyDialog>
          <LazyDialog {...opening('ask')}>
            <AskToJoinDialog space={space} {...opening('ask')} />
          </LazyDialog>
        </>
      )}
    </SpaceDialogsContext>
  )
}
