import { type Expression, sql } from 'kysely'
import { DAY_MS } from '../../contract/durations.ts'
import type { Id } from '../platform/ids.ts'
import type { ReadonlyDatabase } from '../schema.ts'
import { isNotDeleted } from './hidden-members.ts'
import { visibleMessages } from './visible-queries.ts'

/** Somebody's part in the queue of reports. */
export interface Queue {
  viewer: Id
  /** The space they run; null for administrators. */
  spaceId: Id | Expression<Id> | null
  now: number
}

/** What waits for the viewer, there or among all. */
export function openReports(db: ReadonlyDatabase, { viewer, spaceId, now }: Queue) {
  return db
    .selectFrom('reports')
    .where('reports.closed_at', 'is', null)
    .where('reports.member_id', '!=', viewer)
    .where(isNotDeleted('reports.member_id'))
    .where((eb) =>
      spaceId === null
        ? eb('reports.for_administrators_at', '<=', now)
        : eb.and([
            eb('reports.space_id', '=', spaceId),
            eb('reports.for_administrators_at', '>', now),
            // Who runs it by now may have come after it was opened; what was said before is not
            // theirs, nor as what went before a message that is.
            eb.exists(
              visibleMessages(db, viewer, spaceId)
                .select('message.id')
                .where('message.created_at', '<=', firstEvidenceAt(db)),
            ),
          ]),
    )
}

/** What was decided is kept so long, and can be opened again. */
export const REPORT_KEPT_MS = 30 * DAY_MS

/**
 * What may be open again although it was decided: while it is kept and shows what was reported, and
 * where whoever reported it has not done so anew.
 */
export function reopenableReports(db: ReadonlyDatabase, now: number) {
  return db
    .selectFrom('reports')
    .where('reports.closed_at', '>=', now - REPORT_KEPT_MS)
    .where(isNotDeleted('reports.member_id'))
    .where(({ not, exists }) =>
      not(
        exists(
          db
            .selectFrom('reports as anew')
            .select('anew.id')
            .where('anew.closed_at', 'is', null)
            .whereRef('anew.kind', '=', sql.ref('reports.kind'))
            .whereRef('anew.thing_id', '=', sql.ref('reports.thing_id'))
            .whereRef('anew.reporter_id', '=', sql.ref('reports.reporter_id')),
        ),
      ),
    )
}

/** What waits for the viewer in the spaces that they run. */
export function openReportsOfSpaceAdmin(
  db: ReadonlyDatabase,
  { viewer, now }: Pick<Queue, 'viewer' | 'now'>,
) {
  return openReports(db, { viewer, spaceId: sql.ref<Id>('administered.id'), now })
    .innerJoin('spaces as administered', 'administered.id', 'reports.space_id')
    .where('administered.admin_id', '=', viewer)
}

function firstEvidenceAt(db: ReadonlyDatabase) {
  return db
    .selectFrom('report_evidence')
    .select(({ fn }) => fn.min<number>('report_evidence.created_at').as('at'))
    .whereRef('report_evidence.report_id', '=', sql.ref('reports.id'))
}
