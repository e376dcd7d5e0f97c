import { useQuery } from '@tanstack/react-query'
import { Flag } from 'lucide-react'
import { useState } from 'react'
import {
  DECISION_TEXT_MAX,
  MESSAGES,
  type ReportedThing,
  type SpaceDecision,
  spaceDecisionBody,
} from '../../contract/reports.ts'
import type { Space } from '../../contract/spaces.ts'
import { EvidenceList } from '../app/safety/evidence-list.tsx'
import { MoreWaiting } from '../app/safety/more-waiting.tsx'
import { ReportReasons } from '../app/safety/report-reasons.tsx'
import { errorMessage } from '../platform/api-error.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { useFocusOnError } from '../ui/focus-on-error.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { RemovedMessages } from './removed-messages.tsx'
import { spaceReportsOptions, useDecideSpaceReport } from './space-reports-api.ts'

interface SpaceReportsDialogProps {
  space: Space
  onClose: () => void
}

/** What was said here and reported, for the admin to decide before the administrators do. */
export function SpaceReportsDialog({ space, onClose }: SpaceReportsDialogProps) {
  return (
    <Dialog
      title="Reports"
      isOpen
      onClose={onClose}
      description="Messages here that somebody reported. What you leave for two days goes to the administrators. Whoever reported is told that it was looked at, and no more."
    >
      <Reports spaceId={space._id} />
      <RemovedMessages spaceId={space._id} />
    </Dialog>
  )
}

function Reports({ spaceId }: { spaceId: string }) {
  const queue = useQuery(spaceReportsOptions(spaceId))
  if (queue.isPending) return <Skeleton className="h-40" />
  if (queue.isLoadingError) {
    return <ErrorState text={MESSAGES.loadFailed} query={queue} />
  }
  const { things, total } = queue.data
  if (things.length === 0)
    return <EmptyState icon={<Flag />} text="Nothing waits to be looked at." />
  return (
    <>
      <ul aria-label="Reports" className="flex flex-col divide-y divide-line">
        {things.map((thing) => (
          <ReportedMessage key={thing._id} spaceId={spaceId} thing={thing} />
        ))}
      </ul>
      <MoreWaiting shown={things.length} total={total} />
    </>
  )
}

const ACTS = [
  { act: 'pass_on', label: 'Pass on', variant: undefined },
  { act: 'dismiss', label: 'Leave it', variant: undefined },
  { act: 'remove', label: 'Remove it', variant: 'danger' },
] as const

interface ReportedMessageProps {
  spaceId: string
  thing: ReportedThing
}

function ReportedMessage({ spaceId, thing }: ReportedMessageProps) {
  const { username } = thing.member
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<{ sentence: string }>()
  const field = useFocusOnError<HTMLTextAreaElement>(problem)
  const { mutateAsync, isPending, variables } = useDecideSpaceReport(spaceId)

  async function decide(act: SpaceDecision['act']) {
    const { data, error } = spaceDecisionBody.safeParse({ act, text })
    setProblem(error?.issues[0] && { sentence: error.issues[0].message })
    if (!data) return
    await mutateAsync({ ...data, reportId: thing._id }).catch((failure: unknown) =>
      setProblem({ sentence: errorMessage(failure, MESSAGES.decisionFailed) }),
    )
  }

  return (
    <li aria-label={`The message of ${username}`} className="flex flex-col gap-3 py-4">
      <EvidenceList evidence={thing.evidence} />
      <ReportReasons thing={thing} />
      <TextArea
        ref={field}
        label={`What ${username} will read`}
        description="Where you remove the message. All else needs no words."
        value={text}
        counterMax={DECISION_TEXT_MAX}
        error={problem?.sentence}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="flex flex-wrap justify-end gap-2">
        {ACTS.map(({ act, label, variant }) => (
          <Button
            key={act}
            variant={variant}
            disabled={isPending}
            busy={isPending && variables.act === act}
            onClick={() => decide(act)}
          >
            {label}
          </Button>
        ))}
      </div>
    </li>
  )
}
