import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { type Dispatch, type SetStateAction, useRef, useState } from 'react'
import { useBeforeUnload } from 'react-router'
import type { JoinRequest } from '../../../contract/join-requests.ts'
import { withCommas } from '../../../contract/number-format.ts'
import { JOIN_MESSAGE_MAX, MESSAGES, type Space } from '../../../contract/spaces.ts'
import { useIsOutdated } from '../../app/outdated-queries.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { countedLength } from '../../ui/character-counter.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import {
  type JoinAnswer,
  spaceRequestsOptions,
  useAnswerRequest,
  usePendingAnswers,
} from './join-requests-api.ts'

const LOAD_FAILED = 'The join requests could not be loaded.'

/** By request. */
type WrittenAnswers = Readonly<Record<string, string>>

interface JoinRequestsDialogProps {
  space: Space
  isOpen: boolean
  onClose: () => void
}

/** Who wants to come in, for the admin to say yes or no. It has an address of its own. */
export function JoinRequestsDialog({ space, isOpen, onClose }: JoinRequestsDialogProps) {
  // No drafts: where somebody else answers, or the request is taken back, nobody would come to
  // them.
  const written = useState<WrittenAnswers>({})
  const answered = Object.entries(written[0]).filter(([, words]) => words.trim() !== '')
  const enabled = isOpen || answered.length > 0
  const read = useQuery({ ...spaceRequestsOptions(space._id), enabled })
  const isAnyUnsent = answered.some(([id]) => read.data?.some(isPendingRequest(id)))
  return (
    <>
      {isAnyUnsent && <UnsentGuard />}
      <Dialog title="Join requests" isOpen={isOpen} onClose={onClose} hasOwnUrl>
        {isOpen && <Requests space={space} read={read} written={written} />}
      </Dialog>
    </>
  )
}

const isPendingRequest = (id: string) => (request: JoinRequest) =>
  request._id === id && request.status === 'pending'

/** Words would end with the page, also those behind the closed dialog. */
function UnsentGuard() {
  useBeforeUnload((event) => event.preventDefault())
  return null
}

interface RequestsProps {
  space: Space
  read: UseQueryResult<JoinRequest[]>
  written: [WrittenAnswers, Dispatch<SetStateAction<WrittenAnswers>>]
}

function Requests({ space: { _id, pendingRequests }, read, written }: RequestsProps) {
  const isOutdated = useIsOutdated(spaceRequestsOptions(_id).queryKey)
  const [answers, setAnswers] = written
  const place = useRef<HTMLDivElement>(null)
  const answering = usePendingAnswers()
  const { mutate } = useAnswerRequest()
  if (read.isPending) return <Waiting count={pendingRequests} />
  if (read.isLoadingError || (isOutdated && read.data?.length === 0)) {
    return <ErrorState text={LOAD_FAILED} query={read} />
  }
  const pending = read.data.filter(
    ({ _id, status }) => status === 'pending' && !answering.includes(_id),
  )

  function answer(given: JoinAnswer) {
    // The row goes, and focus must not go with it.
    place.current?.focus()
    mutate(given)
  }

  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {isOutdated && <RefreshFailed isInDialog text={LOAD_FAILED} query={read} />}
      {pending.length === 0 ? (
        <EmptyState icon={<Inbox />} text={MESSAGES.noRequests} />
      ) : (
        <ul aria-label="Join requests" className="flex flex-col divide-y divide-line">
          {pending.map((request) => (
            <RequestItem
              key={request._id}
              request={request}
              words={answers[request._id] ?? ''}
              onWrite={(words) => setAnswers({ ...answers, [request._id]: words })}
              onAnswer={answer}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

/** About as high as so many requests with a line of words. */
function Waiting({ count }: { count: number }) {
  return (
    <div style={{ height: `${15.5 * Math.max(count, 1)}rem` }}>
      <Skeleton className="h-full max-h-dvh" />
    </div>
  )
}

interface RequestItemProps {
  request: JoinRequest
  /** What is written as the answer. */
  words: string
  onWrite: (words: string) => void
  onAnswer: (answer: JoinAnswer) => void
}

function RequestItem({ request, words, onWrite, onAnswer }: RequestItemProps) {
  const { user, message, invitedBy, inviterCount } = request
  const answer = (way: JoinAnswer['way']) => {
    if (countedLength(words) > JOIN_MESSAGE_MAX) return
    onAnswer({ requestId: request._id, way, adminResponse: words.trim() })
  }
  return (
    <li aria-label={user.username} className="flex flex-col gap-3 py-4">
      <div className="flex items-center gap-3">
        <Avatar name={user.username} photoUrl={user.profilePhoto} />
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold">{user.username}</p>
          <p className="text-ink-soft text-sm">
            {`Member number ${withCommas(user.userNumber)} · `}
            <RelativeTime dateTime={request.createdAt} />
            {invitedBy && (
              <span className="wrap-anywhere">
                {` · invited by ${withOthers(invitedBy, inviterCount)}`}
              </span>
            )}
          </p>
        </div>
      </div>
      {message && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          {message}
        </p>
      )}
      <TextArea
        label="Your answer (optional)"
        rows={1}
        value={words}
        onChange={(event) => onWrite(event.target.value)}
        counterMax={JOIN_MESSAGE_MAX}
        tooLong={MESSAGES.joinMessageLong}
      />
      <div className="flex justify-end gap-2">
        <Button aria-label={`Deny ${user.username}`} onClick={() => answer('deny')}>
          Deny
        </Button>
        <Button
          variant="primary"
          aria-label={`Approve ${user.username}`}
          onClick={() => answer('approve')}
        >
          Approve
        </Button>
      </div>
    </li>
  )
}

/** 'Ada and 2 others': one of `count` people by name. */
function withOthers(name: string, count: number): string {
  const others = count - 1
  if (others <= 0) return name
  return `${name} and ${others} ${others === 1 ? 'other' : 'others'}`
}
