import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { generatePath, Link, useNavigate } from 'react-router'
import { MESSAGES as FRIEND_MESSAGES } from '../../contract/friends.ts'
import { MESSAGES, type MemberProfile } from '../../contract/profile.ts'
import { paths } from '../app/paths.ts'
import { useUser } from '../app/session.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Page } from '../ui/page.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { memberOptions } from './api.ts'
import { CHIP_CLASSES, MemberChip } from './member-chip.tsx'
import { ProfileCard } from './profile-card.tsx'
import { ProfileSkeleton } from './profile-skeleton.tsx'
import { squadFriendsOptions } from './settings/api.ts'

export const PUBLIC = 'public'

interface ViewAsScreenProps {
  /** As whom: the id of a friend, or 'public'. */
  viewer: string
  images: ReactNode
  /** Or could not be: the card waits for them, so that nothing moves under who reads. */
  areImagesFetched: boolean
  posts: ReactNode
}

/** One's own profile with the eyes of a friend, or of everybody: only to look at. */
export function ViewAsScreen({ viewer, images, areImagesFetched, posts }: ViewAsScreenProps) {
  const { _id: ownId } = useUser()
  const navigate = useNavigate()
  const { card, isPending, failed } = useCardAs(ownId, viewer, areImagesFetched)
  const { data: friends = [], isLoadingError } = useQuery(squadFriendsOptions)
  const options = [
    { value: PUBLIC, label: 'Public' },
    ...friends.map(({ _id, username }) => ({ value: _id, label: username })),
  ]
  const name = friends.find(({ _id }) => _id === viewer)?.username
  return (
    <Page title="See my profile as…">
      <div className="flex flex-col gap-6">
        <div
          role="status"
          className="flex flex-wrap items-center justify-between gap-3 rounded-card bg-ember-soft p-4 text-ink"
        >
          <p className="min-w-0 wrap-anywhere">{bannerOf(viewer, name)}</p>
          <ButtonLink to={paths.profile}>Leave</ButtonLink>
        </div>
        <SelectField
          label="See my profile as"
          options={options}
          value={viewer}
          error={isLoadingError ? FRIEND_MESSAGES.friendsFailed : undefined}
          onChange={(chosen) =>
            navigate(generatePath(paths.viewAs, { viewer: chosen }), { replace: true })
          }
        />
        {isPending && <ProfileSkeleton />}
        {failed && <ErrorState text={MESSAGES.loadFailed} query={failed} />}
        {card && (
          <Suspense fallback={<ProfileSkeleton />}>
            <ProfileCard
              member={card}
              isForOthers
              images={images}
              renderMember={(one) => (
                <Link to={generatePath(paths.member, { id: one._id })} className={CHIP_CLASSES}>
                  <MemberChip member={one} />
                </Link>
              )}
            />
          </Suspense>
        )}
        {posts}
      </div>
    </Page>
  )
}

/**
 * The own card as this viewer gets it. What they are to each other, and whom both know, their card
 * says to the member as the member's own says it to them; and it tells nobody who muted or blocked
 * whom.
 */
function useCardAs(ownId: string, viewer: string, areImagesFetched: boolean) {
  const own = useQuery(memberOptions(ownId))
  const theirs = useQuery(memberOptions(viewer === PUBLIC ? undefined : viewer))
  const failed = [own, theirs].find(({ isLoadingError }) => isLoadingError)
  const isPending = !failed && (own.isPending || theirs.isLoading || !areImagesFetched)
  const card = failed || isPending || !own.data ? undefined : asSeenBy(theirs.data, own.data)
  return { card, isPending, failed }
}

function asSeenBy(viewer: MemberProfile | undefined, own: MemberProfile): MemberProfile {
  const { invitedBy } = own
  return {
    ...own,
    isFriend: viewer?.isFriend ?? false,
    mutualFriends: viewer?.mutualFriends ?? own.mutualFriends,
    // For the two of them to know, and administrators.
    invitedBy: invitedBy && invitedBy._id === viewer?._id ? invitedBy : null,
  }
}

function bannerOf(viewer: string, name: string | undefined): string {
  if (viewer === PUBLIC) return 'You are looking as somebody who is not your friend.'
  return `You are looking as ${name ?? 'one of your friends'}.`
}
