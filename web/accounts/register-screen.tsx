import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { MESSAGES as REGISTRATION_MESSAGES } from '../../contract/registration.ts'
import { communityOptions } from '../app/community.ts'
import { paths } from '../app/paths.ts'
import { Banner } from '../ui/banner.tsx'
import { AccountLink, AccountPage } from './account-page.tsx'
import { CheckMail } from './check-mail.tsx'
import { RegisterForm } from './register-form.tsx'
import { rememberAddress } from './registered-address.ts'

/** The form is there at once; only where nobody can register it gives way to a sentence. */
export function RegisterScreen({ random = Math.random }: { random?: () => number }) {
  const [query] = useSearchParams()
  const [host, invite] = [query.get('host'), query.get('invite')]
  const [registered, setRegistered] = useState<{ email: string; sentence: string }>()
  const { data: community } = useQuery(communityOptions)
  const registration = host === null ? (community?.registration ?? 'open') : 'open'
  if (registered)
    return <CheckMail {...registered} onChangeAddress={() => setRegistered(undefined)} />
  if (registration === 'closed')
    return (
      <NoWayIn title="Registration is closed" sentence={REGISTRATION_MESSAGES.registrationClosed} />
    )
  if (registration === 'invite' && invite === null)
    return <NoWayIn title="By invitation" sentence={REGISTRATION_MESSAGES.invitationNeeded} />
  const isAsked = registration === 'approval' && invite === null
  return (
    <RegisterForm
      {...{ random, host, invite }}
      questions={isAsked ? community?.approvalQuestions : undefined}
      onRegistered={(email, sentence) => {
        rememberAddress(email)
        setRegistered({ email, sentence })
      }}
    />
  )
}

function NoWayIn({ title, sentence }: { title: string; sentence: string }) {
  return (
    <AccountPage
      title={title}
      links={
        <AccountLink to={paths.login} before="Already a member?">
          Sign in
        </AccountLink>
      }
    >
      <Banner tone="info">{sentence}</Banner>
    </AccountPage>
  )
}
