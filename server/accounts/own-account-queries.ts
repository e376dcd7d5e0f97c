import { sql } from 'kysely'
import type { Id } from '../platform/ids.ts'
import type { Queryable, UserRow } from '../schema.ts'
import { isActive } from '../visibility/hidden-members.ts'
import { postsWithoutVisibilityCheck, visiblePosts } from '../visibility/visible-queries.ts'
import { visibleTo } from '../visibility/visible-to.ts'

export type OwnLists = Awaited<ReturnType<typeof findOwnLists>>

export async function findOwnLists(db: Queryable, id: Id) {
  const squad = await db
    .selectFrom('squad_places')
    .innerJoin('users', 'users.id', 'squad_places.friend_id')
    .select(['users.id', 'users.username', 'users.user_number', 'users.photo_image_id'])
    .where('squad_places.user_id', '=', id)
    .where(visibleTo(id).member())
    .orderBy('squad_places.place')
    .execute()
  const counts = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('friendships')
        .select(eb.fn.countAll<number>().as('count'))
        .where('user_id', '=', id)
        .where(isActive('friend_id'))
        .as('friends'),
      eb
        .selectFrom('friend_requests')
        .select(eb.fn.countAll<number>().as('count'))
        .where('recipient_id', '=', id)
        .where('declined_at', 'is', null)
        .where(isActive('sender_id'))
        .as('requests'),
      eb
        .selectFrom('friend_requests')
        .select((request) => request.fn.max('sender_id').as('id'))
        // To who sent it, one that was declined waits as well.
        .where(({ and, eb: is, or }) =>
          and([
            or([is('low_id', '=', id), is('high_id', '=', id)]),
            is('sender_id', '=', id),
            is('is_withdrawn', '=', sql.lit(0)),
          ]),
        )
        .as('asking_id'),
      // One's own are always seen; there may be hundreds of thousands.
      postsWithoutVisibilityCheck(db)
        .select(eb.fn.countAll<number>().as('count'))
        .where('posts.author_id', '=', id)
        .where('posts.removed_at', 'is', null)
        .as('posts'),
    ])
    .executeTakeFirstOrThrow()
  return { squad, counts }
}

/** Since when the profile is private; null of one that is public. */
export async function privateSince(db: Queryable, userId: Id): Promise<number | null> {
  const row = await db
    .selectFrom('users')
    .select('private_since')
    .where('id', '=', userId)
    .where('is_private', '=', 1)
    .executeTakeFirst()
  return row?.private_since ?? null
}

export async function countPrivatePosts(db: Queryable, userId: Id, since: number) {
  const { count } = await visiblePosts(db, userId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('posts.author_id', '=', userId)
    .where('posts.audience', '=', 'profile')
    .where('posts.created_at', '>=', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Until `completePrivacyChange`, the member's posts are for friends, whatever they say. */
export async function updatePrivacy(
  trx: Queryable,
  userId: Id,
  isPrivate: boolean,
  privateSince: number | null,
) {
  await trx
    .updateTable('users')
    .set({ is_private: isPrivate ? 1 : 0, is_privacy_changing: 1, private_since: privateSince })
    .where('id', '=', userId)
    .execute()
}

export async function updateQuietNumbers(trx: Queryable, userId: Id, isQuiet: boolean) {
  await trx
    .updateTable('users')
    .set({ quiet_numbers: isQuiet ? 1 : 0 })
    .where('id', '=', userId)
    .execute()
}

export async function updateFirstStepsHidden(trx: Queryable, userId: Id) {
  await trx.updateTable('users').set({ first_steps_hidden: 1 }).where('id', '=', userId).execute()
}

/** All of the member's posts say what their profile says. */
export async function completePrivacyChange(trx: Queryable, userId: Id) {
  await trx
    .updateTable('users')
    .set((eb) => ({
      is_privacy_changing: 0,
      private_since: eb
        .case()
        .when('is_private', '=', 1)
        .then(eb.ref('private_since'))
        .else(null)
        .end(),
    }))
    .where('id', '=', userId)
    .execute()
}

/** Throws a unique violation when the name is another's; undefined when the member is no more. */
export function updateUsername(trx: Queryable, userId: Id, names: Names) {
  return trx
    .updateTable('users')
    .set(names)
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

type Names = Pick<UserRow, 'username' | 'username_key'>
