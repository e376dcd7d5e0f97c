import { statfs } from 'node:fs/promises'
import type { Figures } from '../../contract/admin.ts'
import product from '../../package.json' with { type: 'json' }
import { databaseBytes } from '../platform/database/disk-space.ts'
import { lastBackupAt } from '../platform/last-backup.ts'
import type { Services } from '../services.ts'
import * as queries from './stats-queries.ts'

const startedAt = new Date(Date.now() - performance.now()).toISOString()

/** How the server is doing, but for what takes long to count. */
export async function readStats(services: Services): Promise<Omit<Figures, 'pictureBytes'>> {
  const { dataDir, realtime } = services
  const counts = await queries.countRows(services.db)
  const disk = await statfs(dataDir)
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
    oldestMailAt: oldestMail === null ? null : new Date(Number(oldestMail)).toISOString(),
    databaseBytes: await databaseBytes(services.db, dataDir),
    lastBackupAt: await lastBackupAt(dataDir),
    freeDiskBytes: disk.bavail * disk.bsize,
    startedAt,
    version: product.version,
  }
}
