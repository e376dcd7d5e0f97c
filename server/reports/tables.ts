import type { Generated } from 'kysely'
import type { ReportKind, ReportReason } from '../../contract/reports.ts'
import type { Id } from '../platform/ids.ts'

export interface ReportsTable {
  id: Id
  /** Null once their account is deleted: what waits is decided nevertheless. */
  reporter_id: Id | null
  kind: ReportKind
  /** The post, comment, message, member or space. */
  thing_id: Id
  member_id: Id
  /** Where a message was said, or the space itself. */
  space_id: Id | null
  reason: ReportReason
  rule_id: string | null
  text: string
  created_at: number
  /** From when on it is for administrators; before, it is for whoever runs the space. */
  for_administrators_at: number
  /** 0 while it is for who runs the space. */
  administrators_told: number
  closed_at: number | null
  /**
   * The dismissal or warning in the administrators' log that closed it, as long as that is not
   * undone.
   */
  closing_act_id: Generated<Id | null>
}

/**
 * What stood there when it was reported: the last place is the thing, before it what was said
 * before.
 */
export interface ReportEvidenceTable {
  report_id: Id
  place: number
  member_id: Id
  text: string
  created_at: number
}

export interface ReportImagesTable {
  report_id: Id
  place: number
  image_id: string
  alt: string
}
