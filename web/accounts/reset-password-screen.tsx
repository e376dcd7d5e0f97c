import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { MESSAGES } from '../../contract/accounts.ts'
import { paths } from '../app/paths.ts'
import { useStayWhenSessionEnds } from '../app/stay-when-session-ends.ts'
import { ApiError } from '../platform/api-error.ts'
import { Banner } from '../ui/banner.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { AccountLink, AccountPage } from './account-page.tsx'
import { checkResetLink } from './api.ts'
import { LinkPending } from './link-pending.tsx'
import { NewPasswordForm } from './new-password-form.tsx'

export function ResetPasswordScreen() {
  const { token } = useParams()
  return token ? <CheckedLink key={token} token={token} /> : <InvalidLink />
}

function CheckedLink({ token }: { token: string }) {
  // What the link is of may be who is signed in here: a new password ends all their sessions, as
  // does the mail's other link that led here.
  useStayWhenSessionEnds()
  const check = useQuery({
    queryKey: ['reset-link', token],
    queryFn: ({ signal }) => checkResetLink(token, signal),
    staleTime: 'static',
  })
  if (check.isPending) return <LinkPending title="Reset your password" text="Checking your link…" />
  if (check.isSuccess) return <NewPasswordForm token={token} />
  if (isRefused(check.error)) return <InvalidLink />
  return (
    <AccountPage title="Reset your password">
      <ErrorState
        text="We could not check your link. Please check your connection and try again."
        query={check}
      />
    </AccountPage>
  )
}

function InvalidLink() {
  return (
    <AccountPage
      title="This link does not work"
      links={<AccountLink to={paths.login}>Back to sign in</AccountLink>}
    >
      <Banner tone="error">{MESSAGES.resetLinkInvalid}</Banner>
      <ButtonLink to={paths.forgotPassword} variant="primary">
        Request a new link
      </ButtonLink>
    </AccountPage>
  )
}

/** The link itself was judged: a proxy may say 404 or 403 where no server is behind it. */
function isRefused(error: Error): boolean {
  return error instanceof ApiError && error.status === 400
}
