import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { FREE_DISK_MIN_BYTES, type ServerStats } from '../../contract/admin.ts'
import { lazyChunk } from '../platform/lazy-chunk.ts'
import { Banner } from '../ui/banner.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { statsOptions } from './api.ts'
import { RowsSkeleton } from './rows-skeleton.tsx'

const FailedMails = lazyChunk(() => import('./failed-mails.tsx'), 'FailedMails')

export function StatsTab() {
  const stats = useQuery(statsOptions)
  if (stats.isPending) return <RowsSkeleton label="Loading the figures" />
  if (!stats.data) {
    return <ErrorState text="Failed to load the figures." query={stats} />
  }
  const { oldestMailAt, startedAt, version, newerVersion } = stats.data
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4">
        {shownStats(stats.data).map(([name, value]) => (
          <div key={name} className="rounded-card bg-surface-sunken p-4">
            <dt className="text-ink-soft text-sm">{name}</dt>
            <dd className="font-semibold text-xl tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {problemsOf(stats.data).map((problem) => (
        <Banner key={problem} tone="error">
          {problem}
        </Banner>
      ))}
      <p className="text-ink-soft text-sm">
        Snug {version}
        {newerVersion && `, and ${newerVersion} is there`} · Started:{' '}
        <RelativeTime dateTime={startedAt} />
        {oldestMailAt && (
          <>
            {' · The oldest mail has waited since: '}
            <RelativeTime dateTime={oldestMailAt} />
          </>
        )}
      </p>
      <Suspense>
        <FailedMails />
      </Suspense>
    </div>
  )
}

function shownStats(stats: ServerStats): [name: string, value: ReactNode][] {
  const count = (value: number) => value.toLocaleString('en')
  return [
    ['Members', count(stats.members)],
    ['Not verified', count(stats.unverified)],
    ['Administrators', count(stats.administrators)],
    ['Posts', count(stats.posts)],
    ['Comments', count(stats.comments)],
    ['Spaces', count(stats.spaces)],
    ['Open pages', count(stats.openSockets)],
    ['Mails waiting', count(stats.mailsWaiting)],
    ['Database', sizeOf(stats.databaseBytes)],
    ['Pictures', stats.imageBytes === null ? 'Not known' : sizeOf(stats.imageBytes)],
    ['Last backup', lastBackup(stats.lastBackupAt)],
    ['Free disk', sizeOf(stats.freeDiskBytes)],
    ['Links to look up', count(stats.waiting.linkCards)],
    ['Pictures to make', count(stats.waiting.images)],
    ['Archives to make', count(stats.waiting.archives)],
    ['Longest wait', stats.longestDelayMs === null ? 'Watching' : wait(stats.longestDelayMs)],
  ]
}

const SOON_FULL_DAYS = 30
/** Others wait meanwhile, and notice it. */
const LONG_WAIT_MS = 500

/** What somebody should do something about, each in a sentence. */
function problemsOf(stats: ServerStats): string[] {
  const { backupProblem, mailProblem, mailsGivenUp, longestDelayMs } = stats
  return [
    ...[mailProblem, backupProblem].filter((problem) => problem !== null),
    ...diskProblems(stats),
    ...(mailsGivenUp > 0
      ? [`${counted(mailsGivenUp, 'mail')} could not be sent for three days: see below.`]
      : []),
    ...((longestDelayMs ?? 0) > LONG_WAIT_MS
      ? [`The server kept everybody waiting for ${wait(longestDelayMs ?? 0)}: it is too busy.`]
      : []),
  ]
}

function diskProblems({ freeDiskBytes, daysUntilDiskFull: days }: ServerStats): string[] {
  if (freeDiskBytes < FREE_DISK_MIN_BYTES)
    return [`Only ${sizeOf(freeDiskBytes)} of the disk are left: it is nearly full.`]
  const isSoonFull = days !== null && days < SOON_FULL_DAYS
  return isSoonFull ? [`As it went lately, the disk is full in ${counted(days, 'day')}.`] : []
}

function counted(value: number, noun: string): string {
  return `${value.toLocaleString('en')} ${noun}${value === 1 ? '' : 's'}`
}

function wait(ms: number): string {
  return `${ms.toLocaleString('en')} ms`
}

/** Copies made in other ways leave no trace here. */
function lastBackup(at: string | null): ReactNode {
  return at === null ? 'Never made here' : <RelativeTime dateTime={at} />
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

function sizeOf(bytes: number): string {
  const power = Math.min(UNITS.length - 1, bytes > 0 ? Math.floor(Math.log10(bytes) / 3) : 0)
  return `${(bytes / 1_000 ** power).toLocaleString('en', { maximumFractionDigits: 1 })} ${UNITS[power]}`
}
