import { useQueryClient } from '@tanstack/react-query'
import { Ban, BellOff, BellRing } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { MESSAGES } from '../../../contract/blocks.ts'
import { errorMessage } from '../../platform/api-error.ts'
import { lazyChunk } from '../../platform/lazy-chunk.ts'
import { loadChunk } from '../../platform/load-chunk.ts'
import { useToast } from '../../ui/toast.tsx'
import { useUser } from '../session.tsx'
import type { Reportable, SafetyPerson } from './api.ts'
import { useReportItem } from './report-item.tsx'

const BlockDialog = lazyChunk(() => import('./block-dialog.tsx'), 'BlockDialog')
const MuteDialog = lazyChunk(() => import('./mute-dialog.tsx'), 'MuteDialog')

interface SafetyMenu {
  /** For a menu about this person; none about oneself. */
  items: { label: string; icon: ReactNode; isDanger?: boolean; onSelect: () => void }[]
  dialog: ReactNode
}

/** Acts for a menu, and their dialog. `thing`: what of theirs the menu is about. */
export function useSafetyMenu(
  person: SafetyPerson | null,
  thing: Reportable,
  isMuted = false,
): SafetyMenu {
  const { _id: viewerId } = useUser()
  const [asking, setAsking] = useState<'block' | 'mute'>()
  const unmuteNow = useLateUnmute()
  const report = useReportItem(person, thing)
  if (!person || person._id === viewerId) return { items: [], dialog: null }
  const quiet = isMuted
    ? { label: 'Unmute', icon: <BellRing />, onSelect: () => unmuteNow(person) }
    : { label: 'Mute…', icon: <BellOff />, onSelect: () => setAsking('mute') }
  const away = {
    label: 'Block…',
    icon: <Ban />,
    isDanger: true,
    onSelect: () => setAsking('block'),
  }
  const Dialog = asking === 'mute' ? MuteDialog : BlockDialog
  return {
    items: [quiet, away, report.item],
    dialog: asking ? (
      <Suspense>
        <Dialog person={person} onClose={() => setAsking(undefined)} />
      </Suspense>
    ) : (
      report.dialog
    ),
  }
}

/** What it takes is fetched when it is chosen. */
function useLateUnmute() {
  const client = useQueryClient()
  const toast = useToast()
  return (person: SafetyPerson) =>
    void loadChunk(() => import('./api.ts'))
      .then(({ unmute }) => unmute(client, person._id))
      .then(
        (sentence) => toast.success(sentence),
        (error: unknown) => toast.alert(errorMessage(error, MESSAGES.unmuteFailed)),
      )
}
