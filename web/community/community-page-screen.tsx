import { useQuery } from '@tanstack/react-query'
import { BookOpenText, HeartHandshake } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { LEGAL_PAGES, type LegalPage } from '../../contract/community.ts'
import { COMMUNITY_PAGES, type CommunityPage } from '../../contract/community-branding.ts'
import { communityOptions } from '../app/community-api.ts'
import { CommunityLinks } from '../app/community-links.tsx'
import { paths } from '../app/paths.ts'
import { useSession } from '../app/session.tsx'
import { useCommunity } from '../platform/community.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Page } from '../ui/page.tsx'
import { RichText } from '../ui/rich-text.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { Wordmark } from '../ui/wordmark.tsx'
import { legalPageOptions } from './api.ts'
import { RuleList } from './rule-list.tsx'

// What everybody may read before they come in: about, rules, privacy, terms, imprint. For a member
// it stands between the bars as any place; for others it has a header of its own.

const FAILED = 'This page could not be loaded.'
const NOTHING = 'There is nothing on this page yet.'

export function CommunityPageScreen() {
  const { user } = useSession()
  const page = usePageAtUrl()
  const content = (
    <Page title={COMMUNITY_PAGES[page].name}>
      {page === 'about' && <About />}
      {page === 'rules' && <Rules />}
      {isLegal(page) && <Legal key={page} page={page} />}
    </Page>
  )
  return user ? content : <SignedOutFrame>{content}</SignedOutFrame>
}

function usePageAtUrl(): CommunityPage {
  const path = useLocation().pathname.replace(/\/$/, '')
  const pages = Object.keys(COMMUNITY_PAGES) as CommunityPage[]
  return pages.find((page) => COMMUNITY_PAGES[page].path === path) ?? 'about'
}

function isLegal(page: CommunityPage): page is LegalPage {
  return (LEGAL_PAGES as readonly string[]).includes(page)
}

function SignedOutFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col px-safe pt-safe pb-safe">
      <header className="border-line border-b">
        <div className="mx-auto flex min-h-16 max-w-2xl items-center justify-between gap-4 px-4 sm:px-6">
          <Link to={paths.home} className="min-w-0 rounded-control py-2 text-xl">
            <Wordmark />
          </Link>
          <ButtonLink to={paths.login}>Sign in</ButtonLink>
        </div>
      </header>
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <footer className="px-4 pb-6">
        <CommunityLinks />
      </footer>
    </div>
  )
}

function About() {
  const { tagline } = useCommunity()
  const community = useQuery(communityOptions)
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col gap-3 rounded-card bg-ember-soft p-5 sm:p-8">
        <p className="text-2xl sm:text-3xl">
          <Wordmark className="**:data-[community=name]:wrap-anywhere **:data-[community=name]:whitespace-normal" />
        </p>
        {tagline && (
          <p dir="auto" className="wrap-anywhere max-w-prose text-pretty font-serif text-lg">
            {tagline}
          </p>
        )}
      </div>
      <Loaded query={community}>
        {community.data?.about ? (
          <RichText text={community.data.about} />
        ) : (
          <Unwritten icon={<BookOpenText />} />
        )}
      </Loaded>
    </div>
  )
}

function Rules() {
  const community = useQuery(communityOptions)
  const rules = community.data?.rules ?? []
  return (
    <Loaded query={community}>
      {rules.length > 0 ? <RuleList rules={rules} /> : <Unwritten icon={<HeartHandshake />} />}
    </Loaded>
  )
}

/** An administrator is led to where it is written. */
function Unwritten({ icon }: { icon: ReactNode }) {
  const { user } = useSession()
  return (
    <EmptyState
      icon={icon}
      text={NOTHING}
      action={
        user?.isAdmin && (
          <ButtonLink to={`${paths.admin}?tab=community`} variant="primary">
            Write it
          </ButtonLink>
        )
      }
    />
  )
}

function Legal({ page }: { page: LegalPage }) {
  const { pages } = useCommunity()
  if (!pages.includes(page)) return <EmptyState text={NOTHING} />
  return <LegalText page={page} />
}

function LegalText({ page }: { page: LegalPage }) {
  const found = useQuery(legalPageOptions(page))
  return <Loaded query={found}>{found.data && <RichText text={found.data.text} />}</Loaded>
}

interface LoadedProps {
  query: {
    isPending: boolean
    isLoadingError: boolean
    isFetching: boolean
    refetch: () => unknown
  }
  children: ReactNode
}

function Loaded({ query, children }: LoadedProps) {
  if (query.isPending) return <Spinner label="Loading" className="mx-auto text-ember" />
  if (query.isLoadingError) return <ErrorState text={FAILED} query={query} />
  return children
}
