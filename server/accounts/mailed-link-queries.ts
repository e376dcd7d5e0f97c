import { type Insertable, sql } from 'kysely'
import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import { deletedMembers } from '../visibility/hidden-members.ts'
import type { MailedLinksTable } from './tables.ts'

type Purpose = MailedLinksTable['purpose']

export async function insertMailedLink(trx: Queryable, link: Insertable<MailedLinksTable>) {
  await trx.insertInto('mailed_links').values(link).execute()
}

export async function deleteUnusedMailedLinks(trx: Queryable, userId: Id, purpose: Purpose) {
  await trx
    .deleteFrom('mailed_links')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute()
}

export async function deleteAllUnusedMailedLinks(trx: Queryable) {
  await trx.deleteFrom('mailed_links').where('used_at', 'is', null).execute()
}

/**
 * But for the links that verified an account: opened again they are no error, however late. There
 * is one of each member, so that the index has none of them.
 */
export async function deleteExpiredMailedLinks(db: Queryable, before: number) {
  await db
    .deleteFrom('mailed_links')
    .where('expires_at', '<=', before)
    .where((w) => w.or([w('purpose', '<>', sql.lit('verify')), w('used_at', 'is', null)]))
    .execute()
}

export function findMailedLink(db: Queryable, tokenHash: string, purpose: Purpose) {
  return db
    .selectFrom('mailed_links')
    .innerJoin('users', 'users.id', 'mailed_links.user_id')
    .select([
      'mailed_links.user_id',
      'mailed_links.expires_at',
      'mailed_links.used_at',
      'users.verified_at',
      'users.waiting_since',
    ])
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Uses the link up; undefined when it is unknown, ended or already used: one of two wins. */
export function redeemMailedLink(trx: Queryable, tokenHash: string, purpose: Purpose, now: number) {
  return redeem(trx, tokenHash, purpose, now).where('used_at', 'is', null).executeTakeFirst()
}

/**
 * Uses a link up again that was used since: undefined where a password was chosen by mail after
 * that, or the account has not the address any more that it led to.
 */
export function redeemMailedLinkAgain(
  trx: Queryable,
  tokenHash: string,
  purpose: Purpose,
  { now, since }: { now: number; since: number },
) {
  return redeem(trx, tokenHash, purpose, now)
    .where('used_at', '>=', since)
    .where(({ eb, or, selectFrom }) => {
      const addressNow = selectFrom('users')
        .select('users.email')
        .whereRef('users.id', '=', 'mailed_links.user_id')
      return or([eb('email', 'is', null), eb('email', '=', addressNow)])
    })
    .where(({ not, exists, selectFrom }) => {
      const chosen = selectFrom('mailed_links as reset')
        .select('reset.user_id')
        .where('reset.purpose', '=', 'reset')
        .whereRef('reset.user_id', '=', 'mailed_links.user_id')
        .whereRef('reset.used_at', '>=', 'mailed_links.used_at')
      return not(exists(chosen))
    })
    .executeTakeFirst()
}

function redeem(trx: Queryable, tokenHash: string, purpose: Purpose, now: number) {
  return trx
    .updateTable('mailed_links')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .where('user_id', 'not in', deletedMembers())
    .returning(['user_id', 'email', 'expires_at'])
}

/** Those that end then or later, and were not used. */
export async function deleteLaterLinks(
  trx: Queryable,
  userId: Id,
  purposes: MailedLinksTable['purpose'][],
  endsAt: number,
) {
  await trx
    .deleteFrom('mailed_links')
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .where('expires_at', '>=', endsAt)
    .where('used_at', 'is', null)
    .execute()
}

/** Whether one of these purposes was used then or later. */
export async function isLinkUsedSince(
  trx: Queryable,
  userId: Id,
  purposes: MailedLinksTable['purpose'][],
  since: number,
): Promise<boolean> {
  const used = await trx
    .selectFrom('mailed_links')
    .select('used_at')
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .where('used_at', '>=', since)
    .limit(1)
    .executeTakeFirst()
  return used !== undefined
}
