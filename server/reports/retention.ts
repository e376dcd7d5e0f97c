import { DELETED_NAME } from '../../contract/mentions.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import type { Services } from '../services.ts'
import { REPORT_KEPT_MS } from '../visibility/open-reports.ts'
import * as queries from './queries.ts'

const REPORTS_AT_ONCE = 200

/** What was decided a month ago is forgotten, and with it the copies. */
export async function deleteOldReports({ db, clock }: Pick<Services, 'db' | 'clock'>) {
  while (await queries.deleteSomeClosed(db, clock() - REPORT_KEPT_MS, REPORTS_AT_ONCE));
}

export function imagesInReports() {
  return queries.imagesInEvidence()
}

/** An account is deleted: nothing is kept of it as evidence. True while there may be more. */
export function deleteSomeReports(trx: Queryable, memberId: Id): Promise<boolean> {
  return queries.deleteSomeWith(trx, memberId)
}

/** And copies of others' texts mention it no more. Few are kept, so all at once. */
export async function anonymizeMentionsInReports(trx: Queryable, memberId: Id): Promise<false> {
  await queries.replaceMentions(trx, `<@${memberId}>`, `@${DELETED_NAME}`)
  return false
}
