import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { type ArchiveStatus, MESSAGES } from '../../../contract/archive.ts'
import { errorMessage } from '../../platform/api-error.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { asksToConfirm, useConfirmedAct } from '../security/use-confirmed-act.tsx'
import { Section } from '../settings/section.tsx'
import { ARCHIVE_ID, archiveOptions, downloadArchive, requestArchive } from './api.ts'

const MOMENT = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' })

export function ArchiveSection() {
  const query = useQuery(archiveOptions)
  const { data, isPending, isLoadingError } = query
  return (
    <Section title="My archive" id={ARCHIVE_ID}>
      <p className="text-ink-soft">
        Your posts with their pictures, your comments and messages, your friends and settings, in
        one file. Unpack it and open index.html: it needs no network. Another Snug can read it, too.
      </p>
      {isPending && <Spinner label="Loading your archive" />}
      {isLoadingError && <ErrorState text={MESSAGES.loadFailed} query={query} />}
      {data && <ArchiveActs archive={data} />}
    </Section>
  )
}

function ArchiveActs({ archive }: { archive: ArchiveStatus }) {
  const { state, nextAt, expiresAt } = archive
  const status = useRef<HTMLParagraphElement>(null)
  // The button is gone once it was asked for.
  const { ask, download, field, failure, submit } = useArchiveActs(() => status.current?.focus())
  const isTooSoon = nextAt !== null
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <p ref={status} role="status" tabIndex={-1} className="outline-none">
        {sentenceOf(archive)}
      </p>
      {state !== 'ready' && expiresAt !== null && (
        <p>{MESSAGES.formerUntil(MOMENT.format(new Date(expiresAt)))}</p>
      )}
      {failure && <Banner tone="error">{failure}</Banner>}
      {field}
      <div className="flex flex-wrap gap-2">
        {expiresAt !== null && (
          <Button
            type={field ? 'submit' : 'button'}
            variant="primary"
            busy={download.isPending}
            disabled={ask.isPending}
            onClick={field ? undefined : () => download.mutate()}
          >
            Download my archive
          </Button>
        )}
        {state !== 'making' && !isTooSoon && (
          <Button
            variant={expiresAt !== null ? undefined : 'primary'}
            busy={ask.isPending}
            disabled={download.isPending}
            onClick={() => ask.mutate()}
          >
            {expiresAt !== null ? 'Ask for a new one' : 'Ask for my archive'}
          </Button>
        )}
      </div>
      {isTooSoon && state !== 'making' && (
        <p className="text-ink-soft text-sm">
          You can ask for a new one from {MOMENT.format(new Date(nextAt))} on.
        </p>
      )}
    </form>
  )
}

/** What is asked for while the password is, is done once that is typed. */
function useArchiveActs(onAsked: () => void) {
  const { run, field } = useConfirmedAct()
  const client = useQueryClient()
  const [last, setLast] = useState<'ask' | 'download'>('download')
  // Who is asked for a password, or could not be served, need not wait for it.
  const refresh = (_done: unknown, error: Error | null) => {
    const reading = client.invalidateQueries({ queryKey: archiveOptions.queryKey })
    return error ? undefined : reading
  }
  const ask = useMutation({
    mutationFn: () => run(requestArchive),
    onMutate: () => setLast('ask'),
    onSuccess: onAsked,
    onSettled: refresh,
  })
  const download = useMutation({
    mutationFn: () => run(downloadArchive),
    onMutate: () => setLast('download'),
    onSettled: refresh,
  })
  const { error } = last === 'ask' ? ask : download
  const fallback = last === 'ask' ? MESSAGES.requestFailed : MESSAGES.downloadFailed
  return {
    ...{ ask, download, field },
    failure: error && !asksToConfirm(error) && errorMessage(error, fallback),
    submit(event: FormEvent) {
      event.preventDefault()
      if (last === 'ask') ask.mutate()
      else download.mutate()
    },
  }
}

function sentenceOf({ state, problem, bytes, expiresAt }: ArchiveStatus): string {
  if (state === 'making') return MESSAGES.begun
  if (state === 'failed') return problem ?? MESSAGES.failed
  if (state === 'none' || bytes === null || expiresAt === null) return 'There is no archive yet.'
  return MESSAGES.readyUntil(bytes, MOMENT.format(new Date(expiresAt)))
}
