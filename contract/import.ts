import { z } from 'zod'
import { DAY_MS } from './durations.ts'
import { timestamp } from './text.ts'

// An archive of another Snug, or of this one, is sent in pieces and read once it is whole.

export const IMPORT_MAX_BYTES = 2 * 1024 * 1024 * 1024
/**
 * Of each piece but the last: small enough for a slow line, and for what stands before a server.
 */
export const PIECE_BYTES = 16 * 1024 * 1024
/** From one archive that was read to the next. */
export const IMPORT_EVERY_MS = DAY_MS
export const IMPORT_UNDO_DAYS = 30
/** Of those who were friends elsewhere; more are not kept. */
export const KNOWN_FRIENDS_MAX = 1_000

export const MESSAGES = {
  notEmpty: 'You have posts here already. An archive can be read into an account without posts.',
  underWay: 'Your archive is being read already.',
  oncePerDay: 'You can have an archive read once a day.',
  tooLarge: 'This archive is too large. It can have at most 2 GB.',
  tooManyFailed:
    'Several archives of yours could not be read today. Please try again later, or ask an administrator.',
  noRoom: 'There is not enough room on the server for this archive. Please tell an administrator.',
  pieceMissing: 'A piece of the archive is missing. Please send it again from the start.',
  receiving: 'Your archive is on its way.',
  reading: 'We are reading your archive. You can leave this page.',
  takingBack: 'We are taking back what was read.',
  takenBack: 'What was read of your archive is gone again.',
  notAnArchive: 'This file is not an archive of a Snug. Please choose the zip file as it was made.',
  newer:
    'This archive was made by a newer Snug than this one. Please ask an administrator to update.',
  broken: 'This archive is damaged: a part of it is missing, or wrong. Please send it again.',
  locked: 'This archive is locked with a password. Please choose the zip file as it was made.',
  names: 'This archive names files as no Snug does. Nothing of it was read.',
  tooManyFiles: 'There are more files in this archive than a Snug would put there.',
  tooMuch:
    'There is far more in this archive than its size lets one expect. Nothing of it was read.',
  failed: 'Your archive could not be read to its end. Please try again.',
  /** Why, stands on the page. */
  notRead: 'Your archive could not be read.',
  wasRead: (posts: number, notRead: number) =>
    `Your archive was read: ${posts} ${posts === 1 ? 'post' : 'posts'}${notRead > 0 ? `, ${notRead} not` : ''}`,
  loadFailed: 'Failed to load how it stands with your import.',
  sendFailed: 'Failed to send your archive.',
  takeBackFailed: 'Failed to take it back.',
} as const

const bytes = z.coerce
  .number(MESSAGES.pieceMissing)
  .int(MESSAGES.pieceMissing)
  .max(IMPORT_MAX_BYTES, MESSAGES.tooLarge)
const count = z.int().min(0)

/** The text fields of the form that brings a piece; the piece is its file `piece`. */
export const importPieceFields = z.object({
  bytes: bytes.min(1, MESSAGES.pieceMissing),
  /** How many bytes of it came before this piece: 0 begins anew. */
  offset: bytes.min(0, MESSAGES.pieceMissing),
})

/** The whole form, for the description of the API: the piece is kept as it streams in. */
export const importPieceForm = importPieceFields.extend({ piece: z.file().max(PIECE_BYTES) })

export const importStatus = z.object({
  /** `none` also once it is over. */
  state: z.enum(['none', 'receiving', 'reading', 'read', 'failed', 'taking back', 'taken back']),
  problem: z.string().nullable(),
  /** Of the whole archive, and how many of them are there. */
  bytes: count,
  received: count,
  /** Whose archive it is, and from where; null while nobody knows. */
  from: z.object({ server: z.string(), username: z.string() }).nullable(),
  /** How many posts there are in it; null while nobody has looked. */
  posts: count.nullable(),
  postsRead: count,
  /** Of which something cannot be kept here. */
  postsNotRead: count,
  imagesNotRead: count,
  /** Who were friends there, by name. */
  friends: z.array(z.string()),
  /** Until when it can be taken back; null where there is nothing to. */
  undoUntil: timestamp.nullable(),
  /** From when on another can be read; null: now. */
  nextAt: timestamp.nullable(),
})
export type ImportStatus = z.infer<typeof importStatus>
