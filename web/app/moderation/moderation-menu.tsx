import { ImageOff, LogOut, ShieldX } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { lazyChunk } from '../../platform/lazy-chunk.ts'
import { useUser } from '../session.tsx'
import type { ModerationAction } from './api.ts'

const ModerationDialog = lazyChunk(() => import('./moderation-dialog.tsx'), 'ModerationDialog')

const ITEMS: Record<ModerationAction['kind'], { label: string; icon: ReactNode }> = {
  post: { label: 'Delete post…', icon: <ShieldX /> },
  comment: { label: 'Remove comment…', icon: <ShieldX /> },
  message: { label: 'Remove message…', icon: <ShieldX /> },
  space: { label: 'Remove space…', icon: <ShieldX /> },
  photo: { label: 'Remove photo…', icon: <ImageOff /> },
  sessions: { label: 'Sign out everywhere…', icon: <LogOut /> },
}

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
      ...ITEMS[each.kind],
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
