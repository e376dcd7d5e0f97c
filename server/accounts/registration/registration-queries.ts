import type { Updateable } from 'kysely'
import type { Id } from '../../platform/ids.ts'
import type { NewUserRow, Queryable, Schema } from '../../schema.ts'
import { isActive } from '../../visibility/hidden-members.ts'

type Counter = 'user_number' | 'host_links_used'

/** One more, from 1. The counter stays locked until the transaction ends. */
export async function increment(trx: Queryable, name: Counter): Promise<number> {
  const { value } = await trx
    .insertInto('counters')
    .values({ name, value: 1 })
    .onConflict((c) =>
      c.column('name').doUpdateSet((eb) => ({ value: eb('counters.value', '+', 1) })),
    )
    .returning('value')
    .executeTakeFirstOrThrow()
  return value
}

export async function countHostLinksUsed(db: Queryable): Promise<number> {
  const name: Counter = 'host_links_used'
  const row = await db
    .selectFrom('counters')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.value ?? 0
}

export async function hasAnyMember(db: Queryable): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('verified_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function hasAdministrator(db: Queryable): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', 1)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Removes unverified registrations that are so old, with their links. */
export async function deleteUnverified(db: Queryable, before: number, names?: Names) {
  await db
    .deleteFrom('users')
    .where('verified_at', 'is', null)
    .where('waiting_since', 'is', null)
    .where('created_at', '<=', before)
    .$if(names !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('username_key', '=', names?.username_key ?? ''),
          eb('email_key', '=', names?.email_key ?? ''),
        ]),
      ),
    )
    .execute()
}

/** Removes registrations that have waited to be let in since then. False when there were none. */
export async function deleteLongWaiting(trx: Queryable, since: number): Promise<boolean> {
  const rows = await trx
    .deleteFrom('users')
    .where('waiting_since', '<=', since)
    .returning('id')
    .execute()
  return rows.length > 0
}

/** Of who is suspended, links rest, and with them what they invited to. */
export async function isInviterShown(db: Queryable, inviterId: Id): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', inviterId)
    .where(isActive('id'))
    .executeTakeFirst()
  return row !== undefined
}

/** The mailbox is theirs; now somebody has to let them in. */
export async function setWaiting(trx: Queryable, userId: Id, now: number) {
  await trx
    .updateTable('users')
    .set({ waiting_since: now, registered_browser: null })
    .where('id', '=', userId)
    .execute()
}

export function waitingUsers(db: Queryable, limit: number) {
  return db
    .selectFrom('users')
    .leftJoin('users as inviter', (join) =>
      join.onRef('inviter.id', '=', 'users.invited_by').on('inviter.deleted_at', 'is', null),
    )
    .select(['users.id', 'users.username', 'users.email', 'users.approval_answers'])
    .select(['users.waiting_since', 'inviter.username as inviter'])
    .select((eb) => eb.fn.countAll<number>().over().as('total'))
    .where('users.waiting_since', 'is not', null)
    .where('users.deleted_at', 'is', null)
    .orderBy('users.waiting_since')
    .orderBy('users.id')
    .limit(limit)
    .execute()
}

/** False when it is not there, or was verified. */
export async function deleteUnverifiedUser(trx: Queryable, id: Id): Promise<boolean> {
  const row = await trx
    .deleteFrom('users')
    .where('id', '=', id)
    .where('verified_at', 'is', null)
    .where('waiting_since', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** One of the two where only that matters. */
type Names = { username_key?: string; email_key?: string }

/** False when the username or the email is taken. */
export async function insertUser(trx: Queryable, user: NewUserRow): Promise<boolean> {
  const row = await trx
    .insertInto('users')
    .values(user)
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

type Membership = Pick<Updateable<Schema['users']>, 'verified_at' | 'user_number' | 'is_admin'>

export async function makeMember(trx: Queryable, userId: Id, membership: Membership) {
  await trx
    .updateTable('users')
    .set({
      ...membership,
      waiting_since: null,
      approval_answers: '[]',
      registered_browser: null,
    })
    .where('id', '=', userId)
    .execute()
}
