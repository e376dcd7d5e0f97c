import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useParams } from 'react-router'
import type { Community } from '../../contract/community.ts'
import type { Invitation } from '../../contract/invitation.ts'
import { communityOptions } from '../app/community-api.ts'
import { paths } from '../app/paths.ts'
import { useSession } from '../app/session.tsx'
import { isNotFound } from '../platform/api-error.ts'
import { useCommunity } from '../platform/community.ts'
import { lazyChunk, optionalChunk } from '../platform/lazy-chunk.ts'
import { loadChunk } from '../platform/load-chunk.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { AccountLink, AccountPage } from './account-page.tsx'
import { readInvitation } from './invitation-api.ts'
import { LinkPending } from './link-pending.tsx'

const loadRichText = () => import('../ui/rich-text.tsx')
const RichText = optionalChunk(loadRichText, 'RichText')

const InAlready = lazyChunk(() => import('../app/invitations/in-already.tsx'), 'InAlready')
const InvitationEnded = lazyChunk(() => import('./invitation-ended.tsx'), 'InvitationEnded')

const TITLE = 'You are invited'

/** Where the link of an invitation leads: who invites, and to what; a member to who invites. */
export function JoinScreen() {
  const { code = '' } = useParams()
  const { user } = useSession()
  const found = useQuery({
    queryKey: ['invitation', code],
    queryFn: async ({ signal }) => {
      // Waited for together: what comes later would move what is read.
      const [found] = await Promise.all([
        readInvitation(code, signal),
        loadChunk(loadRichText).catch(() => undefined),
      ])
      return found
    },
  })
  const community = useQuery(communityOptions)
  if (found.isPending || community.isPending) return <Opening />
  if (user)
    return (
      <Suspense fallback={<Opening />}>
        <InAlready invitation={found.data} />
      </Suspense>
    )
  if (found.isSuccess)
    return <Invited code={code} invitation={found.data} community={community.data} />
  if (isNotFound(found.error))
    return (
      <Suspense>
        <InvitationEnded
          registerPath={registerWith(code)}
          isOpen={community.data?.registration === 'open'}
        />
      </Suspense>
    )
  return (
    <AccountPage title={TITLE}>
      <ErrorState
        text="We could not open the invitation. Please check your connection and try again."
        query={found}
      />
    </AccountPage>
  )
}

function Opening() {
  return <LinkPending title={TITLE} text="Opening your invitation…" />
}

function registerWith(code: string): string {
  return `${paths.register}?${new URLSearchParams({ invite: code })}`
}

interface InvitedProps {
  code: string
  invitation: Invitation
  community: Community | undefined
}

function Invited({ code, invitation: { inviter, space }, community }: InvitedProps) {
  const branding = useCommunity()
  const { name, about, rules } = community ?? { ...branding, about: '', rules: [] }
  return (
    <AccountPage
      title={`${inviter} invites you to ${name}`}
      links={
        <AccountLink to={paths.login} before="Already a member?">
          Sign in
        </AccountLink>
      }
    >
      <p className="text-ink-soft">
        Once you are in, {inviter} is waiting for you as a friend
        {space ? (
          <>
            , and <bdi>{space.name}</bdi> is a space where you can meet.
          </>
        ) : (
          '.'
        )}
      </p>
      {about && (
        <Suspense>
          <RichText text={about} />
        </Suspense>
      )}
      {rules.length > 0 && <Rules rules={rules} />}
      <ButtonLink to={registerWith(code)} variant="primary">
        Create your account
      </ButtonLink>
    </AccountPage>
  )
}

function Rules({ rules }: Pick<Community, 'rules'>) {
  return (
    <section>
      <h2 className="font-semibold">What holds here</h2>
      <ol className="mt-2 flex list-decimal flex-col gap-2 ps-5">
        {rules.map(({ title, text }) => (
          <li key={title} className="wrap-anywhere">
            <p className="font-medium">{title}</p>
            {text && <p className="whitespace-pre-line text-ink-soft text-sm">{text}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}
