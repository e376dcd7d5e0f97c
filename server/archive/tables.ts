import type { Generated } from 'kysely'
import type { Id } from '../platform/ids.ts'

/** An archive that is being made, is there, or waits to be removed. */
export interface ArchivesTable {
  id: Id
  user_id: Id
  requested_at: number
  /** Null until it is whole. */
  made_at: Generated<number | null>
  bytes: Generated<number>
  /** Its files are named by it; each try has one of its own. */
  file_id: Generated<string | null>
  /** How many files there may be, those under way among them. */
  part_count: Generated<number>
  /** Until then it is in the hands of the process that makes it. */
  held_until: Generated<number>
  tries: Generated<number>
  problem: Generated<ArchiveProblem | null>
  /** When files and row go; null while it is being made. */
  delete_after: Generated<number | null>
}

export type ArchiveProblem = 'no room' | 'failed'

/** An archive that is sent here, read or taken back, or was. */
export interface ImportsTable {
  id: Id
  user_id: Id
  /** Its file, or the files of its pieces, are named by it. */
  file_id: string
  /** 0 once it was removed, which is before the row goes. */
  has_file: Generated<0 | 1>
  /** How many files of pieces there may be, those that were sent in vain among them. */
  part_count: Generated<number>
  /** JSON: the numbers of those it is made of, in their order. */
  parts: Generated<string>
  begun_at: number
  /** When a piece came last, or its state changed. */
  changed_at: number
  state: 'receiving' | 'reading' | 'read' | 'failed' | 'taking back' | 'taken back'
  bytes: number
  received: Generated<number>
  /** Who reads it: each try has one of its own. */
  try_id: Generated<string | null>
  /** Until then it is in the hands of that try. */
  held_until: Generated<number>
  /** How many began since something was read. */
  tries: Generated<number>
  /** Whose archive it is and from where, as it says; null until it was looked at. */
  from_server: Generated<string | null>
  from_username: Generated<string | null>
  friends: Generated<string>
  /** How many there are in it; null until they were counted. */
  posts: Generated<number | null>
  /** So many of them are done with, read or not. */
  place: Generated<number>
  posts_read: Generated<number>
  images_not_read: Generated<number>
  problem: Generated<ImportProblem | null>
  /** When file and row go; null while there is something to do. */
  delete_after: Generated<number | null>
}

export type ImportProblem =
  | 'not an archive'
  | 'newer'
  | 'broken'
  | 'locked'
  | 'names'
  | 'too many files'
  | 'too much'
  | 'no room'
  | 'failed'
