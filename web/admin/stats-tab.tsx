import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { type Figures, FREE_DISK_MIN_BYTES } from '../../contract/admin.ts'
import { lazyChunk } from '../platform/lazy-chunk.ts'
import { Banner } from '../ui/banner.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { statsOptions } from './api.ts'
import { RowsSkeleton } from './rows-skeleton.tsx'

const FailedMails = lazyChunk(() => import('./failed-mails.tsx'), 'FailedMails')

export function StatsTab() {
  const figures = useQuery(statsOptions)
  if (figures.isPending) return <RowsSkeleton label="Loading the figures" />
  if (!figures.data) {
    return <ErrorState text="Failed to load the figures." query={figures} />
  }
  const { oldestMailAt, startedAt, version, newerVersion } = figures.data
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4">
        {shownFigures(figures.data).map(([name, value]) => (
          <div key={name} className="rounded-card bg-surface-sunken p-4">
            <dt className="text-ink-soft text-sm">{name}</dt>
            <dd className="font-semibold text-xl tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {problemsOf(figures.data).map((problem) => (
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

function shownFigures(figures: Figures): [name: string, value: ReactNode][] {
  const count = (value: number) => value.toLocaleString('en')
  return [
    ['Members', count(figures.members)],
    ['Not verified', count(figures.unverified)],
    ['Administrators', count(figures.administrators)],
    ['Posts', count(figures.posts)],
    ['Comments', count(figures.comments)],
    ['Spaces', count(figures.spaces)],
    ['Open pages', count(figures.openSockets)],
    ['Mails waiting', count(figures.mailsWaiting)],
    ['Database', sizeOf(figures.databaseBytes)],
    ['Pictures', figures.imageBytes === null ? 'Not known' : sizeOf(figures.imageBytes)],
    ['Last backup', lastBackup(figures.lastBackupAt)],
    ['Free disk', sizeOf(figures.freeDiskBytes)],
    ['Links to look up', count(figures.waiting.linkCards)],
    ['Pictures to make', count(figures.waiting.images)],
    ['Archives to make', count(figures.waiting.archives)],
    ['Longest wait', figures.longestDelayMs === null ? 'Watching' : wait(figures.longestDelayMs)],
  ]
}

const SOON_FULL_DAYS = 30
/** Others wait meanwhile, and notice it. */
const LONG_WAIT_MS = 500

/** What somebody should do something about, each in a sentence. */
function problemsOf(figures: Figures): string[] {
  const { backupProblem, mailProblem, mailsGivenUp, longestDelayMs } = figures
  return [
    ...[mailProblem, backupProblem].filter((problem) => problem !== null),
    ...diskProblems(figures),
    ...(mailsGivenUp > 0
      ? [`${counted(mailsGivenUp, 'mail')} could not be sent for three days: see below.`]
      : []),
    ...((longestDelayMs ?? 0) > LONG_WAIT_MS
      ? [`The server kept everybody waiting for ${wait(longestDelayMs ?? 0)}: it is too busy.`]
      : []),
  ]
}

function diskProblems({ freeDiskBytes, daysUntilDiskFull: days }: Figures): string[] {
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
