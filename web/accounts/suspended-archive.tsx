import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  type ArchiveStatus,
  MESSAGES,
  type SuspendedArchive as Opened,
} from '../../contract/archive.ts'
import { ApiError, errorMessage } from '../platform/api-error.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { takeLostFocus } from '../ui/lost-focus.ts'
import { CodeField } from './code-field.tsx'
import { FormFailureBanner } from './form-failure-banner.tsx'
import { downloadArchive, readArchive, renewArchive } from './suspension-api.ts'
import { useAccountForm } from './use-account-form.ts'
import { useCodeStep } from './use-code-step.ts'

const MOMENT = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' })
const LOOK_SOON_MS = 2_000
const LOOK_AGAIN_MS = 15_000
const SOON = 10

interface SuspendedArchiveProps {
  /** Rejects with a 401 where a code is needed besides. */
  prove: (code?: string) => Promise<Opened>
}

/** What somebody who is suspended made here is theirs to take along. */
export function SuspendedArchive({ prove }: SuspendedArchiveProps) {
  const [opened, setOpened] = useState<Opened>()
  const [over, setOver] = useState<string>()
  function close(sentence: string) {
    setOpened(undefined)
    setOver(sentence)
  }
  if (opened) return <OpenArchive {...opened} onOver={close} />
  return (
    <>
      {over && (
        <div ref={takeLostFocus} tabIndex={-1} className="outline-none">
          <Banner tone="error">{over}</Banner>
        </div>
      )}
      <Proof prove={prove} onOpened={setOpened} />
    </>
  )
}

interface ProofProps extends SuspendedArchiveProps {
  onOpened: (opened: Opened) => void
}

function Proof({ prove, onOpened }: ProofProps) {
  const { asksCode, box, ...step } = useCodeStep()
  const form = useAccountForm({
    empty: { code: '' },
    check: ({ code }) => step.check(code),
    failed: MESSAGES.requestFailed,
    send: ({ code }) => step.send(code, async (typed) => onOpened(await prove(typed))),
  })
  return (
    <form ref={box} noValidate onSubmit={form.submit} className="flex flex-col gap-3">
      <FormFailureBanner failure={form.failure} />
      {asksCode && <CodeField {...form.field('code')} />}
      <Button type="submit" busy={form.isSubmitting}>
        Download my data
      </Button>
    </form>
  )
}

interface OpenArchiveProps extends Opened {
  onOver: (sentence: string) => void
}

/** From packing to the file; each step has a button of its own. */
function OpenArchive({ pass, archive: first, onOver }: OpenArchiveProps) {
  const status = useRef<HTMLParagraphElement>(null)
  const end = useEffectEvent(onOver)
  // The button that was pressed is gone.
  useEffect(() => status.current?.focus(), [])
  const query = useQuery({
    // Kept nowhere but in this page.
    queryKey: ['suspended-archive', pass] as const,
    queryFn: () => readArchive(pass),
    initialData: first,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.state === 'making' && (dataUpdateCount < SOON ? LOOK_SOON_MS : LOOK_AGAIN_MS),
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false },
  })
  const { mutate, error, isPending, variables } = useMutation({
    mutationFn: async (step: 'download' | 'again') => {
      if (step === 'download') return downloadArchive(pass)
      await renewArchive(pass)
      await query.refetch()
      status.current?.focus()
    },
    onError(error) {
      if (isPassOver(error)) onOver(error.message)
      else void query.refetch()
    },
  })
  const { error: refusal } = query
  useEffect(() => {
    if (!isPassOver(refusal)) return
    const isLate = refusal.message === MESSAGES.passOver
    end(isLate ? MESSAGES.passOverWhilePacking : refusal.message)
  }, [refusal])
  const archive = query.data
  const fallback = variables === 'again' ? MESSAGES.requestFailed : MESSAGES.downloadFailed
  const mayAsk = archive.state !== 'making' && archive.nextAt === null
  return (
    <div className="flex flex-col gap-3">
      <p ref={status} role="status" tabIndex={-1} className="outline-none">
        {sentenceOf(archive)}
      </p>
      {error && <Banner tone="error">{errorMessage(error, fallback)}</Banner>}
      {archive.state !== 'ready' && archive.expiresAt !== null && (
        <p>{MESSAGES.formerUntil(MOMENT.format(new Date(archive.expiresAt)))}</p>
      )}
      {archive.expiresAt !== null && (
        <Button busy={isPending && variables === 'download'} onClick={() => mutate('download')}>
          Download my archive
        </Button>
      )}
      {mayAsk && (
        <Button busy={isPending && variables === 'again'} onClick={() => mutate('again')}>
          Ask for a new one
        </Button>
      )}
    </div>
  )
}

function isPassOver(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'forbidden'
}

function sentenceOf({ state, problem, bytes, expiresAt }: ArchiveStatus): string {
  if (state === 'making') return MESSAGES.begunByMail
  if (state === 'failed') return problem ?? MESSAGES.failed
  if (bytes === null || expiresAt === null) return MESSAGES.gone
  return MESSAGES.readyUntil(bytes, MOMENT.format(new Date(expiresAt)))
}
