import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Author } from '../../contract/author.ts'
import { withCommas } from '../../contract/number-format.ts'
import type { MemberProfile } from '../../contract/profile.ts'
import { useUser } from '../app/session.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { LinkedText } from '../ui/linked-text.tsx'
import { MemberBadge } from './badge.tsx'
import { MusicPreview } from './music/music-preview.tsx'
import { musicUrl } from './music-link.tsx'
import { MutualFriends } from './mutual-friends.tsx'
import { Pet } from './pet.tsx'

interface ProfileCardProps {
  member: MemberProfile
  /** The own card, as others see it. */
  isForOthers?: boolean
  actions?: ReactNode
  images?: ReactNode
  renderMember: (member: Author) => ReactNode
}

/** All that a member shows of themselves; their name stands above, as the title. */
export function ProfileCard(props: ProfileCardProps) {
  const { member, isForOthers = false, actions, images, renderMember } = props
  const { _id: viewerId } = useUser()
  const { aboutMe, squad, currentlyVibingTo } = member
  const isOwn = member._id === viewerId && !isForOthers
  const isClosed = member.isPrivate && !member.isFriend && !isOwn
  const music = member.currentlyVibingToSpotify
  return (
    <div className="flex flex-col gap-5">
      <Head member={member} />
      {actions}
      <MutualFriends mutual={member.mutualFriends} />
      {isClosed && (
        <p className="wrap-anywhere text-ink-soft">{`Only friends see ${member.username}'s posts.`}</p>
      )}
      {aboutMe && (
        <p
          dir="auto"
          className="whitespace-pre-wrap [overflow-wrap:anywhere] [unicode-bidi:plaintext]"
        >
          <LinkedText text={aboutMe} />
        </p>
      )}
      {images}
      <dl className="flex flex-col gap-3 rounded-card bg-surface-sunken p-4">
        <Fact name="Pet Preference">
          <Pet preference={member.petPreference} />
        </Fact>
        {currentlyVibingTo && <Fact name="Currently Vibing To">{currentlyVibingTo}</Fact>}
        {musicUrl(music) && (
          <Fact name="Music">
            <MusicPreview link={music} />
          </Fact>
        )}
        {member.invitedBy && <Fact name="Invited by">{renderMember(member.invitedBy)}</Fact>}
        {squad.length > 0 && (
          <Fact name="Squad">
            <ul className="flex flex-wrap gap-2 pt-1">
              {squad.map((one) => (
                <li key={one._id} className="max-w-full">
                  {renderMember(one)}
                </li>
              ))}
            </ul>
          </Fact>
        )}
      </dl>
    </div>
  )
}

function Head({ member }: { member: MemberProfile }) {
  const { username, userNumber, profilePhoto } = member
  return (
    <div className="flex items-center gap-4">
      <Avatar name={username} photoUrl={profilePhoto} size="giant" />
      <div className="flex min-w-0 flex-col gap-1.5">
        <p className="flex flex-wrap gap-1.5 empty:hidden">
          <MemberBadge userNumber={userNumber} />
          {member.isPrivate && <PrivateMark />}
        </p>
        <p>{`Member number ${withCommas(userNumber)}`}</p>
        <p className="text-ink-soft text-sm">
          Here since <time dateTime={member.createdAt}>{monthOf(member.createdAt)}</time>
        </p>
      </div>
    </div>
  )
}

function PrivateMark() {
  return (
    <span className="inline-flex items-center gap-1 rounded-full bg-quiet px-2 py-0.5 font-medium text-xs">
      <Lock aria-hidden className="size-3.5" />
      Private
    </span>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-soft text-sm">{name}</dt>
      <dd dir="auto" className="[overflow-wrap:anywhere]">
        {children}
      </dd>
    </div>
  )
}

function monthOf(moment: string): string {
  return new Date(moment).toLocaleDateString('en', { month: 'long', year: 'numeric' })
}
