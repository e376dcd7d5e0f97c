import { type Insertable, sql } from 'kysely'
import { REASONS_SHOWN, type ReportKind } from '../../contract/reports.ts'
import { deleteSome } from '../platform/database/delete-some.ts'
import { withRowLock } from '../platform/database/portable-sql.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import { isNotDeleted } from '../visibility/hidden-members.ts'
import { openReports, type Queue } from '../visibility/open-reports.ts'
import type { Found } from './evidence-queries.ts'
import type { ReportsTable } from './tables.ts'

// The SQL of reports. Who made one never leaves, so no read of a list selects it.

/** False where the reporter has an open one of the same thing. */
export async function insertReport(
  trx: Queryable,
  report: Insertable<ReportsTable>,
  { copies, images }: Found,
): Promise<boolean> {
  const row = await trx
    .insertInto('reports')
    .values(report)
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return false
  const placed = <Row>(rows: Row[]) =>
    rows.map((row, place) => ({ ...row, report_id: report.id, place }))
  await trx.insertInto('report_evidence').values(placed(copies)).execute()
  if (images.length > 0) await trx.insertInto('report_images').values(placed(images)).execute()
  return true
}

/** Each thing by its first report, the longest waiting first. */
export function firstReports(db: Queryable, queue: Queue, limit: number) {
  const first = openReports(db, queue)
    .select((eb) => eb.fn.min<Id>('reports.id').as('id'))
    .groupBy(['reports.kind', 'reports.thing_id'])
    .orderBy('id')
    .limit(limit)
  return db
    .selectFrom('reports')
    .innerJoin('users', 'users.id', 'reports.member_id')
    .leftJoin('spaces', (join) =>
      join.onRef('spaces.id', '=', 'reports.space_id').on('spaces.kind', '=', 'space'),
    )
    .select([
      'reports.id',
      'reports.kind',
      'reports.thing_id',
      'reports.member_id',
      'users.username',
      'users.user_number',
      'users.photo_image_id',
      'users.is_admin',
      'users.suspended_until',
      'spaces.id as space_id',
      'spaces.name as space_name',
    ])
    .where('reports.id', 'in', first)
    .orderBy('reports.id')
    .execute()
}

export type FirstReportRow = Awaited<ReturnType<typeof firstReports>>[number]

