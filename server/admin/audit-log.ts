import type { AdminAct, AdminActEntry, AdminActsQuery } from '../../contract/admin.ts'
import { readMentions } from '../mentions/mentions.ts'
import { type Id, newId } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import type { Actor, Services } from '../services.ts'
import * as actQueries from './audit-log-queries.ts'
import { presentAct } from './present.ts'
import * as queries from './queries.ts'

/** The reason in the log where the command line needs none and none was given. */
export const UNEXPLAINED = 'By the command line.'

interface Act {
  /** Null for the command line. */
  adminId: Id | null
  act: AdminAct
  memberNumber: number
  reason: string
}

/** Writes down what is being done and by whom, in the transaction that does it. Returns its id. */
export async function recordAdminAct(
  { clock }: Pick<Services, 'clock'>,
  trx: Queryable,
  { adminId, act, memberNumber, reason }: Act,
): Promise<Id> {
  const id = newId()
  await actQueries.insertAct(trx, {
    id,
    admin_id: adminId,
    act,
    member_number: memberNumber,
    reason,
    created_at: clock(),
  })
  return id
}

/** An administrator's account is deleted: what they did stays, but not who did it. */
export function anonymizeSomeAdminActs(trx: Queryable, adminId: Id): Promise<boolean> {
  return actQueries.anonymizeSomeActsOf(trx, adminId)
}

/** By which a member stands in the log. */
export function memberNumberOf(db: Queryable, memberId: Id): Promise<number> {
  return queries.memberNumberOf(db, memberId)
}

/** What administrators did, newest first, a page at a time, or what of it fits the query. */
export async function readAuditLog(
  actor: Actor,
  services: Services,
  query: AdminActsQuery,
): Promise<AdminActEntry[]> {
  const asked = { ...query, viewer: actor.id, now: services.clock() }
  const rows = await actQueries.newestActs(services.db, asked)
  const texts = rows.map(({ text }) => text ?? '')
  const names = await readMentions(services.db, actor.id, texts)
  return rows.map((row) =>
    presentAct(actor, services, { ...row, text: row.text && names.read(row.text) }),
  )
}
