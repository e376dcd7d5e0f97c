import { readStats } from './admin/stats.ts'
import type { Figures, MetricsSources } from './platform/metrics/metrics.ts'
import type { Services } from './services.ts'

/** What of the server a monitoring system watches. */
export function appMetrics(services: Services): MetricsSources {
  return {
    readNow: () => ({
      snug_open_sockets: {
        help: 'Open connections of the stream.',
        value: services.realtime.openSockets,
      },
      snug_images_waiting: {
        help: 'Pictures that wait to be decoded.',
        value: services.decoder.waiting,
      },
    }),
    ask: () => askedFigures(services),
  }
}

async function askedFigures(services: Services): Promise<Figures> {
  const figures = await readStats(services)
  const { oldestMailAt } = figures
  const mailAgeMs = oldestMailAt === null ? 0 : services.clock() - Date.parse(oldestMailAt)
  return {
    snug_members: { help: 'Verified members.', value: figures.members },
    snug_members_unverified: {
      help: 'Accounts that wait to be verified.',
      value: figures.unverified,
    },
    snug_posts: { help: 'Posts.', value: figures.posts },
    snug_comments: { help: 'Comments.', value: figures.comments },
    snug_spaces: { help: 'Spaces.', value: figures.spaces },
    snug_mails_waiting: { help: 'Mails that wait to be sent.', value: figures.mailsWaiting },
    snug_oldest_mail_age_seconds: {
      help: 'How long the oldest waiting mail has waited; 0 when none does.',
      value: Math.max(0, mailAgeMs) / 1_000,
    },
    snug_database_bytes: {
      help: 'The database file and its log.',
      value: figures.databaseBytes,
    },
    snug_disk_free_bytes: {
      help: 'Room left where the data lies.',
      value: figures.freeDiskBytes,
    },
  }
}
