import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Ticket } from 'lucide-react'
import { useState } from 'react'
import { type Invite, type InviteLink, MESSAGES } from '../../../contract/invites.ts'
import { errorMessage, isNotFound } from '../../platform/api-error.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useToast } from '../../ui/toast.tsx'
import { communityOptions } from '../community-api.ts'
import { queryKeys } from '../query-keys.ts'
import { useUser } from '../session.tsx'
import { invitesOptions, renewInviteLink } from './api.ts'
import { InvitationRow } from './invitation-row.tsx'
import { MadeLink } from './made-link.tsx'
import { NewInvitationForm } from './new-invitation-form.tsx'

export function InvitationsScreen() {
  const { mayInvite } = useUser()
  const [made, setMade] = useState<InviteLink>()
  const client = useQueryClient()

  const readAnew = () => client.invalidateQueries(invitesOptions)

  /** The link that was made for it works no longer: neither here nor where Home would copy it. */
  function forget(id: string) {
    setMade((shown) => (shown?.invite._id === id ? undefined : shown))
    const copied = client.getQueryData<InviteLink>(queryKeys.madeInvite)
    if (copied?.invite._id === id) client.removeQueries({ queryKey: queryKeys.madeInvite })
    return readAnew()
  }

  function show(link: InviteLink) {
    setMade(link)
    return readAnew()
  }

  function renew(link: InviteLink) {
    void forget(link.invite._id)
    setMade(link)
  }

  return (
    <Page title="Your invitations">
      <div className="flex flex-col gap-6">
        {made && mayInvite && <MadeLink key={made.url} url={made.url} />}
        {mayInvite ? (
          <section className="rounded-card bg-surface-raised p-4 shadow-raised sm:p-6">
            <h2 className="mb-4 font-semibold font-serif text-xl">Invite somebody</h2>
            <NewInvitationForm onMade={show} />
          </section>
        ) : (
          <WhyNot />
        )}
        <OwnInvitations onRenewed={renew} onEnded={forget} />
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

interface OwnInvitationsProps {
  onRenewed: (made: InviteLink) => void
  onEnded: (id: string) => Promise<void>
}

function OwnInvitations(props: OwnInvitationsProps) {
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
          text="Whoever comes by a link of yours is asked to be your friend."
        />
      )
    )
  }
  return <InvitationList invites={invites.data} {...props} />
}

interface InvitationListProps extends OwnInvitationsProps {
  invites: Invite[]
}

function InvitationList({ invites, onRenewed, onEnded }: InvitationListProps) {
  // One for all rows: of two at a time, the link of one would be shown to nobody.
  const renewal = useRenewal(onRenewed, onEnded)
  return (
    <section>
      <h2 className="mb-3 font-semibold font-serif text-xl">What you sent</h2>
      <ul className="flex flex-col gap-3">
        {invites.map((invite) => (
          <InvitationRow
            key={invite._id}
            invite={invite}
            isRenewing={renewal.isPending}
            onRenew={() => renewal.mutate(invite._id)}
            onEnded={() => onEnded(invite._id)}
          />
        ))}
      </ul>
    </section>
  )
}

function useRenewal(onRenewed: (made: InviteLink) => void, onEnded: (id: string) => Promise<void>) {
  const toast = useToast()
  return useMutation({
    mutationFn: renewInviteLink,
    onSuccess: onRenewed,
    onError(error, id) {
      toast.alert(errorMessage(error, MESSAGES.renewFailed))
      if (isNotFound(error)) void onEnded(id)
    },
  })
}
