import { useQuery } from '@tanstack/react-query'
import { FileArchive } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link, useBeforeUnload } from 'react-router'
import { type ImportStatus, MESSAGES } from '../../../contract/import.ts'
import { paths } from '../../app/paths.ts'
import { errorMessage } from '../../platform/api-error.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DropTarget } from '../../ui/drop-target.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Section } from '../settings/section.tsx'
import { importOptions } from './api.ts'
import { useImport } from './use-import.ts'

const MOMENT = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' })
const MEGABYTE = 1024 * 1024

/** What a member made on another Snug, read into their account here. */
export function ImportSection() {
  const query = useQuery(importOptions)
  const { data, isPending, isLoadingError } = query
  return (
    <Section title="From another Snug">
      <p className="text-ink-soft">
        As long as you have no posts here, we can read an archive of yours: your posts with their
        pictures and dates, for your friends and marked with where they are from, and what is empty
        on your profile. Nobody is told.
      </p>
      {isPending && <Spinner label="Loading your import" />}
      {isLoadingError && <ErrorState text={MESSAGES.loadFailed} query={query} />}
      {data && <ImportActs status={data} />}
    </Section>
  )
}

function ImportActs({ status }: { status: ImportStatus }) {
  const { send, undo, progress, failure } = useImport(status)
  const { state } = status
  const said = useRef<HTMLParagraphElement>(null)
  // The file would have to be chosen again.
  useBeforeUnload((event) => {
    if (send.isPending) event.preventDefault()
  })
  // What was read before it failed is taken back first: the account is not empty with it.
  const canChoose =
    ['none', 'receiving', 'failed', 'taken back'].includes(state) &&
    !send.isPending &&
    !status.undoUntil &&
    !status.nextAt
  return (
    <>
      <p ref={said} role="status" tabIndex={-1} className="outline-none">
        {send.isPending ? MESSAGES.receiving : sentenceOf(status)}
      </p>
      {failure && <Banner tone="error">{failure}</Banner>}
      {send.isPending && <Progress label="Sending your archive" value={progress} />}
      {state === 'reading' && <Progress label="Reading your archive" value={readPart(status)} />}
      {state === 'read' && <KnownFriends names={status.friends} />}
      <div className="flex flex-wrap gap-2">
        {canChoose && <Chooser onChoose={(file) => send.mutate(file)} />}
        {(send.isPending || state === 'receiving') && (
          <Button
            busy={undo.isPending}
            // The button that was pressed is gone by then.
            onClick={() => undo.mutate(undefined, { onSettled: () => said.current?.focus() })}
          >
            Cancel
          </Button>
        )}
        <TakeBack
          isOffered={state === 'reading' || status.undoUntil !== null}
          isUnderWay={state === 'reading'}
          act={() => undo.mutateAsync()}
          returnFocus={() => said.current}
        />
      </div>
    </>
  )
}

function Chooser({ onChoose }: { onChoose: (file: File) => void }) {
  const choose = ([file]: File[]) => file && onChoose(file)
  return (
    <>
      <FileButton label="Archive" accept=".zip,application/zip" onChoose={choose}>
        Choose the zip file
      </FileButton>
      <DropTarget onDrop={(files) => choose(Array.from(files))}>
        <FileArchive aria-hidden className="size-6 text-ember" />
        Drop your archive here
      </DropTarget>
    </>
  )
}

function Progress({ label, value }: { label: string; value: number | null }) {
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-ink-soft text-sm tabular-nums">
        {value === null ? 'Looking at it…' : `${Math.floor(value * 100)}%`}
      </p>
      <ProgressBar label={label} value={value} />
    </div>
  )
}

interface TakeBackProps {
  isOffered: boolean
  isUnderWay: boolean
  act: () => Promise<unknown>
  /** Once it is done: then the button goes. */
  returnFocus: () => HTMLElement | null
}

function TakeBack({ isOffered, isUnderWay, act, returnFocus }: TakeBackProps) {
  const [isAsking, setIsAsking] = useState(false)
  const isDone = useRef(false)
  function ask() {
    isDone.current = false
    setIsAsking(true)
  }
  return (
    <>
      {isOffered && (
        <Button onClick={ask}>{isUnderWay ? 'Stop and take back' : 'Take it back'}</Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        sentence="Take back what was read of your archive?"
        details="The posts that came with it go, with all that others said to them. What you wrote here stays, and so does what came to your profile."
        confirmLabel="Take it back"
        isDanger
        onConfirm={async () => {
          await act()
          isDone.current = true
        }}
        describeError={(error) => errorMessage(error, MESSAGES.takeBackFailed)}
        returnFocus={() => (isDone.current ? returnFocus() : null)}
      />
    </>
  )
}

/** Names alone: whether one of them is here shows only by the search, as for any other name. */
function KnownFriends({ names }: { names: string[] }) {
  if (names.length === 0) return null
  return (
    <details>
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold">
        Who you knew there ({names.length})
      </summary>
      <p className="text-ink-soft text-sm">
        Who is called so here may be somebody else. Look before you ask.
      </p>
      <ul className="mt-2 flex max-h-80 flex-wrap gap-2 overflow-y-auto">
        {names.map((name) => (
          <li key={name}>
            <Link
              to={`${paths.friends}?tab=discover&q=${encodeURIComponent(name)}`}
              aria-label={`Find ${name}`}
              className="inline-flex min-h-11 items-center rounded-full border border-line px-4 hover:bg-quiet"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}

function readPart({ posts, postsRead, postsNotRead }: ImportStatus): number | null {
  return posts === null ? null : (postsRead + postsNotRead) / Math.max(1, posts)
}

function sentenceOf(status: ImportStatus): string {
  const { state, problem, received, bytes, nextAt } = status
  if (state === 'receiving')
    return `${inMegabytes(received)} of ${inMegabytes(bytes)} MB are here. Choose the same file to go on, or another to begin anew.`
  if (state === 'reading') return MESSAGES.reading
  if (state === 'taking back') return MESSAGES.takingBack
  if (state === 'read') return `${resultOf(status)}${untilWhen(status)}`
  if (state === 'failed') return [problem ?? MESSAGES.failed, partOf(status)].join(' ').trim()
  const again = nextAt ? ` Another can be read from ${MOMENT.format(new Date(nextAt))} on.` : ''
  return state === 'taken back' ? MESSAGES.takenBack + again : 'No archive was read yet.'
}

function resultOf({ from, postsRead, postsNotRead, imagesNotRead }: ImportStatus): string {
  const whose = from ? ` It is the archive of ${from.username} on ${from.server}.` : ''
  const images = imagesNotRead > 0 ? ` Pictures that could not be read: ${imagesNotRead}.` : ''
  return `${MESSAGES.wasRead(postsRead, postsNotRead)}.${images}${whose}`
}

function partOf({ postsRead }: ImportStatus): string {
  return postsRead > 0
    ? `Posts that are here already: ${postsRead}. Take them back to try again.`
    : ''
}

function untilWhen({ undoUntil }: ImportStatus): string {
  return undoUntil ? ` You can take it back until ${MOMENT.format(new Date(undoUntil))}.` : ''
}

function inMegabytes(bytes: number): string {
  return (bytes / MEGABYTE).toFixed(1)
}
