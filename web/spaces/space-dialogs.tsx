import { createContext, type ReactNode, Suspense, use, useMemo, useState } from 'react'
import type { Space } from '../../contract/spaces.ts'
import { lazyChunk } from '../platform/lazy-chunk.ts'
import { DeleteSpaceDialog } from './delete-space-dialog.tsx'
import { AskToJoinDialog } from './membership/ask-to-join-dialog.tsx'
import { MembersDialog } from './membership/members-dialog.tsx'

const SpaceFormDialog = lazyChunk(() => import('./form/space-form-dialog.tsx'), 'SpaceFormDialog')

type Kind = 'edit' | 'delete' | 'members' | 'ask'

interface SpaceDialogs {
  open: (kind: Kind, space: Space) => void
}

const SpaceDialogsContext = createContext<SpaceDialogs | null>(null)

/** Opens the dialogs about a space from anywhere below `SpaceDialogsProvider`. */
export function useSpaceDialogs(): SpaceDialogs {
  const dialogs = use(SpaceDialogsContext)
  if (!dialogs) throw new Error('useSpaceDialogs needs a SpaceDialogsProvider above it')
  return dialogs
}

interface SpaceDialogsProviderProps {
  /** Called once a deletion is confirmed, before it is under way. */
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
  return (
    <SpaceDialogsContext value={dialogs}>
      {children}
      {space && (
        <>
          <Suspense>
            <SpaceFormDialog space={space} isOpen={kind === 'edit'} onClose={close} />
          </Suspense>
          <DeleteSpaceDialog
            space={space}
            isOpen={kind === 'delete'}
            onConfirmed={onExit}
            onClose={close}
          />
          <MembersDialog spaceId={space._id} isOpen={kind === 'members'} onClose={close} />
          <AskToJoinDialog space={space} isOpen={kind === 'ask'} onClose={close} />
        </>
      )}
    </SpaceDialogsContext>
  )
}
