import { useQuery } from '@tanstack/react-query'
import { MESSAGES } from '../../contract/edits.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { LinkedText } from '../ui/linked-text.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { type EditedPlace, versionsOptions } from './edits-api.ts'

interface VersionsDialogProps {
  place: EditedPlace
  onClose: () => void
}

export function VersionsDialog({ place, onClose }: VersionsDialogProps) {
  const query = useQuery(versionsOptions(place))
  const { data, isPending } = query
  return (
    <Dialog isOpen onClose={onClose} title="What it said before">
      {isPending && <Spinner label="Loading what it said before" className="mx-auto text-ember" />}
      {!data && !isPending && <ErrorState text={MESSAGES.versionsFailed} query={query} />}
      <ol aria-label="Newest first" className="flex flex-col gap-4">
        {data?.toReversed().map(({ text, writtenAt }, index) => (
          <li key={writtenAt}>
            <p className="text-ink-soft text-sm">
              {index === 0 && 'Now, since '}
              <RelativeTime dateTime={writtenAt} />
            </p>
            <p
              dir="auto"
              className="whitespace-pre-wrap [overflow-wrap:anywhere] [unicode-bidi:plaintext]"
            >
              <LinkedText text={text} />
            </p>
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
