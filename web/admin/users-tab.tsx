import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, SearchX } from 'lucide-react'
import { useEffect, useState } from 'react'
import {
  ADMIN_SEARCH_MAX,
  type AdministeredUser,
  type AdministeredUsersPage,
  MESSAGES,
  USERS_ONLY,
  type UsersOnly,
} from '../../contract/admin.ts'
import { useIsOutdated } from '../app/outdated-queries.ts'
import { useTogether } from '../platform/use-together.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { RefreshFailed } from '../ui/refresh-failed.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { useToast } from '../ui/toast.tsx'
import { saveUsersCsv, usersOptions } from './api.ts'
import { DeletionDialog } from './deletion-dialog.tsx'
import { LiftDialog } from './lift-dialog.tsx'
import { RowsSkeleton } from './rows-skeleton.tsx'
import { SuspendDialog } from './suspend-dialog.tsx'
import { type UserAct, UserRow } from './user-row.tsx'

const ONLY_NAMES: Record<UsersOnly, string> = {
  everybody: 'Everybody',
  administrators: 'Administrators',
  suspended: 'Suspended',
  unverified: 'Not verified',
}

/** Every account, newest first, or those a search finds; a page at a time. */
export function UsersTab() {
  const [text, setText] = useState('')
  const [page, setPage] = useState(1)
  const [only, setOnly] = useState<UsersOnly>('everybody')
  const [q, setQ] = useState('')
  const search = useTogether(() => {
    setQ(text.trim())
    setPage(1)
  })
  return (
    <div className="flex flex-col gap-4">
      <SearchField
        label="Search by name, bio, email or number"
        value={text}
        maxLength={ADMIN_SEARCH_MAX}
        onChange={(next) => {
          setText(next)
          search()
        }}
      />
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label="Show"
          value={only}
          options={USERS_ONLY.map((value) => ({ value, label: ONLY_NAMES[value] }))}
          onChange={(next) => {
            setOnly(next)
            setPage(1)
          }}
        />
        <CsvButton />
      </div>
      <FoundUsers q={q} page={page} only={only} onPage={setPage} />
    </div>
  )
}

interface Acting {
  act: UserAct
  user: AdministeredUser
}

interface FoundUsersProps {
  q: string
  page: number
  only: UsersOnly
  onPage: (page: number) => void
}

function FoundUsers({ q, page, only, onPage }: FoundUsersProps) {
  const [acting, setActing] = useState<Acting>()
  const close = () => setActing(undefined)
  const options = usersOptions(q, page, only)
  const users = useQuery(options)
  const isOutdated = useIsOutdated(options.queryKey)
  const isEmpty = !users.isPlaceholderData && users.data?.users.length === 0
  useEffect(() => {
    // Who stood there alone was lifted, or deleted.
    if (isEmpty && page > 1) onPage(page - 1)
  }, [isEmpty, page, onPage])
  return (
    <>
      <p role="status" className="sr-only">
        {q && page === 1 && !users.isPlaceholderData && foundText(users.data)}
      </p>
      {users.isPending && <RowsSkeleton label="Loading users" />}
      {users.isLoadingError && <ErrorState text={MESSAGES.loadFailed} query={users} />}
      {users.data && (
        <>
          {isOutdated && <RefreshFailed text={MESSAGES.loadFailed} query={users} />}
          {isEmpty && page === 1 && (
            <EmptyState
              icon={<SearchX />}
              text={q ? 'Nobody is found by this name, bio, email or number.' : 'There is nobody.'}
            />
          )}
          <ul aria-label="Users" className="flex flex-col divide-y divide-line">
            {users.data.users.map((user) => (
              <UserRow key={user._id} user={user} onAct={(act) => setActing({ act, user })} />
            ))}
          </ul>
          <PageButtons
            page={page}
            isLast={!users.data.hasMore}
            isLoading={users.isPlaceholderData}
            onChoose={onPage}
          />
        </>
      )}
      {acting?.act === 'suspend' && <SuspendDialog user={acting.user} onClose={close} />}
      {acting?.act === 'lift' && <LiftDialog member={acting.user} onClose={close} />}
      <DeletionDialog user={acting?.act === 'delete' ? acting.user : undefined} onClose={close} />
    </>
  )
}

/** Nobody counts those of the pages that follow. */
function foundText(found: AdministeredUsersPage | undefined): string | undefined {
  if (!found) return undefined
  const { length } = found.users
  const people = length === 1 ? '1 person found' : `${length} people found`
  return found.hasMore ? `More than ${people}` : people
}

function CsvButton() {
  const toast = useToast()
  const save = useMutation({
    mutationFn: saveUsersCsv,
    onError: () => toast.alert('The table could not be fetched.'),
  })
  return (
    <Button busy={save.isPending} onClick={() => save.mutate()}>
      <Download aria-hidden className="size-4" />
      All as CSV
    </Button>
  )
}

interface PageButtonsProps {
  page: number
  isLast: boolean
  /** Whether there is one after it is not known yet. */
  isLoading: boolean
  onChoose: (page: number) => void
}

function PageButtons({ page, isLast, isLoading, onChoose }: PageButtonsProps) {
  if (page === 1 && isLast) return null
  return (
    <nav aria-label="Pages" className="flex items-center justify-center gap-3">
      <PageButton isOver={page === 1} onPress={() => onChoose(page - 1)}>
        Previous
      </PageButton>
      <p aria-live="polite">Page {page}</p>
      <PageButton isOver={isLast || isLoading} onPress={() => onChoose(page + 1)}>
        Next
      </PageButton>
    </nav>
  )
}

interface PageButtonProps {
  isOver: boolean
  onPress: () => void
  children: string
}

/** Not `disabled` at the end: whoever has just pressed it keeps their place. */
function PageButton({ isOver, onPress, children }: PageButtonProps) {
  return (
    <Button aria-disabled={isOver} onClick={isOver ? undefined : onPress}>
      {children}
    </Button>
  )
}
