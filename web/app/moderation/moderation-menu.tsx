import { LogOut, ShieldX } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { lazyChunk } from '../../platform/lazy-chunk.ts'
import { useUser } from '../session.tsx'
import type { ModerationAction } from './api.ts'

const ModerationDialog = lazyChunk(() => import('./moderation-dialog.tsx'), 'ModerationDialog')

interface ModerationMenu {
  /** For a menu; none for who is no administrator. */
  items: { label: string; icon: ReactNode; isDanger: boolean; onSelect: () => void }[]
  dialog: ReactNode
}

/** What an administrator can do about somebody else's things where they see them. */
export function useModerationMenu(
  ownerId: string,
  actions: readonly ModerationAction[],
): ModerationMenu {
  const { _id: viewerId, isAdmin } = useUser()
  const [asked, setAsked] = useState<ModerationAction>()
  if (!isAdmin || ownerId === viewerId) return { items: [], dialog: null }
  return {
    items: actions.map((each) => ({
      ...(each.kind === 'sessions'
        ? { label: 'Sign out everywhere…', icon: <LogOut /> }
        : {
            label: `${each.kind === 'post' ? 'Delete' : 'Remove'} ${each.kind}…`,
            icon: <ShieldX />,
          }),
      isDanger: true,
      onSelect: () => setAsked(each),
    })),
    dialog: asked && (
      <Suspense>
        <ModerationDialog action={asked} ownerId={ownerId} onClose={() => setAsked(undefined)} />
      </Suspense>
    ),
  }
}
