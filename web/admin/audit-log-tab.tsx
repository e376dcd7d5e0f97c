import { useInfiniteQuery } from '@tanstack/react-query'
import { ScrollText, X } from 'lucide-react'
import { useState } from 'react'
import type { AdminAct, AdminActEntry } from '../../contract/admin.ts'
import type { Author } from '../../contract/author.ts'
import { useIsOutdated } from '../app/outdated-queries.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { RefreshFailed } from '../ui/refresh-failed.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { type AuditLogFilter, auditLogOptions } from './api.ts'
import { LoadMore } from './load-more.tsx'
import { RemovedThing, type UndoableKind, UndoDialog } from './removed-thing.tsx'
import { RowsSkeleton } from './rows-skeleton.tsx'

const LOAD_FAILED = 'Failed to load the log.'

const SENTENCES: Record<AdminAct, (who: string) => string> = {
  delete_user: (who) => `deleted ${who}`,
  delete_post: (who) => `removed a post by ${who}`,
  delete_comment: (who) => `removed a comment by ${who}`,
  delete_message: (who) => `removed a message by ${who}`,
  remove_space: (who) => `removed a space run by ${who}`,
  remove_photo: (who) => `removed the photo of ${who}`,
  remove_profile: (who) => `removed what ${who} said of themself`,
  undo: (who) => `undid what was done about ${who}`,
  end_sessions: (who) => `signed ${who} out everywhere`,
  dismiss: (who) => `dismissed what was reported about ${who}`,
  warn: (who) => `warned ${who}`,
  suspend: (who) => `suspended ${who}`,
  lift: (who) => `lifted the suspension of ${who}`,
  reset_second_factor: (who) => `took the second step from ${who}’s sign-in, in a day`,
  reset_password: (who) => `made a link to a new password for ${who}`,
  verify: (who) => `took the email of ${who} for verified`,
  answer_appeal: (who) => `answered ${who}, who is suspended`,
  grant: (who) => `made ${who} an administrator`,
  revoke: (who) => `took administration from ${who}`,
  change_community: () => 'changed the community',
  let_in: (who) => `let ${who} in`,
  not_let_in: () => 'declined a registration',
  retry_mail: () => 'had a mail tried again that could not be sent',
  delete_mail: () => 'deleted a mail that could not be sent',
}

const NO_FILTER: AuditLogFilter = { act: '', admin: '', member: '' }
const ACTS = Object.keys(SENTENCES) as AdminAct[]
const OPTIONS = [
  { value: '', label: 'Everything' },
  ...ACTS.map((act) => ({ value: act, label: capitalised(SENTENCES[act]('somebody')) })),
] as const

/** All of it, or one kind of act, by one administrator, about one member number. */
export function AuditLogTab() {
  const [filter, setFilter] = useState(NO_FILTER)
  const [admin, setAdmin] = useState<Author>()
  const change = (part: Partial<AuditLogFilter>) => setFilter({ ...filter, ...part })
  const chooseAdmin = (one: Author | undefined) => {
    setAdmin(one)
    change({ admin: one?._id ?? '' })
  }
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          label="What was done"
          options={OPTIONS}
          value={filter.act}
          onChange={(act) => change({ act })}
        />
        <TextField
          label="About member number"
          inputMode="numeric"
          maxLength={9}
          value={filter.member}
          onChange={({ target }) => change({ member: digitsOf(target.value) })}
        />
      </div>
      {admin && (
        <Button size="small" className="self-start" onClick={() => chooseAdmin(undefined)}>
          Only by {admin.username}
          <X aria-hidden className="size-4" />
          <span className="sr-only">Show what everybody did</span>
        </Button>
      )}
      <Entries filter={filter} onChooseAdmin={chooseAdmin} />
    </div>
  )
}

interface EntriesProps {
  filter: AuditLogFilter
  onChooseAdmin: (admin: Author) => void
}

function Entries({ filter, onChooseAdmin }: EntriesProps) {
  const options = auditLogOptions(filter)
  const log = useInfiniteQuery(options)
  const isOutdated = useIsOutdated(options.queryKey)
  // Above the rows: what is typed stays where another administrator was faster.
  const [undoing, setUndoing] = useState<{ act: AdminActEntry; kind: UndoableKind }>()
  if (log.isPending) return <RowsSkeleton label="Loading the log" />
  if (log.isLoadingError) {
    return <ErrorState text={LOAD_FAILED} query={log} />
  }
  const entries = log.data.pages.flat()
  const outdated = isOutdated && <RefreshFailed text={LOAD_FAILED} query={log} />
  if (entries.length === 0) {
    const isFiltered = Object.values(filter).some((value) => value !== '')
    const text = isFiltered ? 'Nothing of this kind was done.' : 'Nothing has had to be done yet.'
    return (
      <>
        {outdated}
        <EmptyState icon={<ScrollText />} text={text} />
      </>
    )
  }
  return (
    <>
      {outdated}
      <ul aria-label="Log" className="flex flex-col divide-y divide-line">
        {entries.map((entry) => (
          <li key={entry._id} className="py-3 leading-snug">
            <Sentence entry={entry} onChooseAdmin={onChooseAdmin} />
            {entry.reason && (
              <p dir="auto" className="wrap-anywhere text-ink-soft">
                “{entry.reason}”
              </p>
            )}
            {entry.removed && (
              <RemovedThing
                removed={entry.removed}
                onUndo={(kind) => setUndoing({ act: entry, kind })}
              />
            )}
            <p className="text-ink-soft text-sm">
              <RelativeTime dateTime={entry.createdAt} />
              {entry.isUndone && ' · undone'}
            </p>
          </li>
        ))}
      </ul>
      <LoadMore list={log} problem={LOAD_FAILED} />
      {undoing && <UndoDialog {...undoing} onClose={() => setUndoing(undefined)} />}
    </>
  )
}

interface SentenceProps {
  entry: AdminActEntry
  onChooseAdmin: (admin: Author) => void
}

/** The name of the administrator shows what else they did. */
function Sentence({ entry: { act, admin, memberNumber }, onChooseAdmin }: SentenceProps) {
  const isOfCommunity = act === 'undo' && memberNumber === 0
  const what = isOfCommunity
    ? 'undid a change of the community'
    : SENTENCES[act](`member number ${memberNumber.toLocaleString('en')}`)
  if (!admin) return <p>Somebody at the command line, or a former administrator, {what}</p>
  return (
    <p>
      <button
        type="button"
        onClick={() => onChooseAdmin(admin)}
        className="min-h-11 rounded-sm font-semibold hover:underline sm:min-h-6"
      >
        {admin.username}
      </button>{' '}
      {what}
    </p>
  )
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** What of a text is a number, without leading zeros. */
function digitsOf(text: string): string {
  return text.replace(/\D/g, '').replace(/^0+/, '')
}