export async function countThings(db: Queryable, queue: Queue): Promise<number> {
  const things = openReports(db, queue)
    .select(['reports.kind', 'reports.thing_id'])
    .groupBy(['reports.kind', 'reports.thing_id'])
  const { count } = await db
    .selectFrom(things.as('things'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Whether any report waits, and whether more than one: 0, 1 or 2, however many there are. */
export async function countOpenUpToTwo(trx: Queryable, queue: Queue): Promise<number> {
  const some = openReports(trx, queue).select('reports.id').limit(sql.lit(2))
  return (await some.execute()).length
}

/** What was said of the things of these first reports, oldest first, and of each how often. */
export function reasonsOf(db: Queryable, queue: Queue, firstIds: Id[]) {
  const numbered = openReports(db, queue)
    .innerJoin('reports as first', (join) =>
      join
        .onRef('first.kind', '=', 'reports.kind')
        .onRef('first.thing_id', '=', 'reports.thing_id'),
    )
    .select(['first.id as first_id', 'reports.id', 'reports.reason', 'reports.rule_id'])
    .select(['reports.text', 'reports.reporter_id', 'reports.created_at'])
    .select(({ fn }) => [
      fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy('first.id').orderBy('reports.id'))
        .as('place'),
      fn
        .countAll<number>()
        .over((over) => over.partitionBy('first.id'))
        .as('count'),
    ])
    .where('first.id', 'in', firstIds)
  return db
    .selectFrom(numbered.as('report'))
    .select(['first_id', 'reason', 'rule_id', 'created_at', 'count'])
    .select(({ eb }) =>
      eb
        .case()
        .when(isNotDeleted('report.reporter_id'))
        .then(eb.ref('report.text'))
        .else('')
        .end()
        .as('text'),
    )
    .where('place', '<=', REASONS_SHOWN)
    .orderBy('id')
    .execute()
}

export type ReasonRow = Awaited<ReturnType<typeof reasonsOf>>[number]

export function evidenceOf(db: Queryable, reportIds: Id[]) {
  return db
    .selectFrom('report_evidence as evidence')
    .innerJoin('users', 'users.id', 'evidence.member_id')
    .select([
      'evidence.report_id',
      'evidence.member_id',
      'evidence.text',
      'evidence.created_at',
      'users.username',
      'users.user_number',
      'users.photo_image_id',
    ])
    .where('evidence.report_id', 'in', reportIds)
    .where('users.deleted_at', 'is', null)
    .orderBy('evidence.report_id')
    .orderBy('evidence.place')
    .execute()
}

export type EvidenceRow = Awaited<ReturnType<typeof evidenceOf>>[number]

export function imagesOf(db: Queryable, reportIds: Id[]) {
  return db
    .selectFrom('report_images')
    .innerJoin('images', 'images.id', 'report_images.image_id')
    .select(['report_images.report_id', 'report_images.alt', 'images.id', 'images.kind'])
    .select(['images.width', 'images.height', 'images.placeholder', 'images.widths'])
    .where('report_images.report_id', 'in', reportIds)
    .orderBy('report_images.report_id')
    .orderBy('report_images.place')
    .execute()
}

export type ReportImageRow = Awaited<ReturnType<typeof imagesOf>>[number]

/** A report of somebody's queue; undefined where it is decided, or not theirs to decide. */
export function findOpenReport(trx: Queryable, queue: Queue, id: Id) {
  return openReports(trx, queue)
    .select(['reports.id', 'reports.kind', 'reports.thing_id', 'reports.member_id'])
    .where('reports.id', '=', id)
    .executeTakeFirst()
}

export type OpenReportRow = NonNullable<Awaited<ReturnType<typeof findOpenReport>>>

/** Whom an open report is about, whoever may decide it. */
export async function findMemberReported(trx: Queryable, id: Id): Promise<Id | undefined> {
  const report = await trx
    .selectFrom('reports')
    .select('member_id')
    .where('id', '=', id)
    .executeTakeFirst()
  return report?.member_id
}

export async function isOpenBy(
  trx: Queryable,
  { kind, thing_id }: ReportedThing,
  reporterId: Id,
): Promise<boolean> {
  const report = trx
    .selectFrom('reports')
    .select('id')
    .where('kind', '=', kind)
    .where('thing_id', '=', thing_id)
    .where('reporter_id', '=', reporterId)
    .where('closed_at', 'is', null)
  return (await report.executeTakeFirst()) !== undefined
}

/** The open reports of the thing, which nobody else decides until the transaction ends. */
export function lockReportsOf(trx: Queryable, { kind, thing_id }: ReportedThing) {
  const reports = trx
    .selectFrom('reports')
    .select(['id', 'reporter_id', 'member_id'])
    .where('kind', '=', kind)
    .where('thing_id', '=', thing_id)
    .where('closed_at', 'is', null)
    .orderBy('id')
  return withRowLock(trx, reports).execute()
}

export interface ReportedThing {
  kind: ReportKind
  thing_id: Id
}

export async function deleteSomeClosed(trx: Queryable, before: number, limit: number) {
  const some = trx
    .selectFrom('reports')
    .select('id')
    .where('closed_at', '<', before)
    .orderBy('closed_at')
    .limit(limit)
  const { numDeletedRows } = await trx
    .deleteFrom('reports')
    .where('id', 'in', some)
    // Not one that was opened again meanwhile.
    .where('closed_at', '<', before)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows) >= limit
}

const ROWS_AT_ONCE = 200

/**
 * All reports by a member and about them, and what they said before others. What they reported and
 * waits is about somebody else: that stays, without them and their words. True while there may be
 * more.
 */
export async function deleteSomeWith(trx: Queryable, memberId: Id): Promise<boolean> {
  const some = { limit: ROWS_AT_ONCE }
  if (await disownSomeOpen(trx, memberId)) return true
  for (const column of ['reporter_id', 'member_id'] as const) {
    const reports = { ...some, key: ['id'], where: { [column]: memberId } } as const
    if ((await deleteSome(trx, 'reports', reports)) > 0) return true
  }
  const key = ['report_id', 'place'] as const
  const lines = { ...some, key, where: { member_id: memberId } }
  return (await deleteSome(trx, 'report_evidence', lines)) > 0
}

async function disownSomeOpen(trx: Queryable, reporterId: Id): Promise<boolean> {
  const some = trx
    .selectFrom('reports')
    .select('id')
    .where('reporter_id', '=', reporterId)
    .where('closed_at', 'is', null)
    .limit(ROWS_AT_ONCE)
  const { numUpdatedRows } = await trx
    .updateTable('reports')
    .set({ reporter_id: null, text: '' })
    .where('id', 'in', some)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** In copies of others' texts these words take the place of a mention. */
export async function replaceMentions(trx: Queryable, mention: string, words: string) {
  await trx
    .updateTable('report_evidence')
    .set({ text: sql<string>`replace(text, ${mention}, ${words})` })
    .where('text', 'like', `%${mention}%`)
    .execute()
}

/** For the sweep of pictures. */
export function imagesInEvidence() {
  return sql<string>`(select image_id from report_images)`
}
