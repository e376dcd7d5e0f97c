import type { Queryable } from '../schema.ts'

/** How many verified their email and wait to be let in. */
export async function countWaitingMembers(db: Queryable): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('waiting_since', 'is not', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}
