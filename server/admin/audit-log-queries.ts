import { type Insertable, sql } from 'kysely'
import { ADMIN_ACTS_PAGE_SIZE, type AdminActsQuery } from '../../contract/admin.ts'
import { jsonRows } from '../platform/database/portable-sql.ts'
import type { Id } from '../platform/ids.ts'
import type { AdminActsTable, Queryable } from '../schema.ts'
import { reopenableReports } from '../visibility/open-reports.ts'

export async function insertAct(trx: Queryable, act: Insertable<AdminActsTable>) {
  await trx.insertInto('admin_acts').values(act).execute()
}

export function findAct(trx: Queryable, actId: Id) {
  return trx
    .selectFrom('admin_acts')
    .select(['act', 'member_number'])
    .where('id', '=', actId)
    .executeTakeFirst()
}

/** Returns who did it: null for the command line, and who is gone. */
export async function markUndone(trx: Queryable, actId: Id, now: number): Promise<Id | null> {
  const act = await trx
    .updateTable('admin_acts')
    .set({ undone_at: now })
    .where('id', '=', actId)
    .returning('admin_id')
    .executeTakeFirstOrThrow()
  return act.admin_id
}

const ACTS_AT_ONCE = 200

/** Who did them is deleted. True while there may be more of them. */
export async function anonymizeSomeActsOf(trx: Queryable, adminId: Id): Promise<boolean> {
  const some = trx
    .selectFrom('admin_acts')
    .select('id')
    .where('admin_id', '=', adminId)
    .limit(ACTS_AT_ONCE)
  const { numUpdatedRows } = await trx
    .updateTable('admin_acts')
    .set({ admin_id: null })
    .where('id', 'in', some)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/**
 * Those of a post and of a message stay with it while it can be given back, all others with the
 * removal or with the report.
 */
function imagesRemoved(db: Queryable) {
  const ofPost = db
    .selectFrom('post_images')
    .select(['place', 'image_id', 'alt'])
    .where('post_id', '=', sql<Id>`removals.thing_id`)
    .where(sql.ref('removals.kind'), '=', 'post')
  const ofMessage = db
    .selectFrom('message_images')
    .select(['place', 'image_id', 'alt'])
    .where('message_id', '=', sql<Id>`removals.thing_id`)
    .where(sql.ref('removals.kind'), '=', 'message')
  const other = db
    .selectFrom('removals as own')
    .select([sql.lit(0).as('place'), sql<string>`own.image_id`.as('image_id')])
    .select('own.image_alt as alt')
    .where('own.act_id', '=', sql<Id>`removals.act_id`)
    .where('own.image_id', 'is not', null)
  const reported = db
    .selectFrom('report_images')
    .select(['place', 'image_id', 'alt'])
    .where('report_id', '=', sql<Id>`closed.id`)
  const images = db
    .selectFrom(ofPost.unionAll(ofMessage).unionAll(other).unionAll(reported).as('kept'))
    .innerJoin('images', 'images.id', 'kept.image_id')
    .select(['images.id', 'images.kind', 'images.width', 'images.height', 'images.placeholder'])
    .select(['images.widths', 'kept.alt'])
    .orderBy('kept.place')
  return jsonRows(db, images)
}

interface Asked extends AdminActsQuery {
  viewer: Id
  now: number
}

/** The first report that would be open again were the act undone, and not about the viewer. */
function firstClosedBy(db: Queryable, { viewer, now }: Asked) {
  return reopenableReports(db, now)
    .select(({ fn }) => fn.min<Id>('reports.id').as('id'))
    .where('reports.closing_act_id', '=', sql<Id>`admin_acts.id`)
    .where('reports.member_id', '!=', viewer)
}

/** What was reported: the last of what was copied. */
function textReported(db: Queryable) {
  return db
    .selectFrom('report_evidence')
    .select('report_evidence.text')
    .where('report_evidence.report_id', '=', sql<Id>`closed.id`)
    .orderBy('report_evidence.place', 'desc')
    .limit(1)
}

export function newestActs(db: Queryable, asked: Asked) {
  const { before, act, admin, member } = asked
  return db
    .selectFrom('admin_acts')
    .leftJoin('users', (join) =>
      join.onRef('users.id', '=', 'admin_acts.admin_id').on('users.deleted_at', 'is', null),
    )
    .leftJoin('removals', 'removals.act_id', 'admin_acts.id')
    .leftJoin('reports as closed', (join) => join.on('closed.id', '=', firstClosedBy(db, asked)))
    .select([
      'admin_acts.id',
      'admin_acts.act',
      'admin_acts.undone_at',
      'removals.kind',
      'removals.removed_at',
      'closed.closed_at',
      imagesRemoved(db).as('images'),
      'users.id as admin_id',
      'admin_acts.member_number',
      'admin_acts.reason',
      'admin_acts.created_at',
      'users.username',
      'users.user_number',
      'users.photo_image_id',
    ])
    .select(({ fn }) => fn.coalesce('removals.text', textReported(db)).as('text'))
    .$if(before !== undefined, (query) => query.where('admin_acts.id', '<', before ?? 0))
    .$if(act !== undefined, (query) => query.where('admin_acts.act', '=', act ?? 'grant'))
    .$if(admin !== undefined, (query) => query.where('admin_acts.admin_id', '=', admin ?? 0))
    .$if(member !== undefined, (query) => query.where('admin_acts.member_number', '=', member ?? 0))
    .orderBy('admin_acts.id', 'desc')
    .limit(ADMIN_ACTS_PAGE_SIZE)
    .execute()
}

export type ActRow = Awaited<ReturnType<typeof newestActs>>[number]
