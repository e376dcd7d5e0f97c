import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import { isNotDeleted } from '../visibility/hidden-members.ts'
import { openReports } from '../visibility/open-reports.ts'
import type { ReportedThing } from './queries.ts'

/** What became theirs because nobody who runs a space decided it in time. Each is returned once. */
export function takeUnnotified(trx: Queryable, now: number) {
  return trx
    .updateTable('reports')
    .set({ administrators_told: 1 })
    .where('administrators_told', '=', 0)
    .where('for_administrators_at', '<=', now)
    .where('closed_at', 'is', null)
    .returning(['member_id', 'reporter_id'])
    .execute()
}

export async function waitsForAdministrators(
  trx: Queryable,
  { kind, thing_id }: ReportedThing,
  now: number,
): Promise<boolean> {
  const report = await trx
    .selectFrom('reports')
    .select('id')
    .where('kind', '=', kind)
    .where('thing_id', '=', thing_id)
    .where('closed_at', 'is', null)
    .where('for_administrators_at', '<=', now)
    .limit(1)
    .executeTakeFirst()
  return report !== undefined
}

/** From now on they are the administrators' to decide. */
export async function escalateReports(
  trx: Queryable,
  { kind, thing_id }: ReportedThing,
  now: number,
) {
  await trx
    .updateTable('reports')
    .set({ for_administrators_at: now, administrators_told: 1 })
    .where('kind', '=', kind)
    .where('thing_id', '=', thing_id)
    .where('closed_at', 'is', null)
    .execute()
}

/** Who runs its space cannot see what it is about: it is the administrators' from now on. */
export async function escalateReport(trx: Queryable, id: Id, now: number) {
  const given = { for_administrators_at: now, administrators_told: 1 }
  await trx.updateTable('reports').set(given).where('id', '=', id).execute()
}

/** Who runs these spaces cannot decide any more: what waits for them is the administrators' now. */
export async function escalateReportsOfSpaceAdmin(trx: Queryable, memberId: Id, now: number) {
  const spaces = trx.selectFrom('spaces').select('id').where('admin_id', '=', memberId)
  await trx
    .updateTable('reports')
    .set({ for_administrators_at: now })
    .where('closed_at', 'is', null)
    .where('space_id', 'in', spaces)
    .where('for_administrators_at', '>', now)
    .execute()
}

/** The same of all who are suspended: a report may have been under way as they were. */
export async function escalateReportsOfSuspended(trx: Queryable, now: number) {
  await trx
    .updateTable('reports')
    .set({ for_administrators_at: now })
    .where('closed_at', 'is', null)
    .where('for_administrators_at', '>', now)
    .where(({ exists, selectFrom }) => {
      const space = selectFrom('spaces')
        .select('spaces.id')
        .whereRef('spaces.id', '=', 'reports.space_id')
      const admin = space
        .innerJoin('users as admin', 'admin.id', 'spaces.admin_id')
        .where('admin.suspended_until', 'is not', null)
        .where('admin.deleted_at', 'is', null)
      return exists(admin)
    })
    .execute()
}

/** What waits in a space, but is not for who runs it from now on, is the administrators'. */
export async function escalateReportsHiddenFrom(
  trx: Queryable,
  queue: { viewer: Id; spaceId: Id; now: number },
) {
  await trx
    .updateTable('reports')
    .set({ for_administrators_at: queue.now })
    .where('closed_at', 'is', null)
    .where('space_id', '=', queue.spaceId)
    .where('for_administrators_at', '>', queue.now)
    .where(isNotDeleted('reports.member_id'))
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom('reports as own')
            .select('own.id')
            .whereRef('own.kind', '=', 'reports.kind')
            .whereRef('own.thing_id', '=', 'reports.thing_id')
            .where('own.reporter_id', '=', queue.viewer)
            .where('own.closed_at', 'is', null),
        ),
        eb('id', 'not in', openReports(trx, queue).select('reports.id')),
      ]),
    )
    .execute()
}
