import type { ServerStats } from '../../contract/admin.ts'
import { HOUR_MS } from '../../contract/durations.ts'
import product from '../../package.json' with { type: 'json' }
import { backupProblem } from '../backups/backup-problem.ts'
import { readLastBackup } from '../backups/last-backup.ts'
import { databaseBytes } from '../platform/database/database-size.ts'
import { freeBytes } from '../platform/files/free-disk-space.ts'
import { daysUntilFull } from '../platform/free-disk-history.ts'
import { longestDelayMs } from '../platform/metrics/event-loop-delay.ts'
import { isoTimestamp } from '../platform/timestamps.ts'
import type { Services } from '../services.ts'
import * as queries from './stats-queries.ts'

const startedAt = new Date(Date.now() - performance.now()).toISOString()

type OnlyForAdministrators =
  | 'daysUntilDiskFull'
  | 'waiting'
  | 'mailsGivenUp'
  | 'mailProblem'
  | 'longestDelayMs'
type SharedStats = Omit<ServerStats, OnlyForAdministrators>

/** How the server is doing, for who looks at it from time to time. */
export async function readServerStats(services: Services): Promise<ServerStats> {
  const [stats, waiting] = await Promise.all([
    readSharedStats(services),
    queries.countBacklog(services.db),
  ])
  const { dataDir, decoder, clock } = services
  const days = await daysUntilFull(dataDir, stats.freeDiskBytes, clock())
  return {
    ...stats,
    daysUntilDiskFull: days === null ? null : Math.floor(days),
    waiting: {
      images: decoder.waiting,
      linkCards: Number(waiting.link_cards),
      archives: Number(waiting.archives),
    },
    mailsGivenUp: Number(waiting.mails_given_up),
    mailProblem: services.mailProblem ?? lateMail(stats.oldestMailAt, clock()),
    longestDelayMs: longestDelayMs(),
  }
}

/** In a sentence, from when the alert of deploy/prometheus-alerts.yml pages somebody. */
function lateMail(oldestMailAt: string | null, now: number): string | null {
  const hours = oldestMailAt === null ? 0 : Math.floor((now - Date.parse(oldestMailAt)) / HOUR_MS)
  if (hours < 1) return null
  return `The oldest mail has waited for ${hours === 1 ? '1 hour' : `${hours} hours`}.`
}

/** What a monitoring system asks for, too. */
export async function readSharedStats(services: Services): Promise<SharedStats> {
  const { dataDir, realtime } = services
  const counts = await queries.countRows(services.db)
  const oldestMail = counts.oldest_mail_at
  return {
    members: Number(counts.members),
    unverified: Number(counts.unverified),
    administrators: Number(counts.administrators),
    posts: Number(counts.posts),
    comments: Number(counts.comments),
    spaces: Number(counts.spaces),
    openSockets: realtime.openSockets,
    mailsWaiting: Number(counts.mails),
    oldestMailAt: oldestMail === null ? null : isoTimestamp(Number(oldestMail)),
    imageBytes: services.imageBytes(),
    databaseBytes: await databaseBytes(services.db, dataDir),
    ...(await backupFigures(services)),
    freeDiskBytes: await freeBytes(dataDir),
    startedAt,
    version: product.version,
    newerVersion: services.newestVersion(),
  }
}

async function backupFigures({ backups, dataDir, clock }: Services) {
  const now = clock()
  const last = await readLastBackup(dataDir, now)
  const lastAt = last.at === null ? null : isoTimestamp(last.at)
  return { lastBackupAt: lastAt, backupProblem: backupProblem(backups, last, now) }
}
