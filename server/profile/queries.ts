import { sql } from 'kysely'
import { MUTUAL_FRIENDS_NAMED, type ProfileFields } from '../../contract/profile.ts'
import { withRowLock } from '../platform/database/portable-sql.ts'
import { prepared } from '../platform/database/prepared.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable, ReadonlyDatabase, UserRow } from '../schema.ts'
import { visibleMembers, visiblePostsOf } from '../visibility/visible-queries.ts'
import { visibleTo } from '../visibility/visible-to.ts'

// The SQL of cards and squads. The card's columns stand with the member, and nobody but this
// feature writes them.

export function findMember(db: Queryable, viewerId: Id, id: Id) {
  return visibleMembers(db, viewerId)
    .select([
      'id',
      'username',
      'user_number',
      'photo_image_id',
      'about_me',
      'pet_preference',
      'currently_vibing_to',
      'currently_vibing_to_spotify',
      'is_private',
      'created_at',
      'invited_by',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
}

export type MemberRow = NonNullable<Awaited<ReturnType<typeof findMember>>>

/** The first friends of both by name, each with how many there are. */
export const mutualFriends = prepared(
  (db: ReadonlyDatabase, { viewer, member }: { viewer: Id; member: Id }) =>
    visibleMembers(db, viewer)
      .innerJoin('friendships as own', 'own.friend_id', 'users.id')
      .innerJoin('friendships as theirs', 'theirs.friend_id', 'own.friend_id')
      .where('own.user_id', '=', viewer)
      .where('theirs.user_id', '=', member)
      .select((eb) => [
        'users.id',
        'users.username',
        'users.user_number',
        'users.photo_image_id',
        eb.fn.countAll<number>().over().as('count'),
      ])
      .orderBy('users.username_key')
      .limit(sql.lit(MUTUAL_FRIENDS_NAMED)),
)

/**
 * The first pictures of one member's posts as far as the viewer may see the posts, newest first.
 */
export const imagesOf = prepared(
  (db: ReadonlyDatabase, given: { viewer: Id; author: Id; before: Id; limit: number }) =>
    visiblePostsOf(db, given.viewer, given.author)
      .innerJoin('post_images', 'post_images.post_id', 'posts.id')
      .innerJoin('images', 'images.id', 'post_images.image_id')
      .select([
        'posts.id as post_id',
        'post_images.alt as image_alt',
        'images.id',
        'images.width',
        'images.height',
        'images.placeholder',
        'images.widths',
      ])
      .where('posts.image_count', '>', sql.lit(0))
      .where('post_images.place', '=', sql.lit(0))
      .where('posts.id', '<', given.before)
      .orderBy('posts.id', 'desc')
      .limit(given.limit),
)

/** As they stand beside a name, if the viewer may see them. */
export function findAuthor(db: Queryable, viewerId: Id, id: Id) {
  return visibleMembers(db, viewerId)
    .select(['id', 'username', 'user_number', 'photo_image_id'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export function updateCard(trx: Queryable, row: UserRow, fields: ProfileFields) {
  return trx
    .updateTable('users')
    .set({
      about_me: fields.aboutMe ?? row.about_me,
      pet_preference: fields.petPreference ?? row.pet_preference,
      currently_vibing_to: fields.currentlyVibingTo ?? row.currently_vibing_to,
      currently_vibing_to_spotify:
        fields.currentlyVibingToSpotify ?? row.currently_vibing_to_spotify,
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * What an account says of its member, which nobody else changes until the transaction ends. An
 * administrator who takes their own words away holds the account as being there already.
 */
export function lockOwnWords(trx: Queryable, userId: Id) {
  const account = trx
    .selectFrom('users')
    .select(['photo_image_id', 'about_me', 'pet_preference'])
    .select(['currently_vibing_to', 'currently_vibing_to_spotify'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
  return withRowLock(trx, account, 'no key update').executeTakeFirst()
}

export type OwnWords = NonNullable<Awaited<ReturnType<typeof lockOwnWords>>>

export async function updateOwnWords(trx: Queryable, userId: Id, words: Partial<OwnWords>) {
  await trx.updateTable('users').set(words).where('id', '=', userId).execute()
}

export async function updatePhoto(trx: Queryable, userId: Id, imageId: string | null) {
  await trx.updateTable('users').set({ photo_image_id: imageId }).where('id', '=', userId).execute()
}

/** In the member's own order, as far as the viewer may see who is in it. */
export function squadOf(db: Queryable, viewerId: Id, userId: Id) {
  return db
    .selectFrom('squad_places')
    .innerJoin('users', 'users.id', 'squad_places.friend_id')
    .select(['users.id', 'users.username', 'users.user_number', 'users.photo_image_id'])
    .where('squad_places.user_id', '=', userId)
    .where(visibleTo(viewerId).member())
    .orderBy('squad_places.place')
    .execute()
}

/** All who are in it, in the member's own order. */
export async function squadIdsOf(trx: Queryable, userId: Id): Promise<Id[]> {
  const query = trx
    .selectFrom('squad_places')
    .select('friend_id')
    .where('user_id', '=', userId)
    .orderBy('place')
  return (await query.execute()).map(({ friend_id }) => friend_id)
}

export async function friendsAmong(trx: Queryable, userId: Id, ids: Id[]): Promise<Set<Id>> {
  if (ids.length === 0) return new Set()
  const rows = await trx
    .selectFrom('friendships')
    .select('friend_id')
    .where('user_id', '=', userId)
    .where('friend_id', 'in', ids)
    .execute()
  return new Set(rows.map(({ friend_id }) => friend_id))
}

export async function deleteSquadPlacesBut(trx: Queryable, userId: Id, friendIds: Id[]) {
  await trx
    .deleteFrom('squad_places')
    .where('user_id', '=', userId)
    .$if(friendIds.length > 0, (query) => query.where('friend_id', 'not in', friendIds))
    .execute()
}

export async function upsertSquadPlaces(trx: Queryable, userId: Id, friendIds: Id[]) {
  if (friendIds.length === 0) return
  await trx
    .insertInto('squad_places')
    .values(friendIds.map((friend_id, place) => ({ user_id: userId, friend_id, place })))
    .onConflict((c) =>
      c
        .columns(['user_id', 'friend_id'])
        .doUpdateSet((eb) => ({ place: eb.ref('excluded.place') })),
    )
    .execute()
}
