import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { UserRoundX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { generatePath, useMatch } from 'react-router'
import { MESSAGES, type MemberProfile } from '../../contract/profile.ts'
import { useIsOutdated } from '../app/outdated-queries.ts'
import { paths } from '../app/paths.ts'
import { leadsNowhere } from '../platform/not-there.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { RefreshFailed } from '../ui/refresh-failed.tsx'
import { useToast } from '../ui/toast.tsx'
import { finalProblem, memberOptions } from './api.ts'
import { CHIP_CLASSES, MemberChip } from './member-chip.tsx'
import { MemberFriendship } from './member-friendship.tsx'
import { ProfileCard } from './profile-card.tsx'
import { ProfileSkeleton } from './profile-skeleton.tsx'

// A member's card over the place where their name was pressed. It promises that this place stays
// as it was: the modal reads by itself what it shows, and reports only that it is to be closed.
// What it changes between two members shows wherever they stand, by the queries they share.

interface ProfileModalProps {
  /** Whose profile; none, and the modal is closed. */
  userId: string | undefined
  onClose: () => void
}

export function ProfileModal({ userId, onClose }: ProfileModalProps) {
  const [shownId, show] = useShownId(userId)
  const member = shownMember(useQuery(memberOptions(shownId)))
  const isTheirPage = useMatch(paths.member)?.params.id === shownId
  return (
    <Dialog
      title={member?.username ?? 'Profile'}
      isOpen={userId !== undefined}
      onClose={onClose}
      footer={
        member &&
        !isTheirPage && (
          // In place of the modal's own entry in the history.
          <ButtonLink to={generatePath(paths.member, { id: member._id })} replace>
            View profile
          </ButtonLink>
        )
      }
    >
      <Profile userId={shownId} onShow={show} />
    </Dialog>
  )
}

interface ProfileProps {
  userId: string | undefined
  onShow: (userId: string) => void
}

function Profile({ userId, onShow }: ProfileProps) {
  const query = useQuery(memberOptions(userId))
  const member = shownMember(query)
  const isOutdated = useIsOutdated(memberOptions(userId).queryKey)
  const problem = query.error && finalProblem(query.error)
  useFailureNotice(query.isLoadingError && !problem ? query.errorUpdatedAt : 0)
  const content = useFocusOnOther(userId)
  return (
    <div ref={content} tabIndex={-1} className="outline-none">
      {member && isOutdated && (
        <RefreshFailed text={MESSAGES.loadFailed} query={query} isInDialog />
      )}
      {member && (
        <ProfileCard
          member={member}
          actions={<MemberFriendship key={member._id} member={member} />}
          renderMember={(one) => (
            <button type="button" className={CHIP_CLASSES} onClick={() => onShow(one._id)}>
              <MemberChip member={one} />
            </button>
          )}
        />
      )}
      {query.isPending && <ProfileSkeleton />}
      {!member && problem && (
        <div role="alert">
          <EmptyState icon={<UserRoundX />} text={problem} />
        </div>
      )}
      {query.isLoadingError && !problem && <ErrorState text={MESSAGES.loadFailed} query={query} />}
    </div>
  )
}

/** What was read before of somebody who is blocked since, or gone, is shown no longer. */
function shownMember({ data, error }: UseQueryResult<MemberProfile>): MemberProfile | undefined {
  return leadsNowhere(error) ? undefined : data
}

/** An alert for each failure; 0 is none. */
function useFailureNotice(failedAt: number): void {
  const toast = useToast()
  useEffect(() => {
    if (failedAt > 0) toast.alert(MESSAGES.userLoadFailed)
  }, [failedAt, toast])
}

/** Whom the modal was opened for, or whom the viewer went on to from there. */
function useShownId(userId: string | undefined) {
  const [openedFor, setOpenedFor] = useState(userId)
  // While the modal leaves the screen it still shows whom it showed.
  const [shownId, setShownId] = useState(userId)
  if (userId !== openedFor) {
    setOpenedFor(userId)
    if (userId !== undefined) setShownId(userId)
  }
  return [shownId, setShownId] as const
}

/** The button that was pressed for somebody else has gone with the card it stood on. */
function useFocusOnOther(userId: string | undefined) {
  const content = useRef<HTMLDivElement>(null)
  const focusedFor = useRef(userId)
  useEffect(() => {
    if (focusedFor.current !== undefined && userId !== focusedFor.current) {
      content.current?.focus({ preventScroll: true })
      content.current?.parentElement?.scrollTo?.(0, 0)
    }
    focusedFor.current = userId
  }, [userId])
  return content
}
