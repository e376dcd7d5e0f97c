import { type Expression, expressionBuilder, type Insertable, sql } from 'kysely'
import { INVITED_SHOWN_MAX, INVITES_SHOWN_MAX } from '../../../contract/invites.ts'
import { withRowLock } from '../../platform/database/portable-sql.ts'
import type { Id } from '../../platform/ids.ts'
import type { Queryable, Schema } from '../../schema.ts'
import { joinedSpaces, visibleMembers, visibleSpaces } from '../../visibility/visible-queries.ts'

// The SQL of invitations. Whoever registered with one and is no member yet holds a place of it by
// their row in `users`: where the row goes, the place is free again.

export async function insertInvite(trx: Queryable, invite: Insertable<Schema['invites']>) {
  await trx.insertInto('invites').values(invite).execute()
}

function isNotOver(now: number) {
  return expressionBuilder<Schema, 'invites'>()('expires_at', '>', now)
}

/** Those of this member that can still be used, but for who is waiting. */
export async function countOpenInvites(db: Queryable, makerId: Id, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('invites')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('maker_id', '=', makerId)
    .where(isNotOver(now))
    .where(hasUses())
    .executeTakeFirstOrThrow()
  return Number(count)
}

function spaceName(db: Queryable) {
  return visibleSpaces(db)
    .select('spaces.name')
    .where('spaces.id', '=', sql.ref<Id>('invites.space_id'))
    .as('space')
}

/**
 * Those that an invitation of this member leads into: where they are themselves, a private one only
 * as its admin. Whether there is room is another question.
 */
function spacesOpenBy(db: Queryable, maker: Id | Expression<Id>) {
  return visibleSpaces(db)
    .where('spaces.id', 'in', joinedSpaces(db, maker).select('space_id'))
    .where(({ eb, or }) =>
      or([eb('spaces.is_private', '=', sql.lit(0)), eb('spaces.admin_id', '=', maker)]),
    )
}

export async function leadsInto(db: Queryable, makerId: Id, spaceId: Id): Promise<boolean> {
  const row = await spacesOpenBy(db, makerId)
    .select('spaces.id')
    .where('spaces.id', '=', spaceId)
    .executeTakeFirst()
  return row !== undefined
}

function nameOfOpenSpace(db: Queryable) {
  return spacesOpenBy(db, sql.ref<Id>('invites.maker_id'))
    .select('spaces.name')
    .where('spaces.id', '=', sql.ref<Id>('invites.space_id'))
    .whereRef('spaces.member_count', '<', 'spaces.max_members')
    .as('space')
}

function hasUses() {
  const eb = expressionBuilder<Schema, 'invites'>()
  return eb.or([eb('uses', 'is', null), eb('joined_count', '<', eb.ref('uses'))])
}

/** The latest of them; of any age those that can still be used. */
export async function invitesOf(db: Queryable, makerId: Id, now: number) {
  const rows = await invites(db, makerId)
    .orderBy((eb) =>
      eb
        .case()
        .when(eb.and([isNotOver(now), hasUses()]))
        .then(0)
        .else(1)
        .end(),
    )
    .orderBy('id', 'desc')
    .limit(INVITES_SHOWN_MAX)
    .execute()
  return rows.toSorted((one, other) => other.id - one.id)
}

export function inviteOf(db: Queryable, makerId: Id, id: Id) {
  return invites(db, makerId).where('id', '=', id).executeTakeFirst()
}

function invites(db: Queryable, makerId: Id) {
  return db
    .selectFrom('invites')
    .selectAll('invites')
    .select((eb) => [
      spaceName(db),
      eb
        .selectFrom('users')
        .select(eb.fn.countAll<number>().as('count'))
        .whereRef('users.invite_id', '=', 'invites.id')
        .where('users.user_number', 'is', null)
        .as('waiting_count'),
    ])
    .where('maker_id', '=', makerId)
}

export type InviteRow = Awaited<ReturnType<typeof invitesOf>>[number]

/** Who came by this invitation, the latest first. */
export function membersBy(db: Queryable, viewerId: Id, inviteId: Id) {
  return visibleMembers(db, viewerId)
    .select(['id', 'username', 'user_number', 'photo_image_id'])
    .where('invite_id', '=', inviteId)
    .orderBy('id', 'desc')
    .limit(INVITED_SHOWN_MAX)
    .execute()
}

/**
 * What the code leads to, with who made it, while they are there; the space by name while it would
 * let in who comes.
 */
export function findByCode(db: Queryable, codeHash: string, now: number) {
  return db
    .selectFrom('invites')
    .innerJoin('users', 'users.id', 'invites.maker_id')
    .select([
      'invites.id',
      'invites.maker_id',
      'invites.space_id',
      'invites.uses',
      'invites.joined_count',
      'invites.expires_at',
      'users.username',
      'users.is_admin',
    ])
    .select(nameOfOpenSpace(db))
    .where('code_hash', '=', codeHash)
    .where(isNotOver(now))
    .where('users.deleted_at', 'is', null)
    .where('users.suspended_until', 'is', null)
    .executeTakeFirst()
}

/** The invitation, which nobody else takes a place of until the transaction ends. */
export function lockInvite(trx: Queryable, id: Id) {
  const invite = trx
    .selectFrom('invites')
    .select(['id', 'uses', 'joined_count', 'space_id'])
    .where('id', '=', id)
  return withRowLock(trx, invite).executeTakeFirst()
}

export async function countWaiting(db: Queryable, inviteId: Id): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('invite_id', '=', inviteId)
    .where('user_number', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** One more came in. Answers the space they are led to; undefined when the invitation was ended. */
export function countJoined(trx: Queryable, id: Id) {
  return trx
    .updateTable('invites')
    .set((eb) => ({ joined_count: eb('joined_count', '+', 1) }))
    .where('id', '=', id)
    .returning('space_id')
    .executeTakeFirst()
}

/** False when it is not there, or another's. */
export async function updateCode(trx: Queryable, { id, makerId }: OwnInvite, codeHash: string) {
  const row = await trx
    .updateTable('invites')
    .set({ code_hash: codeHash })
    .where('id', '=', id)
    .where('maker_id', '=', makerId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** False when it is not there, or another's. */
export async function deleteInvite(trx: Queryable, { id, makerId }: OwnInvite) {
  const row = await trx
    .deleteFrom('invites')
    .where('id', '=', id)
    .where('maker_id', '=', makerId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

interface OwnInvite {
  id: Id
  makerId: Id
}

export async function deleteEndedInvites(db: Queryable, before: number) {
  await db.deleteFrom('invites').where('expires_at', '<=', before).execute()
}

/** So many rows of others are changed in one transaction. */
const INVITED_AT_ONCE = 200

export async function clearSomeInvitedBy(trx: Queryable, makerId: Id): Promise<boolean> {
  const some = trx
    .selectFrom('users')
    .select('id')
    .where('invited_by', '=', makerId)
    .limit(INVITED_AT_ONCE)
  const rows = await trx
    .updateTable('users')
    .set({ invited_by: null })
    .where('id', 'in', some)
    .returning('id')
    .execute()
  return rows.length > 0
}
