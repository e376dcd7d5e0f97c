import type { ExpressionBuilder } from 'kysely'
import { FRIENDS_MAX, REQUESTS_SHOWN_MAX } from '../../contract/friends.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable, Schema } from '../schema.ts'
import { isActive } from '../visibility/hidden-members.ts'
import { visibleMemberCount } from '../visibility/visible-counts.ts'
import { visibleMembers } from '../visibility/visible-queries.ts'
import { visibleTo } from '../visibility/visible-to.ts'
import { isPendingFor } from './queries.ts'

export const PERSON = [
  'users.id',
  'users.username',
  'users.user_number',
  'users.photo_image_id',
  'users.about_me',
] as const

export function friendsOf(db: Queryable, memberId: Id) {
  return db
    .selectFrom('friendships')
    .innerJoin('users', 'users.id', 'friendships.friend_id')
    .select(PERSON)
    .where('friendships.user_id', '=', memberId)
    .where(visibleTo(memberId).member())
    .orderBy('users.username_key')
    .limit(FRIENDS_MAX)
    .execute()
}

export type PersonRow = Awaited<ReturnType<typeof friendsOf>>[number]

export function requestsTo(db: Queryable, memberId: Id): Promise<PersonRow[]> {
  return db
    .selectFrom('friend_requests')
    .innerJoin('users', 'users.id', 'friend_requests.sender_id')
    .select(PERSON)
    .where('friend_requests.recipient_id', '=', memberId)
    .where('friend_requests.declined_at', 'is', null)
    .where(visibleTo(memberId).member())
    .orderBy('friend_requests.created_at', 'desc')
    .orderBy('friend_requests.sender_id', 'desc')
    .limit(REQUESTS_SHOWN_MAX)
    .execute()
}

/** These members, in no particular order, with how they stand to the viewer. */
export function findPeople(db: Queryable, viewerId: Id, ids: Id[]) {
  return visibleMembers(db, viewerId)
    .leftJoin('friendships', (join) =>
      join.on('friendships.user_id', '=', viewerId).onRef('friendships.friend_id', '=', 'users.id'),
    )
    .leftJoin('friend_requests', (join) =>
      join
        .on((eb) => eb('friend_requests.low_id', '=', lesserId(eb, viewerId)))
        .on((eb) => eb('friend_requests.high_id', '=', greaterId(eb, viewerId)))
        .on(isPendingFor(viewerId)),
    )
    .select([...PERSON, 'friendships.friend_id', 'friend_requests.sender_id'])
    .where('users.id', 'in', ids)
    .execute()
}

export type DiscoveredRow = Awaited<ReturnType<typeof findPeople>>[number]

export function countPeople(db: Queryable, memberId: Id) {
  return db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('friendships')
        .select(eb.fn.countAll<number>().as('count'))
        .where('user_id', '=', memberId)
        .where(isActive('friend_id'))
        .as('friends'),
      eb
        .selectFrom('friend_requests')
        .select(eb.fn.countAll<number>().as('count'))
        .where('recipient_id', '=', memberId)
        .where('declined_at', 'is', null)
        .where(isActive('sender_id'))
        .as('requests'),
      visibleMemberCount(memberId).as('members'),
    ])
    .executeTakeFirstOrThrow()
}

type Users = ExpressionBuilder<Schema, 'users'>

function lesserId(eb: Users, viewerId: Id) {
  return eb
    .case()
    .when('users.id', '<', viewerId)
    .then(eb.ref('users.id'))
    .else(eb.val(viewerId))
    .end()
}

function greaterId(eb: Users, viewerId: Id) {
  return eb
    .case()
    .when('users.id', '<', viewerId)
    .then(eb.val(viewerId))
    .else(eb.ref('users.id'))
    .end()
}
