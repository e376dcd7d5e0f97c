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
