import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { MESSAGES } from '../../contract/accounts.ts'
import { paths } from '../app/paths.ts'
import { ApiError } from '../platform/api-error.ts'
import { Banner } from '../ui/banner.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { AccountLink, AccountPage } from './account-page.tsx'
import { removeRegistration } from './api.ts'
import { LinkPending } from './link-pending.tsx'

const TITLE = 'This was not me'

/** Where the mail of a registration leads who did not make it: the registration is removed. */
export function NotMeScreen() {
  const { token } = useParams()
  return token ? <OpenedLink key={token} token={token} /> : <NothingToRemove />
}

/** A query, not an effect: the link is used once however often React runs its effects. */
function OpenedLink({ token }: { token: string }) {
  const removed = useQuery({
    queryKey: ['removed-registration', token],
    queryFn: () => removeRegistration(token),
    staleTime: 'static',
    gcTime: Number.POSITIVE_INFINITY,
  })
  if (removed.isPending) return <LinkPending title={TITLE} text="Removing the registration…" />
  if (removed.isSuccess) return <Removed />
  if (removed.error instanceof ApiError && removed.error.status === 400) return <NothingToRemove />
  return (
    <AccountPage title={TITLE}>
      <ErrorState
        text="We could not remove the registration. Please check your connection and try again."
        query={removed}
      />
    </AccountPage>
  )
}

function Removed() {
  return (
    <AccountPage title={TITLE}>
      <Banner tone="success">{MESSAGES.registrationRemoved}</Banner>
      <p className="text-ink-soft">
        Whoever registered with your address cannot use it. There is nothing else to do.
      </p>
    </AccountPage>
  )
}

function NothingToRemove() {
  return (
    <AccountPage title={TITLE} links={<AccountLink to={paths.login}>Back to sign in</AccountLink>}>
      <Banner tone="error">{MESSAGES.registrationNotRemoved}</Banner>
      <p className="text-ink-soft">
        It was removed before, or the address was verified. If somebody uses an account with your
        address, you can choose a new password for it.
      </p>
    </AccountPage>
  )
}
