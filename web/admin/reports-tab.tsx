import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { type Decision, MESSAGES, type ReportedThing } from '../../contract/reports.ts'
import { useIsOutdated } from '../app/outdated-queries.ts'
import { EvidenceList } from '../app/safety/evidence-list.tsx'
import { MoreWaiting } from '../app/safety/more-waiting.tsx'
import { ReportReasons } from '../app/safety/report-reasons.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { RefreshFailed } from '../ui/refresh-failed.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { DecisionDialog, KIND_NAMES } from './decision-dialog.tsx'
import { reportsOptions } from './moderation-api.ts'
import { RowsSkeleton } from './rows-skeleton.tsx'
import { SuspendedMembers } from './suspended-members.tsx'
import { Tag } from './tag.tsx'
import { WaitingSection } from './waiting-section.tsx'

/** What waits for an administrator: newcomers, reports, appeals of who is suspended. */
export function ReportsTab() {
  return (
    <div className="flex flex-col gap-8">
      <WaitingSection />
      <ReportedThings />
      <SuspendedMembers />
    </div>
  )
}

function ReportedThings() {
  const queue = useQuery(reportsOptions)
  const isOutdated = useIsOutdated(reportsOptions.queryKey)
  const [deciding, setDeciding] = useState<{ thing: ReportedThing; act: Decision['act'] }>()
  if (queue.isPending) return <RowsSkeleton label="Loading reports" />
  if (queue.isLoadingError) {
    return <ErrorState text={MESSAGES.loadFailed} query={queue} />
  }
  const { things, total } = queue.data
  return (
    <section aria-label="Reported">
      <h2 className="sr-only">Reported</h2>
      {isOutdated && <RefreshFailed text={MESSAGES.loadFailed} query={queue} />}
      {things.length === 0 && (
        <EmptyState icon={<ShieldCheck />} text="Nothing waits to be looked at." />
      )}
      <ul aria-label="Reported" className="flex flex-col divide-y divide-line">
        {things.map((thing) => (
          <ThingItem
            key={thing._id}
            thing={thing}
            onDecide={(act) => setDeciding({ thing, act })}
          />
        ))}
      </ul>
      <MoreWaiting shown={things.length} total={total} />
      {deciding && <DecisionDialog {...deciding} onClose={() => setDeciding(undefined)} />}
    </section>
  )
}

const ACTS: { act: Decision['act']; label: string }[] = [
  { act: 'dismiss', label: 'Dismiss' },
  { act: 'remove', label: 'Remove it' },
  { act: 'warn', label: 'Warn' },
  { act: 'suspend', label: 'Suspend' },
]

interface ThingItemProps {
  thing: ReportedThing
  onDecide: (act: Decision['act']) => void
}

function ThingItem({ thing, onDecide }: ThingItemProps) {
  const { kind, member, space, reports, reportCount } = thing
  const name = `${KIND_NAMES[kind]} of ${member.username}`
  return (
    <li aria-label={`The ${name}`} className="flex flex-col gap-3 py-4">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold first-letter:uppercase">{name}</span>
        {space && <Tag>{space.name}</Tag>}
        {thing.isAdministrator && <Tag>Administrator</Tag>}
        {thing.isSuspended && <Tag>Suspended</Tag>}
        <span className="text-ink-soft text-sm">
          {reportCount === 1 ? '1 report' : `${reportCount.toLocaleString('en')} reports`}
          {reports[0] && (
            <>
              {' · '}
              <RelativeTime dateTime={reports[0].createdAt} />
            </>
          )}
        </span>
      </p>
      <EvidenceList evidence={thing.evidence} />
      <ReportReasons thing={thing} />
      <div className="flex flex-wrap gap-2">
        {ACTS.map(({ act, label }) => (
          <Button
            key={act}
            size="small"
            aria-label={`${label}: the ${name}`}
            onClick={() => onDecide(act)}
          >
            {label}
          </Button>
        ))}
      </div>
    </li>
  )
}
