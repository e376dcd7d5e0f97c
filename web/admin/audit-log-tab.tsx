import { useInfiniteQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import type { AdminAct, AdminActEntry } from '../../contract/admin.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { auditLogOptions } from './api.ts'
import { LoadMore } from './load-more.tsx'
import { RowsSkeleton } from './rows-skeleton.tsx'

const LOAD_FAILED = 'Failed to load the log.'

const SENTENCES: Record<AdminAct, (who: string) => string> = {
  delete_user: (who) => `deleted ${who}`,
  delete_post: (who) => `deleted a post by ${who}`,
  delete_comment: (who) => `deleted a comment by ${who}`,
  delete_message: (who) => `deleted a message by ${who}`,
  remove_space: (who) => `removed a space run by ${who}`,
  remove_photo: (who) => `removed the photo of ${who}`,
  end_sessions: (who) => `signed ${who} out everywhere`,
  dismiss: (who) => `dismissed what was reported about ${who}`,
  warn: (who) => `warned ${who}`,
  suspend: (who) => `suspended ${who}`,
  lift: (who) => `lifted the suspension of ${who}`,
  answer_appeal: (who) => `answered ${who}, who is suspended`,
  grant: (who) => `made ${who} an administrator`,
  revoke: (who) => `took administration from ${who}`,
  change_community: () => 'changed the community',
  let_in: (who) => `let ${who} in`,
  not_let_in: () => 'declined a registration',
}

/** What administrators did, newest first. Of a deleted member only the number is known. */
export function AuditLogTab() {
  const log = useInfiniteQuery(auditLogOptions)
  if (log.isPending) return <RowsSkeleton label="Loading the log" />
  if (log.isLoadingError) {
    return (
      <ErrorState text={LOAD_FAILED} onRetry={() => log.refetch()} isRetrying={log.isFetching} />
    )
  }
  const entries = log.data.pages.flat()
  if (entries.length === 0)
    return <EmptyState icon={<ScrollText />} text="Nothing has had to be done yet." />
  return (
    <>
      <ul aria-label="Log" className="flex flex-col divide-y divide-line">
        {entries.map((entry) => (
          <li key={entry._id} className="py-3 leading-snug">
            <p>{sentenceOf(entry)}</p>
            {entry.reason && (
              <p dir="auto" className="wrap-anywhere text-ink-soft">
                “{entry.reason}”
              </p>
            )}
            <p className="text-ink-soft text-sm">
              <RelativeTime dateTime={entry.createdAt} />
            </p>
          </li>
        ))}
      </ul>
      <LoadMore list={log} problem={LOAD_FAILED} />
    </>
  )
}

function sentenceOf({ act, admin, memberNumber }: AdminActEntry): string {
  const who = admin?.username ?? 'Somebody at the command line, or a former administrator,'
  return `${who} ${SENTENCES[act](`member number ${memberNumber.toLocaleString('en')}`)}`
}
