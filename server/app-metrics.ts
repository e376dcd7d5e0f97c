import { readSharedStats } from './admin/stats.ts'
import { countBacklog } from './admin/stats-queries.ts'
import type { Gauges, MetricsSources } from './platform/metrics/metrics.ts'
import type { Services } from './services.ts'

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
    ask: () => askedGauges(services),
  }
}

async function askedGauges(services: Services): Promise<Gauges> {
  const [stats, waiting] = await Promise.all([readSharedStats(services), countBacklog(services.db)])
  const { lastBackupAt, backupProblem } = stats
  const backupAgeMs =
    lastBackupAt === null ? Infinity : Math.max(0, services.clock() - Date.parse(lastBackupAt))
  return {
    snug_members: { help: 'Verified members.', value: stats.members },
    snug_members_unverified: {
      help: 'Accounts that wait to be verified.',
      value: stats.unverified,
    },
    snug_posts: { help: 'Posts.', value: stats.posts },
    snug_comments: { help: 'Comments.', value: stats.comments },
    snug_spaces: { help: 'Spaces.', value: stats.spaces },
    ...waitingGauges(stats, waiting, services.clock()),
    ...(stats.imageBytes === null ? {} : imageGauges(stats.imageBytes)),
    snug_backup_age_seconds: {
      help: 'How long ago the last backup was made here; infinite where none was.',
      value: backupAgeMs / 1_000,
    },
    snug_backup_problem: {
      help: '1 where the last backup failed or is too old, else 0.',
      value: backupProblem === null ? 0 : 1,
    },
    snug_database_bytes: {
      help: 'The database file and its log.',
      value: stats.databaseBytes,
    },
    snug_disk_free_bytes: {
      help: 'Room left where the data lies.',
      value: stats.freeDiskBytes,
    },
  }
}

function waitingGauges(
  { mailsWaiting, oldestMailAt }: Awaited<ReturnType<typeof readSharedStats>>,
  waiting: Awaited<ReturnType<typeof countBacklog>>,
  now: number,
): Gauges {
  const mailAgeMs = oldestMailAt === null ? 0 : now - Date.parse(oldestMailAt)
  return {
    snug_mails_waiting: { help: 'Mails that wait to be sent.', value: mailsWaiting },
    snug_mails_given_up: {
      help: 'Mails that could not be sent for three days; kept for 30 more.',
      value: Number(waiting.mails_given_up),
    },
    snug_link_cards_waiting: {
      help: 'Links that wait to be asked what they lead to.',
      value: Number(waiting.link_cards),
    },
    snug_archives_waiting: {
      help: 'Archives of members that are being made.',
      value: Number(waiting.archives),
    },
    snug_oldest_mail_age_seconds: {
      help: 'How long the oldest waiting mail has waited; 0 when none does.',
      value: Math.max(0, mailAgeMs) / 1_000,
    },
  }
}

/** Those on this machine, counted once an hour; nothing is said until that is done. */
function imageGauges(bytes: number): Gauges {
  return { snug_image_bytes: { help: 'The pictures on this machine.', value: bytes } }
}
