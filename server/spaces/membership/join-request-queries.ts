import { sql } from 'kysely'
import { ASK_AGAIN_AFTER_MS, JOIN_REQUESTS_SHOWN_MAX } from '../../../contract/join-requests.ts'
import { type Id, newId } from '../../platform/ids.ts'
import type { Queryable } from '../../schema.ts'
import { isActive, isNotDeleted, isUnblocked } from '../../visibility/hidden-members.ts'
import type { JoinRequestsTable } from '../tables.ts'

// The SQL of join requests. A person has one row for each space they ever asked for.

interface Asking {
  spaceId: Id
  userId: Id
  message: string
  now: number
}

/** In place of an earlier answer. Undefined where one waits, or was denied within the day. */
export function insertRequest(trx: Queryable, { spaceId, userId, message, now }: Asking) {
  const asked = {
    id: newId(),
    message,
    status: 'pending' as const,
    admin_response: '',
    created_at: now,
    answered_at: null,
  }
  return trx
    .insertInto('join_requests')
    .values({ ...asked, space_id: spaceId, user_id: userId })
    .onConflict((c) =>
      c
        .columns(['space_id', 'user_id'])
        .doUpdateSet(asked)
        .where(({ eb, or, and }) =>
          or([
            eb('join_requests.status', '=', 'approved'),
            and([
              eb('join_requests.status', '=', 'denied'),
              eb('join_requests.answered_at', '<=', now - ASK_AGAIN_AFTER_MS),
            ]),
          ]),
        ),
    )
    .returning('id')
    .executeTakeFirst()
}

/** False when it is no longer waiting for an answer. */
export async function answerRequest(
  trx: Queryable,
  id: Id,
  answer: Pick<JoinRequestsTable, 'status' | 'admin_response' | 'answered_at'>,
): Promise<boolean> {
  const row = await trx
    .updateTable('join_requests')
    .set(answer)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** False when it was answered, or is gone. */
export async function deletePendingRequest(trx: Queryable, id: Id): Promise<boolean> {
  const row = await trx
    .deleteFrom('join_requests')
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Takes away what the person asked of this space; true if that was waiting for an answer. */
export async function deleteRequestOf(trx: Queryable, spaceId: Id, userId: Id): Promise<boolean> {
  const row = await trx
    .deleteFrom('join_requests')
    .where('space_id', '=', spaceId)
    .where('user_id', '=', userId)
    .returning('status')
    .executeTakeFirst()
  return row?.status === 'pending'
}

export function findStatus(db: Queryable, spaceId: Id, userId: Id) {
  return db
    .selectFrom('join_requests')
    .select(['id', 'status'])
    .where('space_id', '=', spaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** The request, if the viewer may know of it: it is theirs, or they are in the space. */
export function findRequest(db: Queryable, viewer: Id, id: Id) {
  return requests(db, viewer)
    .leftJoin('space_members as mine', (join) =>
      join.onRef('mine.space_id', '=', 'request.space_id').on('mine.user_id', '=', viewer),
    )
    .where('request.id', '=', id)
    .where((eb) => eb.or([eb('request.user_id', '=', viewer), eb('mine.user_id', 'is not', null)]))
    .where(isUnblocked('request.user_id', viewer))
    .executeTakeFirst()
}

export type JoinRequestRow = NonNullable<Awaited<ReturnType<typeof findRequest>>>

/** What waits for the admin of this space, oldest first. */
export function pendingRequests(db: Queryable, admin: Id, spaceId: Id) {
  return requests(db, admin)
    .where(isUnblocked('request.user_id', admin))
    .where('request.space_id', '=', spaceId)
    .where('request.status', '=', sql.lit('pending'))
    .orderBy('request.id')
    .limit(JOIN_REQUESTS_SHOWN_MAX)
    .execute()
}

export function requestsOf(db: Queryable, userId: Id) {
  return requests(db, userId)
    .where('request.user_id', '=', userId)
    .orderBy('request.id', 'desc')
    .limit(JOIN_REQUESTS_SHOWN_MAX)
    .execute()
}

export async function waitingIds(db: Queryable, spaceId: Id): Promise<Id[]> {
  const rows = await db
    .selectFrom('join_requests')
    .select('user_id')
    .where('space_id', '=', spaceId)
    .where('status', '=', sql.lit('pending'))
    .execute()
  return rows.map((row) => row.user_id)
}

function requests(db: Queryable, viewer: Id) {
  return db
    .selectFrom('join_requests as request')
    .innerJoin('spaces', 'spaces.id', 'request.space_id')
    .innerJoin('users as person', 'person.id', 'request.user_id')
    .where(isActive('request.user_id'))
    .where(isNotDeleted('spaces.admin_id'))
    .select([
      'request.id',
      'request.space_id',
      'request.user_id',
      'request.message',
      'request.status',
      'request.admin_response',
      'request.created_at',
      'spaces.name as space_name',
      'spaces.admin_id',
      'person.username',
      'person.user_number',
      'person.photo_image_id',
      invitersOf(db, viewer)
        .select('inviter.username')
        .orderBy('invitation.created_at')
        .orderBy('invitation.inviter_id')
        .limit(sql.lit(1))
        .as('invited_by'),
      invitersOf(db, viewer)
        .select((eb) => eb.fn.countAll<number>().as('inviters'))
        .as('inviter_count'),
    ])
}

/** Who invited the person of a request, is in the space, and whom the viewer sees. */
function invitersOf(db: Queryable, viewer: Id) {
  return db
    .selectFrom('space_invitations as invitation')
    .innerJoin('users as inviter', 'inviter.id', 'invitation.inviter_id')
    .innerJoin('space_members as place', (join) =>
      join
        .onRef('place.space_id', '=', 'invitation.space_id')
        .onRef('place.user_id', '=', 'invitation.inviter_id'),
    )
    .where('invitation.space_id', '=', sql<Id>`request.space_id`)
    .where('invitation.user_id', '=', sql<Id>`request.user_id`)
    .where(isActive('invitation.inviter_id'))
    .where(isUnblocked('invitation.inviter_id', viewer))
}
