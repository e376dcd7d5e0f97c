import { useQuery } from '@tanstack/react-query'
import { generatePath } from 'react-router'
import type { Invitation } from '../../../contract/invitation.ts'
import type { MemberProfile } from '../../../contract/profile.ts'
import { AccountPage } from '../../accounts/account-page.tsx'
import { LinkPending } from '../../accounts/link-pending.tsx'
import { memberOptions } from '../../profile/api.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { useFriendActions, usePendingRelations } from '../friendship/friend-actions.ts'
import { FriendButtons } from '../friendship/friend-buttons.tsx'
import { type Relation, relationToMember } from '../friendship/relation.ts'
import { paths } from '../paths.ts'
import { PersonLink } from '../person-link.tsx'
import { useUser } from '../session.tsx'

const TITLE = 'You are in already'

/**
 * What an invitation is to a member: the way to be friends with who made it. Also where it is over:
 * to them that makes no other difference.
 */
export function InAlready({ invitation }: { invitation: Invitation | undefined }) {
  const { _id } = useUser()
  const { inviterId, space } = invitation ?? {}
  const isOthers = inviterId && inviterId !== _id
  const inviter = useQuery(memberOptions(isOthers ? inviterId : undefined))
  // Waited for: what comes later would move what is read.
  if (inviter.isLoading) return <LinkPending title={TITLE} text="Opening your invitation…" />
  return (
    <AccountPage title={TITLE}>
      <p className="text-ink-soft">
        An invitation is for people who are not here yet. Good to have you here.
      </p>
      {inviter.data && <Inviter member={inviter.data} />}
      <ButtonLink to={paths.home} variant={inviter.data ? 'quiet' : 'primary'}>
        Go to Home
      </ButtonLink>
      {space && (
        <ButtonLink to={generatePath(paths.space, { id: space._id })}>
          <span className="wrap-anywhere">
            Go to <bdi>{space.name}</bdi>
          </span>
        </ButtonLink>
      )}
    </AccountPage>
  )
}

const STANDING: Record<Relation, string> = {
  none: 'Would you like to be friends?',
  sent: 'You asked to be friends.',
  received: 'They asked to be your friend.',
  friends: 'You are friends.',
}

function Inviter({ member }: { member: MemberProfile }) {
  const underway = usePendingRelations()
  const act = useFriendActions('card')
  const relation = underway.get(member._id) ?? relationToMember(member)
  return (
    <>
      <p className="wrap-anywhere">
        This one is from <bdi>{member.username}</bdi>. {STANDING[relation]}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PersonLink person={member} size="medium" />
        <FriendButtons
          relation={relation}
          isOnCard
          onAct={(kind) => act({ kind, person: member, before: relation })}
        />
      </div>
    </>
  )
}
