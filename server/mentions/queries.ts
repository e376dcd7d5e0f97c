import { type Expression, type SqlBool, sql } from 'kysely'
import { jsonTexts } from '../platform/database/portable-sql.ts'
import { prepared } from '../platform/database/prepared.ts'
import type { Id } from '../platform/ids.ts'
import type { ReadonlyDatabase } from '../schema.ts'
import { visibleMembers, visibleMessages, visiblePosts } from '../visibility/visible-queries.ts'
import { visibleTo } from '../visibility/visible-to.ts'

/**
 * Where somebody is mentioned: who sees it can be. Of a message that is there already it is asked
 * itself: not all who are in a space see what was said in it before they came.
 */
export type MentionScope = { postId: Id } | { spaceId: Id; messageId?: Id }

/**
 * What mentioned members are called, and whether the viewer sees them. None of deleted accounts.
 */
export function namesOf(db: ReadonlyDatabase, viewer: Id, ids: Id[]) {
  return names(db, { viewer, ids: JSON.stringify(ids) })
}

const names = prepared((db: ReadonlyDatabase, { viewer, ids }: { viewer: Id; ids: string }) =>
  db
    .selectFrom('users')
    .select(['users.id', 'users.username'])
    .select(sql<number>`case when ${visibleTo(viewer).member()} then 1 else 0 end`.as('is_visible'))
    .where('users.id', 'in', (eb) =>
      eb
        .selectFrom(jsonTexts(db, ids).as('named'))
        .select(sql<Id>`cast(named.value as bigint)`.as('id')),
    )
    .where('users.deleted_at', 'is', null),
)

/** Who of those so called is seen by the actor and sees the place, or was mentioned before. */
export function membersCalled(
  db: ReadonlyDatabase,
  actor: Id,
  { scope, keys, known }: { scope: MentionScope; keys: string[]; known: Id[] },
) {
  return db
    .selectFrom('users')
    .select(['users.id', 'users.username_key'])
    .where('users.username_key', 'in', keys)
    .where('users.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([visibleTo(actor).member(), seesPlace(db, scope, eb.ref('users.id'))]),
        ...(known.length > 0 ? [eb('users.id', 'in', known)] : []),
      ]),
    )
    .execute()
}

function seesPlace(
  db: ReadonlyDatabase,
  scope: MentionScope,
  viewer: Expression<Id>,
): Expression<SqlBool> {
  if ('spaceId' in scope) return seesMessageOf(db, scope, viewer)
  const post = visiblePosts(db, viewer).select('posts.id').where('posts.id', '=', scope.postId)
  return sql<SqlBool>`exists ${post}`
}

function seesMessageOf(
  db: ReadonlyDatabase,
  { spaceId, messageId }: { spaceId: Id; messageId?: Id },
  viewer: Expression<Id>,
): Expression<SqlBool> {
  if (messageId === undefined) return visibleTo(viewer).spaceMessages(spaceId)
  const message = visibleMessages(db, viewer, spaceId)
    .select('message.id')
    .where('message.id', '=', messageId)
  return sql<SqlBool>`exists ${message}`
}

interface Candidates {
  actor: Id
  beginning: string
  /** Among whom to look; null: all members. */
  among: Among | null
  scope: MentionScope | null
  limit: number
}

/** Friends of a member, those in their squad, or the members of a space. */
export type Among = { friendsOf: Id } | { squadOf: Id } | { membersOf: Id }

const COLUMNS = [
  ...(['users.id', 'users.username', 'users.username_key'] as const),
  ...(['users.user_number', 'users.photo_image_id'] as const),
]

export function candidates(db: ReadonlyDatabase, given: Candidates) {
  const { actor, beginning, among, scope, limit } = given
  return visibleMembers(db, actor)
    .select(COLUMNS)
    .where('users.id', '<>', actor)
    .where('users.username_key', '>=', beginning)
    .where('users.username_key', '<', `${beginning}\u{10FFFF}`)
    .$if(among !== null, (query) => query.where('users.id', 'in', idsOf(db, among as Among)))
    .$if(scope !== null, (query) =>
      query.where((eb) => seesPlace(db, scope as MentionScope, eb.ref('users.id'))),
    )
    .orderBy('users.username_key')
    .limit(limit)
    .execute()
}

function idsOf(db: ReadonlyDatabase, among: Among) {
  if ('membersOf' in among)
    return db
      .selectFrom('space_members')
      .select('space_members.user_id as id')
      .where('space_members.space_id', '=', among.membersOf)
  if ('squadOf' in among)
    return db
      .selectFrom('squad_places')
      .select('squad_places.friend_id as id')
      .where('squad_places.user_id', '=', among.squadOf)
  return db
    .selectFrom('friendships')
    .select('friendships.friend_id as id')
    .where('friendships.user_id', '=', among.friendsOf)
}

/** Whose post it is and whether it is for everybody, if the viewer may see it. */
export function postPlace(db: ReadonlyDatabase, viewer: Id, postId: Id) {
  return visiblePosts(db, viewer)
    .select(['posts.author_id', 'posts.is_public'])
    .where('posts.id', '=', postId)
    .executeTakeFirst()
}

export async function isPrivate(db: ReadonlyDatabase, memberId: Id): Promise<boolean> {
  const member = db.selectFrom('users').select('is_private').where('id', '=', memberId)
  return (await member.executeTakeFirst())?.is_private === 1
}
