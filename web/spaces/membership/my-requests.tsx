import { useQuery } from '@tanstack/react-query'
import { useEffectEvent, useLayoutEffect } from 'react'
import { generatePath, Link, useLocation } from 'react-router'
import type { JoinRequest } from '../../../contract/join-requests.ts'
import { paths } from '../../app/paths.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { CancelRequestButton } from './cancel-request-button.tsx'
import { myRequestsOptions } from './join-requests-api.ts'

interface MyRequestsProps {
  /** Of what stands above, with another try: one is enough. */
  isFailureSaid: boolean
}

/** What I asked and who has not let me in yet; nothing when there is nothing to tell. */
export function MyRequests({ isFailureSaid }: MyRequestsProps) {
  const requests = useQuery(myRequestsOptions())
  const open = requests.data?.filter(({ status }) => status !== 'approved') ?? []
  const fetchMissing = useEffectEvent(() => {
    if (requests.isLoadingError) void requests.refetch()
  })
  // With what stands above, where neither came; before it is drawn that these failed.
  useLayoutEffect(() => {
    if (!isFailureSaid) fetchMissing()
  }, [isFailureSaid])
  const isFailed = requests.isLoadingError && !isFailureSaid
  if (open.length === 0 && !isFailed) return null
  return (
    <section aria-labelledby="my-requests" className="flex flex-col gap-3">
      <h2 id="my-requests" className="font-semibold font-serif text-xl">
        Your join requests
      </h2>
      {isFailed && <ErrorState text="Your join requests could not be loaded." query={requests} />}
      <ul className="flex flex-col divide-y divide-line rounded-card border border-line bg-surface-raised empty:hidden">
        {open.map((request) => (
          <MyRequest key={request._id} request={request} />
        ))}
      </ul>
    </section>
  )
}

function MyRequest({ request }: { request: JoinRequest }) {
  const { space, status, message, adminResponse, createdAt } = request
  const { search } = useLocation()
  const isPending = status === 'pending'
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="wrap-anywhere min-w-0 flex-1">
        <p>
          <Link
            to={{ pathname: generatePath(paths.space, { id: space._id }), search }}
            state={{ isFromList: true }}
            preventScrollReset
            className="py-1 font-semibold hover:underline"
          >
            <bdi>{space.name}</bdi>
          </Link>{' '}
          <span className="text-ink-soft text-sm">
            {isPending ? 'Requested' : 'Denied'} · <RelativeTime dateTime={createdAt} />
          </span>
        </p>
        {message && <p dir="auto">{message}</p>}
        {adminResponse && (
          <p dir="auto" className="text-ink-soft">
            {`Answer: ${adminResponse}`}
          </p>
        )}
      </div>
      {isPending && <CancelRequestButton space={space} />}
    </li>
  )
}
