import { sql } from 'kysely'
import { withRowLock } from '../../platform/database/portable-sql.ts'
import type { Id } from '../../platform/ids.ts'
import type { Queryable } from '../../schema.ts'
import { friendship } from '../../visibility/friendships.ts'
import { isActive, isUnblocked, isUnmuted } from '../../visibility/hidden-members.ts'
import { visibleMembers } from '../../visibility/visible-queries.ts'

/**
 * Whoever ends one of these friendships meanwhile waits, and so finds the invitation to end with
 * it.
 */
export async function lockFriendships(trx: Queryable, userId: Id, friendIds: Id[]) {
  const held = trx
    .selectFrom('friendships')
    .select('friend_id')
    .where('user_id', '=', userId)
    .where('friend_id', 'in', friendIds)
    .orderBy('friend_id')
  await withRowLock(trx, held, 'key share').execute()
}

export async function visibleFriendsAmong(trx: Queryable, viewer: Id, ids: Id[]): Promise<Id[]> {
  const rows = await visibleMembers(trx, viewer)
    .select('users.id')
    .where('users.id', 'in', ids)
    .where(({ exists }) => exists(friendship(trx, viewer, sql<Id>`users.id`)))
    .execute()
  return rows.map(({ id }) => id)
}

export async function membersAmong(trx: Queryable, spaceId: Id, ids: Id[]): Promise<Id[]> {
  const rows = await trx
    .selectFrom('space_members')
    .select('user_id')
    .where('space_id', '=', spaceId)
    .where('user_id', 'in', ids)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

export async function bannedAmong(trx: Queryable, spaceId: Id, ids: Id[]): Promise<Id[]> {
  const rows = await trx
    .selectFrom('space_bans')
    .select('user_id')
    .where('space_id', '=', spaceId)
    .where('user_id', 'in', ids)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

interface Invitation {
  spaceId: Id
  inviterId: Id
  now: number
}

export async function insertInvitations(
  trx: Queryable,
  { spaceId, inviterId, now }: Invitation,
  ids: Id[],
): Promise<Id[]> {
  const row = { space_id: spaceId, inviter_id: inviterId, created_at: now }
  const rows = await trx
    .insertInto('space_invitations')
    .values(ids.map((user_id) => ({ ...row, user_id })))
    .onConflict((c) => c.columns(['space_id', 'user_id', 'inviter_id']).doNothing())
    .returning('user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Who else of the space, whom they see and did not mute, had invited this person. */
export async function countOtherInviters(
  trx: Queryable,
  { spaceId, inviterId }: Omit<Invitation, 'now'>,
  userId: Id,
): Promise<number> {
  const { others } = await trx
    .selectFrom('space_invitations as invitation')
    .innerJoin('space_members as inviter', (join) =>
      join
        .onRef('inviter.space_id', '=', 'invitation.space_id')
        .onRef('inviter.user_id', '=', 'invitation.inviter_id'),
    )
    .select((eb) => eb.fn.countAll<number>().as('others'))
    .where('invitation.space_id', '=', spaceId)
    .where('invitation.user_id', '=', userId)
    .where('invitation.inviter_id', '!=', inviterId)
    .where(isActive('invitation.inviter_id'))
    .where(isUnblocked('invitation.inviter_id', userId))
    .where(isUnmuted('invitation.inviter_id', userId))
    .executeTakeFirstOrThrow()
  return Number(others)
}

/** Of two members, whichever of them invited the other. */
export async function deleteInvitationsBetween(trx: Queryable, one: Id, other: Id) {
  await trx
    .deleteFrom('space_invitations')
    .where(({ eb, or }) =>
      or([
        eb('user_id', '=', one).and('inviter_id', '=', other),
        eb('user_id', '=', other).and('inviter_id', '=', one),
      ]),
    )
    .execute()
}

/** Whoever is in, is invited no more. Returns who had invited them. */
export async function takeInvitations(trx: Queryable, spaceId: Id, userId: Id): Promise<Id[]> {
  const rows = await trx
    .deleteFrom('space_invitations')
    .where('space_id', '=', spaceId)
    .where('user_id', '=', userId)
    .returning('inviter_id')
    .execute()
  return rows.map(({ inviter_id }) => inviter_id)
}
