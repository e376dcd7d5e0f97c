import { Flag } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { lazyChunk } from '../../platform/lazy-chunk.ts'
import type { Reportable, SafetyPerson } from './api.ts'

const ReportDialog = lazyChunk(() => import('./report-dialog.tsx'), 'ReportDialog')

interface ReportItem {
  item: { label: string; icon: ReactNode; onSelect: () => void }
  dialog: ReactNode
}

/** For a menu about somebody else's thing: the way to report it. */
export function useReportItem(person: SafetyPerson | null, thing: Reportable): ReportItem {
  const [isReporting, setIsReporting] = useState(false)
  return {
    item: { label: 'Report…', icon: <Flag />, onSelect: () => setIsReporting(true) },
    dialog: isReporting && person && (
      <Suspense>
        <ReportDialog person={person} thing={thing} onClose={() => setIsReporting(false)} />
      </Suspense>
    ),
  }
}
