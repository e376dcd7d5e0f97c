import { collision, isUniqueViolation } from '../platform/database/failures.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import { REPORT_KEPT_MS, reopenableReports } from '../visibility/open-reports.ts'
import type { ReportedThing } from './queries.ts'

// The SQL of what is decided, and of what is to be decided anew.

interface Closing {
  now: number
  /** No others; null: all open ones of the thing. */
  only: Id[] | null
}

/** `actId`: what in the log can be undone to open them again. Returns whose they were. */
export function closeReportsOf(
  trx: Queryable,
  report: ReportedThing,
  { actId, ...closing }: Closing & { actId: Id | null },
) {
  return reportersOf(closeOpenReports(trx, report, closing).set({ closing_act_id: actId }))
}

/** Those alone that wait for who runs the space: what waits for administrators stays open. */
export function closeSpaceAdminsReportsOf(trx: Queryable, report: ReportedThing, closing: Closing) {
  const { now } = closing
  return reportersOf(
    closeOpenReports(trx, report, closing).where('for_administrators_at', '>', now),
  )
}

function closeOpenReports(
  trx: Queryable,
  { kind, thing_id }: ReportedThing,
  { now, only }: Closing,
) {
  const closed = trx
    .updateTable('reports')
    .set({ closed_at: now })
    .where('kind', '=', kind)
    .where('thing_id', '=', thing_id)
    .where('closed_at', 'is', null)
  return only ? closed.where('id', 'in', only) : closed
}

/** Those whose account is there still. */
async function reportersOf(closed: ReturnType<typeof closeOpenReports>): Promise<Id[]> {
  const rows = await closed.returning('reporter_id').execute()
  return rows.flatMap(({ reporter_id }) => reporter_id ?? [])
}

/** Opens what the act closed and may be open again, for administrators alone. */
export async function reopenReports(trx: Queryable, actId: Id, now: number) {
  const given = { closed_at: null, closing_act_id: null }
  return trx
    .updateTable('reports')
    .set({ ...given, for_administrators_at: now, administrators_told: 1 })
    .where('closing_act_id', '=', actId)
    .where('id', 'in', closedBy(trx, actId, now))
    .returning(['member_id', 'reporter_id'])
    .execute()
    .catch((error: unknown) => {
      // The same person reported it anew at this moment: that one is seen when tried again.
      throw isUniqueViolation(error) ? collision() : error
    })
}

function closedBy(trx: Queryable, actId: Id, now: number) {
  return reopenableReports(trx, now)
    .where('reports.closing_act_id', '=', actId)
    .select('reports.id')
}

/**
 * What stays closed is no more of the act, which is undone once. Whether there is any that is kept.
 */
export async function forgetClosingAct(trx: Queryable, actId: Id, now: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('reports')
    .set({ closing_act_id: null })
    .where('closing_act_id', '=', actId)
    .where('closed_at', '>=', now - REPORT_KEPT_MS)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
