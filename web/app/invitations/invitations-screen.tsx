import { useQuery } from '@tanstack/react-query'
import { Ticket } from 'lucide-react'
import { useState } from 'react'
import { type Invite, type InviteLink, MESSAGES } from '../../../contract/invites.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { communityOptions } from '../community.ts'
import { useUser } from '../session.tsx'
import { invitesOptions } from './api.ts'
import { InvitationRow } from './invitation-row.tsx'
import { MadeLink } from './made-link.tsx'
import { NewInvitationForm } from './new-invitation-form.tsx'

export function InvitationsScreen() {
  const { mayInvite } = useUser()
  const [made, setMade] = useState<InviteLink>()
  return (
    <Page title="Your invitations">
      <div className="flex flex-col gap-6">
        {made && mayInvite && <MadeLink key={made.url} url={made.url} />}
        {mayInvite ? (
          <section className="rounded-card bg-surface-raised p-4 shadow-raised sm:p-6">
            <h2 className="mb-4 font-semibold font-serif text-xl">Invite somebody</h2>
            <NewInvitationForm onMade={setMade} />
          </section>
        ) : (
          <WhyNot />
        )}
        <OwnInvitations onRenewed={setMade} />
      </div>
    </Page>
  )
}

function WhyNot() {
  const { data: community } = useQuery(communityOptions)
  if (!community) return null
  const isClosed = community.registration === 'closed'
  return (
    <p className="text-ink-soft">
      {isClosed ? MESSAGES.nobodyComesIn : MESSAGES.administratorsInvite}
    </p>
  )
}

function OwnInvitations({ onRenewed }: { onRenewed: (made: InviteLink) => void }) {
  const { mayInvite } = useUser()
  const invites = useQuery(invitesOptions)
  if (invites.isPending) return <Skeleton className="h-24 rounded-card" />
  if (!invites.data) {
    return <ErrorState text={MESSAGES.loadFailed} query={invites} />
  }
  if (invites.data.length === 0) {
    return (
      mayInvite && (
        <EmptyState
          icon={<Ticket />}
          text="Whoever comes by a link of yours finds you as the first friend."
        />
      )
    )
  }
  return <InvitationList invites={invites.data} onRenewed={onRenewed} />
}

interface InvitationListProps {
  invites: Invite[]
  onRenewed: (made: InviteLink) => void
}

function InvitationList({ invites, onRenewed }: InvitationListProps) {
  return (
    <section>
      <h2 className="mb-3 font-semibold font-serif text-xl">What you sent</h2>
      <ul className="flex flex-col gap-3">
        {invites.map((invite) => (
          <InvitationRow key={invite._id} invite={invite} onRenewed={onRenewed} />
        ))}
      </ul>
    </section>
  )
}
