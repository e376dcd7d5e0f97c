import { useQuery } from '@tanstack/react-query'
import { UserRoundX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { SAYS } from '../../contract/profile.ts'
import { Dialog } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { useToast } from '../ui/toast.tsx'
import { finalProblem, memberOptions } from './api.ts'
import { ProfileCard } from './profile-card.tsx'
import { ProfileSkeleton } from './profile-skeleton.tsx'

// A member's card over the place where their name was pressed. It promises that this place stays
// as it was: the modal reads by itself what it shows, and reports only that it is to be closed.

interface ProfileModalProps {
  /** Whose profile; none, and the modal is closed. */
  userId: string | undefined
  onClose: () => void
}

export function ProfileModal({ userId, onClose }: ProfileModalProps) {
  // While the modal leaves the screen it still shows whom it showed.
  const shownId = useLatest(userId)
  const { data } = useQuery(memberOptions(shownId))
  return (
    <Dialog title={data?.username ?? 'Profile'} isOpen={userId !== undefined} onClose={onClose}>
      <Profile userId={shownId} />
    </Dialog>
  )
}

function Profile({ userId }: { userId: string | undefined }) {
  const member = useQuery(memberOptions(userId))
  const problem = member.error && finalProblem(member.error)
  useFailureNotice(member.isLoadingError && !problem ? member.errorUpdatedAt : 0)
  if (member.data) return <ProfileCard member={member.data} />
  if (member.isPending) return <ProfileSkeleton />
  if (problem) {
    return (
      <div role="alert">
        <EmptyState icon={<UserRoundX />} text={problem} />
      </div>
    )
  }
  return (
    <ErrorState
      text={SAYS.loadFailed}
      onRetry={() => member.refetch()}
      isRetrying={member.isFetching}
    />
  )
}

/** An alert for each failure; 0 is none. */
function useFailureNotice(failedAt: number): void {
  const toast = useToast()
  useEffect(() => {
    if (failedAt > 0) toast.alert(SAYS.userLoadFailed)
  }, [failedAt, toast])
}

function useLatest<T>(value: T | undefined): T | undefined {
  const [latest, setLatest] = useState(value)
  if (value !== undefined && value !== latest) setLatest(value)
  return value ?? latest
}
