import { z } from 'zod'
import { DAY_MS } from './durations.ts'
import { timestamp } from './text.ts'

export const ARCHIVE_DAYS = 7
/** From one request to the next. */
export const ARCHIVE_EVERY_MS = DAY_MS

const MEGABYTE = 1024 * 1024

export const MESSAGES = {
  begun: 'We are packing your archive. We tell you when it is ready.',
  /** Who is suspended reads no notifications. */
  begunByMail: 'We are packing your archive. We mail you when it is ready.',
  oncePerDay: 'You can ask for an archive once a day.',
  ready: 'Your archive is ready.',
  readyUntil: (bytes: number, until: string) =>
    `Your archive is ready. It has ${Math.max(0.1, bytes / MEGABYTE).toFixed(1)} MB and is there until ${until}.`,
  formerUntil: (until: string) => `The one before it is there until ${until}.`,
  /** Why, stands on the page. */
  notMade: 'Your archive could not be made.',
  noRoom: 'There is not enough room on the server for your archive. Please tell an administrator.',
  failed: 'Your archive could not be made. Please ask for it again.',
  linkInvalid:
    'This link opens only in the browser in which it was made, for an hour, while you are signed in there. Please go to My data and download your archive from there.',
  linkOfSuspended:
    'Is your account suspended? Then sign in as before and choose “Download my data” where you read so.',
  gone: 'This archive is not there any more. Please ask for a new one.',
  passOver: 'That took too long. Please sign in again.',
  passEnded: 'Your password or your suspension changed meanwhile. Please sign in again.',
  passOverWhilePacking:
    'That took more than an hour. We go on packing your archive and mail you when it is ready. To see how far it is, please sign in again.',
  loadFailed: 'Failed to load your archive.',
  requestFailed: 'Failed to ask for your archive.',
  downloadFailed: 'Failed to download your archive.',
} as const

export const archiveStatus = z.object({
  /** `none` also once it was removed. */
  state: z.enum(['none', 'making', 'ready', 'failed']),
  /** Why there is none, where it could not be made. */
  problem: z.string().nullable(),
  /** Of the last one that was made: it stays until another is. */
  bytes: z.number().int().nullable(),
  expiresAt: timestamp.nullable(),
  /** From when on a new one may be asked for; null: now. */
  nextAt: timestamp.nullable(),
})
export type ArchiveStatus = z.infer<typeof archiveStatus>

/** How long who is suspended may look at their archive after they proved who they are. */
export const PASS_MINUTES = 60

/** What stands for who is suspended once they proved who they are, for their archive alone. */
export const suspendedArchive = z.object({ pass: z.string(), archive: archiveStatus })
export type SuspendedArchive = z.infer<typeof suspendedArchive>
export const passBody = z.object({
  pass: z.string(MESSAGES.passOver).max(80, MESSAGES.passOver),
})

/** Where the archive opens, in this browser. */
export const archiveLink = z.object({ url: z.string() })
export const archiveFileParams = z.object({ id: z.string().regex(/^\d{1,16}$/) })
export const archiveFileQuery = z.object({
  expires: z.string().max(20).default(''),
  signature: z.string().max(64).default(''),
})
