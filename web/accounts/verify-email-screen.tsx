import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate, useParams } from 'react-router'
import { type LoginAnswer, MESSAGES } from '../../contract/accounts.ts'
import type { EnteredAnswer } from '../../contract/registration.ts'
import { paths } from '../app/paths.ts'
import { useSession } from '../app/session.tsx'
import { ApiError } from '../platform/api-error.ts'
import { communityBranding } from '../platform/community.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { AccountLink, AccountPage } from './account-page.tsx'
import { verifyEmail } from './api.ts'
import { LinkPending } from './link-pending.tsx'
import { browserSecret, clearRegisteredEmail, rememberEmail } from './registered-email.ts'
import { ResendForm } from './resend-verification.tsx'

const TITLE = 'Verify your email'

export function VerifyEmailScreen() {
  const { token } = useParams()
  return token ? <OpenedLink key={token} token={token} /> : <Fallback />
}

/** A query, not an effect: the link is used once however often React runs its effects. */
function OpenedLink({ token }: { token: string }) {
  const { user } = useSession()
  const opened = useQuery({
    queryKey: ['verification', token],
    // Who is signed in here stays so.
    queryFn: () => verifyEmail(token, user ? null : browserSecret()),
    staleTime: 'static',
    gcTime: Number.POSITIVE_INFINITY,
  })
  const session = opened.data?.session
  useEntering(opened.data ?? {})
  if (opened.isPending || session) return <LinkPending title={TITLE} text="Verifying your email…" />
  if (opened.data?.isWaiting) return <Waiting sentence={opened.data.msg} />
  if (opened.isSuccess) return <Verified sentence={opened.data.msg || MESSAGES.verified} />
  const sentence = opened.error.message || MESSAGES.verificationFailed
  if (opened.error instanceof ApiError && opened.error.status === 400)
    return <Expired sentence={sentence} />
  return (
    <Failed
      sentence={sentence}
      isRetrying={opened.isFetching}
      onRetry={() => void opened.refetch()}
    />
  )
}

/** The browser that registered goes right in. */
function useEntering({ session, email }: Partial<EnteredAnswer>) {
  const { user, signIn } = useSession()
  const navigate = useNavigate()
  const enter = useEffectEvent((answer: LoginAnswer) => {
    if (user) return
    signIn(answer, false)
    clearRegisteredEmail()
    void navigate(paths.home, { replace: true })
  })
  useEffect(() => {
    // Where they sign in themselves, it need not be typed.
    if (email) rememberEmail(email)
    if (session) enter(session)
  }, [session, email])
}

function Verified({ sentence }: { sentence: string }) {
  return (
    <AccountPage title={`Welcome to ${communityBranding().name}`}>
      <Banner tone="success">{sentence}</Banner>
      <ButtonLink to={paths.login} variant="primary">
        Sign in
      </ButtonLink>
    </AccountPage>
  )
}

/** Nothing to press: a sign-in would be refused. */
function Waiting({ sentence }: { sentence: string }) {
  return (
    <AccountPage title="Your registration is waiting">
      <Banner tone="info">{sentence}</Banner>
    </AccountPage>
  )
}

function Expired({ sentence }: { sentence: string }) {
  return (
    <AccountPage
      title="This link does not work"
      links={
        <AccountLink to={paths.register} before="No account yet?">
          Register
        </AccountLink>
      }
    >
      <Banner tone="error">{sentence}</Banner>
      <p className="text-ink-soft">We can send you a new one. It works for a day.</p>
      <ResendForm />
    </AccountPage>
  )
}

interface FailedProps {
  sentence: string
  isRetrying: boolean
  onRetry: () => void
}

function Failed({ sentence, isRetrying, onRetry }: FailedProps) {
  return (
    <AccountPage
      title={TITLE}
      links={
        <AccountLink to={paths.register} before="No account yet?">
          Register
        </AccountLink>
      }
    >
      <Banner tone="error">{sentence}</Banner>
      <Button variant="primary" busy={isRetrying} onClick={onRetry}>
        Try again
      </Button>
    </AccountPage>
  )
}

function Fallback() {
  return (
    <AccountPage title={TITLE} links={<AccountLink to={paths.login}>Back to sign in</AccountLink>}>
      <Banner tone="error">{MESSAGES.verificationFallback}</Banner>
    </AccountPage>
  )
}
