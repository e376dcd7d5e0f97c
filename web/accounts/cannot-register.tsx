import type { ReactNode } from 'react'
import { COMMUNITY_PAGES } from '../../contract/community-branding.ts'
import { paths } from '../app/paths.ts'
import { useCommunity } from '../platform/community.ts'
import { Banner } from '../ui/banner.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { AccountLink, AccountPage } from './account-page.tsx'

interface CannotRegisterProps {
  title: string
  sentence: string
  isFailure?: boolean
  /** Whether anybody may register without what does not work here. */
  isOpen?: boolean
  /** Another way in, for who may have one. */
  children?: ReactNode
}

/** Who cannot come in here reads why, and what to do now: never a page that ends. */
export function CannotRegister({
  title,
  sentence,
  isFailure = false,
  isOpen = false,
  children,
}: CannotRegisterProps) {
  const { pages, name } = useCommunity()
  // Where to read whom to ask: whoever runs it says so in one of them.
  const page = (['imprint', 'about', 'rules'] as const).find((each) => pages.includes(each))
  return (
    <AccountPage
      title={title}
      links={
        <AccountLink to={paths.login} before="Already a member?">
          Sign in
        </AccountLink>
      }
    >
      <Banner tone={isFailure ? 'error' : 'info'}>{sentence}</Banner>
      {children}
      {isOpen && (
        <>
          <p className="text-ink-soft">You can come in without one, too: everybody may register.</p>
          <ButtonLink to={paths.register} variant="primary">
            Create your account
          </ButtonLink>
        </>
      )}
      {!isOpen && page && (
        <ButtonLink to={COMMUNITY_PAGES[page].path}>
          {page === 'imprint' ? `Who runs ${name}` : `What ${name} is`}
        </ButtonLink>
      )}
    </AccountPage>
  )
}
