import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { MESSAGES } from '../../contract/admin.ts'
import { MESSAGES as FACTOR_MESSAGES } from '../../contract/second-factor.ts'
import { isAdministrationClosed } from '../app/administration.ts'
import { paths } from '../app/paths.ts'
import { SecondFactorDemand } from '../app/second-factor-demand.tsx'
import { useUser } from '../app/session.tsx'
import { lazyChunk } from '../platform/lazy-chunk.ts'
import { Banner } from '../ui/banner.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { waitingOptions } from './api.ts'
import { AuditLogTab } from './audit-log-tab.tsx'
import { reportsOptions, suspendedOptions } from './moderation-api.ts'
import { PostsTab } from './posts-tab.tsx'
import { ReportsTab } from './reports-tab.tsx'
import { RowsSkeleton } from './rows-skeleton.tsx'
import { StatsTab } from './stats-tab.tsx'
import { UsersTab } from './users-tab.tsx'

// The administrators' dashboard: what waits for them, who is here, what was posted, what was done
// about it and how the server is doing. Nothing is deleted without a question and a place to say
// why.

const CommunityTab = lazyChunk(() => import('./community-tab.tsx'), 'CommunityTab')

const TABS = ['reports', 'users', 'posts', 'community', 'log', 'health'] as const
type AdminTab = (typeof TABS)[number]

const PARTS: Record<AdminTab, { label: string; panel: ReactNode }> = {
  reports: { label: 'Reports', panel: <ReportsTab /> },
  users: { label: 'Users', panel: <UsersTab /> },
  posts: { label: 'Posts', panel: <PostsTab /> },
  community: { label: 'Community', panel: <Community /> },
  log: { label: 'Log', panel: <AuditLogTab /> },
  health: { label: 'Health', panel: <StatsTab /> },
}

export function AdminScreen() {
  const user = useUser()
  const { isAdmin, needsSecondFactor } = user
  const isClosed = isAdministrationClosed(user)
  const enabled = isAdmin && !isClosed
  const [tab, chooseTab] = useAdminTab()
  const reports = useQuery({ ...reportsOptions, enabled })
  const waiting = useQuery({ ...waitingOptions, enabled })
  const suspended = useQuery({ ...suspendedOptions, enabled })
  const appeals = suspended.data?.filter(({ appeal }) => appeal && !appeal.answer).length ?? 0
  const count =
    reports.data || waiting.data
      ? (reports.data?.total ?? 0) + (waiting.data?.total ?? 0) + appeals
      : undefined
  if (!isAdmin) {
    return (
      <Page title="Admin dashboard">
        <EmptyState text={MESSAGES.denied} />
      </Page>
    )
  }
  return (
    <Page title="Admin dashboard" width="wide">
      {needsSecondFactor && !isClosed && (
        <div className="mb-4">
          <SecondFactorBanner />
        </div>
      )}
      <Tabs
        label="Administration"
        value={tab}
        onChange={chooseTab}
        tabs={TABS.map((value) => ({
          ...PARTS[value],
          value,
          ...(value === 'reports' && { count }),
          ...(isClosed && { panel: <SecondFactorDemand /> }),
        }))}
      />
    </Page>
  )
}

/** Until they have one. */
function SecondFactorBanner() {
  return (
    <Banner tone="info">
      <p>
        {FACTOR_MESSAGES.passwordAlone}{' '}
        <Link to={paths.security} className="font-semibold underline underline-offset-4">
          Set it up under Account safety
        </Link>
      </p>
    </Banner>
  )
}

/** It is opened seldom and brings much with it. */
function Community() {
  return (
    <Suspense fallback={<RowsSkeleton label="Loading the settings" />}>
      <CommunityTab />
    </Suspense>
  )
}

/** The tab the address names: `?tab=posts`, else users. */
function useAdminTab(): [tab: AdminTab, choose: (tab: AdminTab) => void] {
  const [params, setParams] = useSearchParams()
  const tab = TABS.find((each) => each === params.get('tab')) ?? 'users'
  const choose = (chosen: AdminTab) =>
    setParams(chosen === 'users' ? {} : { tab: chosen }, { replace: true })
  return [tab, choose]
}
