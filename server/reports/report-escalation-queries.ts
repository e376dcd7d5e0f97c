import type { Queryable } from '../schema.ts'

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
