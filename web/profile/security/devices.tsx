import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { MESSAGES, type OwnSession, SESSIONS_MAX } from '../../../contract/account-security.ts'
import { errorMessage } from '../../platform/api-error.ts'
import { rethrowUnlessGone } from '../../platform/not-there.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useToast } from '../../ui/toast.tsx'
import { Section } from '../settings/section.tsx'
import { endOtherSessions, endSession, sessionsOptions } from './api.ts'

export function Devices() {
  const query = useQuery(sessionsOptions)
  const { data, isPending, isLoadingError } = query
  const list = useRef<HTMLUListElement>(null)
  const focusList = () => list.current?.focus()
  const others = useEnd(endOtherSessions, MESSAGES.othersEnded, focusList)
  return (
    <Section title="Where you are signed in">
      {isPending && <Spinner label="Loading your devices" />}
      {isLoadingError && <ErrorState text={MESSAGES.sessionsLoadFailed} query={query} />}
      {data && (
        <ul ref={list} tabIndex={-1} className="flex flex-col gap-1 outline-none">
          {data.map((session) => (
            <Device key={session._id} session={session} onEnded={focusList} />
          ))}
        </ul>
      )}
      {data && data.length >= SESSIONS_MAX && (
        <p className="text-ink-soft text-sm">{MESSAGES.sessionsFull}</p>
      )}
      {data && data.length > 1 && (
        <div>
          <Button busy={others.isPending} onClick={() => others.mutate(undefined)}>
            Sign out everywhere else
          </Button>
        </div>
      )}
    </Section>
  )
}

function Device({ session, onEnded }: { session: OwnSession; onEnded: () => void }) {
  const { _id, agent, network, isCurrent, createdAt, lastUsedAt } = session
  // The last use is kept to the hour, so whoever came within it came later.
  const isUsedSince = lastUsedAt > createdAt
  const name = agent || 'A browser we do not know'
  const end = useEnd(() => endSession(_id), MESSAGES.sessionEnded, onEnded)
  return (
    <li className="flex items-center gap-3 py-1.5">
      <p className="min-w-0 flex-1 leading-snug">
        <span className="wrap-anywhere block font-semibold">{name}</span>
        <span className="text-ink-soft text-sm">
          {network && `Network ${network} · `}
          {isCurrent ? (
            'This device'
          ) : (
            <>
              Used <RelativeTime dateTime={isUsedSince ? lastUsedAt : createdAt} isWithinSentence />
            </>
          )}
        </span>
      </p>
      {!isCurrent && (
        <Button
          size="small"
          busy={end.isPending}
          onClick={() => end.mutate(undefined)}
          aria-label={`Sign out ${name}`}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}

function useEnd(end: () => Promise<void>, said: string, onEnded: () => void) {
  const client = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: () => end().catch(rethrowUnlessGone),
    async onSuccess() {
      toast.success(said)
      await client.invalidateQueries({ queryKey: sessionsOptions.queryKey })
      // What had the focus went with its row.
      onEnded()
    },
    onError(error) {
      toast.alert(errorMessage(error, MESSAGES.sessionEndFailed))
      void client.invalidateQueries({ queryKey: sessionsOptions.queryKey })
    },
  })
}
