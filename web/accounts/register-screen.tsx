import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { communityOptions } from '../app/community-api.ts'
import { lazyChunk } from '../platform/lazy-chunk.ts'
import { loadChunk } from '../platform/load-chunk.ts'
import { RegisterForm, type Sent } from './register-form.tsx'
import { rememberEmail } from './registered-email.ts'

const loadCheckMail = () => import('./check-mail.tsx')
const CheckMail = lazyChunk(loadCheckMail, 'CheckMail')
// Few people see it, so it is in nobody's way.
const RegistrationClosed = lazyChunk(
  () => import('./registration-closed.tsx'),
  'RegistrationClosed',
)

/** The form is there at once; only where nobody can register it gives way to a sentence. */
export function RegisterScreen({ random = Math.random }: { random?: () => number }) {
  const [query] = useSearchParams()
  const [host, invite] = [query.get('host'), query.get('invite')]
  const [registered, setRegistered] = useState<{ sent: Sent; sentence: string }>()
  const [corrected, setCorrected] = useState<Sent>()
  const { data: community } = useQuery(communityOptions)
  const registration = host === null ? (community?.registration ?? 'open') : 'open'
  if (registered)
    return (
      <Suspense>
        <CheckMail
          email={registered.sent.email}
          sentence={registered.sentence}
          onChangeEmail={() => {
            setCorrected(registered.sent)
            setRegistered(undefined)
          }}
        />
      </Suspense>
    )
  if (registration === 'closed' || (registration === 'invite' && invite === null))
    return (
      <Suspense>
        <RegistrationClosed registration={registration} />
      </Suspense>
    )
  const isKnown = invite !== null && community?.letsInvitedIn !== false
  const isAsked = registration === 'approval' && !isKnown
  return (
    <RegisterForm
      {...{ random, host, invite, corrected }}
      questions={isAsked ? community?.approvalQuestions : undefined}
      onRegistered={async (sent, sentence) => {
        rememberEmail(sent.email)
        await loadChunk(loadCheckMail).catch(() => undefined)
        setRegistered({ sent, sentence })
      }}
    />
  )
}
