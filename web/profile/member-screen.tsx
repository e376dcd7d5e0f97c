import { useQuery } from '@tanstack/react-query'
import { UserRoundX } from 'lucide-react'
import type { ReactNode } from 'react'
import { generatePath, Link, useParams } from 'react-router'
import { MESSAGES, type MemberProfile, memberParams } from '../../contract/profile.ts'
import { useIsOutdated } from '../app/outdated-queries.ts'
import { paths } from '../app/paths.ts'
import { useUser } from '../app/session.tsx'
import { leadsNowhere } from '../platform/not-there.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Page } from '../ui/page.tsx'
import { RefreshFailed } from '../ui/refresh-failed.tsx'
import { memberOptions } from './api.ts'
import { CHIP_CLASSES, MemberChip } from './member-chip.tsx'
import { MemberFriendship } from './member-friendship.tsx'
import { ProfileCard } from './profile-card.tsx'
import { ProfileSkeleton } from './profile-skeleton.tsx'

// A member at an address of their own: their card, and their posts as far as the viewer may see
// them. Whoever comes for somebody who is not here finds the way to those who are.

interface MemberScreenProps {
  renderImages: (member: MemberProfile) => ReactNode
  renderPosts: (memberId: string) => ReactNode
}

export function MemberScreen(posts: MemberScreenProps) {
  const { id } = useParams()
  const isId = memberParams.safeParse({ id }).success
  const options = memberOptions(isId ? id : undefined)
  const member = useQuery(options)
  const isOutdated = useIsOutdated(options.queryKey)
  if (!isId || leadsNowhere(member.error)) return <MemberMissing />
  return (
    <Page title={member.data?.username ?? 'Profile'}>
      {member.isPending && <ProfileSkeleton />}
      {member.isLoadingError && <ErrorState text={MESSAGES.loadFailed} query={member} />}
      {member.data && (
        <Member
          key={member.data._id}
          member={member.data}
          notice={isOutdated && <RefreshFailed text={MESSAGES.loadFailed} query={member} />}
          {...posts}
        />
      )}
    </Page>
  )
}

function Member({
  member,
  notice,
  renderImages,
  renderPosts,
}: MemberScreenProps & { member: MemberProfile; notice: ReactNode }) {
  const { _id: viewerId } = useUser()
  const isOwn = member._id === viewerId
  const areForFriendsOnly = member.isPrivate && !member.isFriend && !isOwn
  return (
    <div className="flex flex-col gap-8">
      <div>
        {/* As long as the card: that of the posts has a notice of its own. */}
        {notice}
        <ProfileCard
          member={member}
          actions={
            isOwn ? (
              <WayToSettings aboutMe={member.aboutMe} />
            ) : (
              <MemberFriendship member={member} />
            )
          }
          images={renderImages(member)}
          renderMember={(one) => (
            <Link to={generatePath(paths.member, { id: one._id })} className={CHIP_CLASSES}>
              <MemberChip member={one} />
            </Link>
          )}
        />
      </div>
      {!areForFriendsOnly && renderPosts(member._id)}
    </div>
  )
}

function WayToSettings({ aboutMe }: Pick<MemberProfile, 'aboutMe'>) {
  return (
    <div className="flex flex-col items-start gap-3">
      <ButtonLink to={paths.profile}>Profile Settings</ButtonLink>
      {!aboutMe && (
        <p className="text-ink-soft">
          Nothing here says who you are yet.{' '}
          <Link to={paths.profile} className="font-medium text-ember underline underline-offset-4">
            Add a line about yourself
          </Link>
        </p>
      )}
    </div>
  )
}

/** The lists under Admin lead to people who are there, too. It tells nothing of whom it is about. */
const CLOSED_TO_ADMINISTRATORS =
  'Or their profile is closed to you: the account is suspended or not let in yet, or one of you blocked the other.'

function MemberMissing() {
  const { isAdmin } = useUser()
  return (
    <Page title="Member not found" isTitleHidden>
      <EmptyState
        icon={<UserRoundX />}
        title={isAdmin ? MESSAGES.memberMissing : undefined}
        text={isAdmin ? CLOSED_TO_ADMINISTRATORS : MESSAGES.memberMissing}
        action={
          <ButtonLink to={`${paths.friends}?tab=discover`} variant="primary">
            Discover people
          </ButtonLink>
        }
      />
    </Page>
  )
}
