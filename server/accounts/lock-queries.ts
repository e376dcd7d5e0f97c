import { withRowLock } from '../platform/database/portable-sql.ts'
import { prepared } from '../platform/database/prepared.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'

/**
 * The member, whom nobody changes or refers to anew until the transaction ends. With
 * `no key update` rows that name them may be written meanwhile, by who need not wait.
 */
export function lockUser(trx: Queryable, id: Id, lock: 'update' | 'no key update' = 'update') {
  const user = trx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
  return withRowLock(trx, user, lock).executeTakeFirst()
}

/**
 * Those of these members that are there. Always in this order, so that no two wait for each other.
 */
export async function lockUsers(trx: Queryable, ids: Id[], lock: 'key share' | 'no key update') {
  const users = trx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id')
  return (await withRowLock(trx, users, lock).execute()).map(({ id }) => id)
}

const lockedAuthor = prepared((trx: Queryable, given: { id: Id }) =>
  withRowLock(
    trx,
    trx
      .selectFrom('users')
      .select(['id', 'username', 'user_number', 'photo_image_id'])
      .where('id', '=', given.id)
      .where('deleted_at', 'is', null)
      .where('suspended_until', 'is', null),
    'key share',
  ),
)

/**
 * The member as an author, undefined when deleted or suspended: it is there until the transaction
 * ends.
 */
export async function lockAuthor(trx: Queryable, id: Id) {
  const [user] = await lockedAuthor(trx, { id })
  return user
}

export type AuthorRow = NonNullable<Awaited<ReturnType<typeof lockAuthor>>>
