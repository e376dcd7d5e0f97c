import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { MESSAGES } from '../../contract/admin.ts'
import { useUser } from '../app/session.tsx'
import { lazyChunk } from '../platform/lazy-chunk.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { waitingOptions } from './api.ts'
import { AuditLogTab } from './audit-log-tab.tsx'
import { PostsTab } from './posts-tab.tsx'
import { reportsOptions } from './reports-api.ts'
import { ReportsTab } from './reports-tab.tsx'
import { RowsSkeleton } from './rows-skeleton.tsx'
import { StatsTab } from './stats-tab.tsx'
import { UsersTab } from './users-tab.tsx'

// The administrators' dashboard: what waits for them, who is here, what was posted, what was done about it and how the
// server is doing. Nothing is deleted without a question and a place to say why.

const CommunityTab = lazyChunk(() => import('./community-tab.tsx'), 'CommunityTab')

const TABS = ['reports', 'users', 'posts', 'community', 'log', 'health'] as const
type AdminTab = (typeof TABS)[number]

export function AdminScreen() {
  const { isAdmin } = useUser()
  const [tab, chooseTab] = useAdminTab()
  const reports = useQuery({ ...reportsOptions, enabled: isAdmin })
  const waiting = useQuery({ ...waitingOptions, enabled: isAdmin })
  // None is no news.
  const count = (reports.data?.total ?? 0) + (waiting.data?.length ?? 0) || undefined
  if (!isAdmin) {
    return (
      <Page title="Admin dashboard">
        <EmptyState text={MESSAGES.denied} />
      </Page>
    )
  }
  return (
    <Page title="Admin dashboard" width="wide">
      <Tabs
        label="Administration"
        value={tab}
        onChange={chooseTab}
        tabs={[
          { value: 'reports', label: 'Reports', count, panel: <ReportsTab /> },
          { value: 'users', label: 'Users', panel: <UsersTab /> },
          { value: 'posts', label: 'Posts', panel: <PostsTab /> },
          { value: 'community', label: 'Community', panel: <Community /> },
          { value: 'log', label: 'Log', panel: <AuditLogTab /> },
          { value: 'health', label: 'Health', panel: <StatsTab /> },
        ]}
      />
    </Page>
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
