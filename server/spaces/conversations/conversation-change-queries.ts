import { sql } from 'kysely'
import { CONVERSATION_MEMBERS_MAX } from '../../../contract/conversations.ts'
import { DEFAULT_PALETTE, type SpaceVibe } from '../../../contract/spaces.ts'
import { withRowLock } from '../../platform/database/portable-sql.ts'
import type { Id } from '../../platform/ids.ts'
import { NO_ID } from '../../platform/ids.ts'
import type { Queryable } from '../../schema.ts'
import { friendship } from '../../visibility/friendships.ts'
import { isNotDeleted, isUnblocked } from '../../visibility/hidden-members.ts'
import { visibleMembers } from '../../visibility/visible-queries.ts'
import { flag, sharedSpace } from './conversation-queries.ts'

export function peopleToWriteTo(trx: Queryable, viewer: Id, ids: Id[]) {
  return visibleMembers(trx, viewer)
    .select(({ exists }) => [
      'users.id',
      'users.message_policy',
      flag(exists(friendship(trx, viewer, sql<Id>`users.id`))).as('is_friend'),
      flag(exists(sharedSpace(trx, viewer, sql<Id>`users.id`))).as('is_in_shared_space'),
    ])
    .where('users.id', 'in', ids)
    .execute()
}

export async function hasBlockBetween(trx: Queryable, ids: Id[], others: Id[]): Promise<boolean> {
  const row = await trx
    .selectFrom('blocks')
    .select('user_id')
    .where(({ and, eb, or }) =>
      or([
        and([eb('user_id', 'in', ids), eb('blocked_id', 'in', others)]),
        and([eb('user_id', 'in', others), eb('blocked_id', 'in', ids)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function findByPeople(trx: Queryable, directKey: string): Promise<Id | undefined> {
  const row = await trx
    .selectFrom('conversations')
    .select('id')
    .where('direct_key', '=', directKey)
    .executeTakeFirst()
  return row?.id
}

interface NewConversation {
  id: Id
  memberIds: Id[]
  directKey: string
  now: number
}

const NOT_ASKED = { requester_id: null, asked_at: null, asked_seq: null }

/** False where there is one of these people already: then nothing is made. */
export async function insertConversation(
  trx: Queryable,
  { id, memberIds, directKey, now }: NewConversation,
): Promise<boolean> {
  await trx
    .insertInto('spaces')
    .values(directSpace(id, memberIds.length, now))
    .execute()
  const is_pair = memberIds.length === 2 ? 1 : 0
  const claimed = await trx
    .insertInto('conversations')
    .values({ id, direct_key: directKey, is_pair, ...NOT_ASKED })
    .onConflict((c) => c.column('direct_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (claimed) {
    const member = { space_id: id, joined_at: now, last_read_seq: 0 }
    const members = memberIds.map((user_id) => ({ ...member, user_id }))
    await trx.insertInto('space_members').values(members).execute()
    return true
  }
  await trx.deleteFrom('spaces').where('id', '=', id).execute()
  return false
}

function directSpace(id: Id, memberCount: number, now: number) {
  return {
    id,
    kind: 'direct' as const,
    admin_id: NO_ID,
    name: '',
    description: '',
    color_palette: JSON.stringify(DEFAULT_PALETTE),
    ...{ sound_url: '', sound_name: '', sound_volume: 0 },
    ...{ art_url: '', art_title: '', art_artist: '', art_image_id: null },
    is_private: 1,
    max_members: memberCount === 2 ? 2 : CONVERSATION_MEMBERS_MAX,
    tags: '[]',
    // None: so it is counted with no vibe's spaces.
    vibe: '' as SpaceVibe,
    search_text: '',
    member_count: memberCount,
    last_seq: 0,
    last_activity_at: now,
    created_at: now,
  }
}

/** The conversation, which stays as it is until the transaction ends. */
export function lockConversation(trx: Queryable, id: Id) {
  const query = trx
    .selectFrom('spaces')
    .innerJoin('conversations', 'conversations.id', 'spaces.id')
    .select(['spaces.id', 'spaces.member_count', 'spaces.last_seq', 'conversations.is_pair'])
    .select(['conversations.request_state', 'conversations.requester_id', 'conversations.asked_at'])
    .select('conversations.asked_seq')
    .where('spaces.id', '=', id)
  return withRowLock(trx, query).executeTakeFirst()
}

interface RequestState {
  request_state: 'none' | 'asked' | 'hidden' | 'accepted'
  requester_id: Id | null
  asked_at?: number
  asked_seq?: number
}

export async function updateRequest(trx: Queryable, id: Id, state: RequestState) {
  await trx.updateTable('conversations').set(state).where('id', '=', id).execute()
}

/** Those that nobody accepted. Of two requests at once the second counts the first. */
export async function countRequestsSince(trx: Queryable, userId: Id, since: number) {
  const requester = trx.selectFrom('users').select('id').where('id', '=', userId)
  await withRowLock(trx, requester, 'no key update').execute()
  const rows = await trx
    .selectFrom('conversations')
    .select('id')
    .where('requester_id', '=', userId)
    .where('asked_at', '>', since)
    .where('request_state', '<>', 'accepted')
    .execute()
  return rows.length
}

/** Who is in these conversations, each with its id; of spaces nobody. */
export function membersOfConversations(trx: Queryable, ids: Id[]) {
  return conversationMembers(trx).where('theirs.space_id', 'in', ids).execute()
}

/** Who else is in the member's conversations, but for whom a block keeps from them. */
export function conversationPartners(trx: Queryable, memberId: Id) {
  return conversationMembers(trx)
    .innerJoin('space_members as own', 'own.space_id', 'theirs.space_id')
    .where('own.user_id', '=', memberId)
    .where('theirs.user_id', '<>', memberId)
    .where(isUnblocked('theirs.user_id', memberId))
    .execute()
}

/** Not of pairs in which nothing was ever said: of those the other does not know. */
function conversationMembers(trx: Queryable) {
  return trx
    .selectFrom('space_members as theirs')
    .innerJoin('conversations', 'conversations.id', 'theirs.space_id')
    .innerJoin('spaces', 'spaces.id', 'theirs.space_id')
    .select(['theirs.space_id', 'theirs.user_id'])
    .where(({ eb, or }) => or([eb('conversations.is_pair', '=', 0), eb('spaces.last_seq', '>', 0)]))
}

/** But for whose account was deleted, and who is taken out of it later. */
export async function hasOther(
  trx: Queryable,
  { spaceId, userId }: { spaceId: Id; userId: Id },
): Promise<boolean> {
  const row = await trx
    .selectFrom('space_members as theirs')
    .select('theirs.user_id')
    .where('theirs.space_id', '=', spaceId)
    .where('theirs.user_id', '<>', userId)
    .where(isNotDeleted('theirs.user_id'))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function updateTitle(trx: Queryable, id: Id, name: string) {
  await trx.updateTable('spaces').set({ name }).where('id', '=', id).execute()
}

/** What was written until now is not for who comes; they are no longer those with whom it began. */
export async function updatePeople(trx: Queryable, id: Id, openedSeq?: number) {
  await trx.updateTable('conversations').set({ direct_key: null }).where('id', '=', id).execute()
  if (openedSeq !== undefined)
    await trx.updateTable('spaces').set({ opened_seq: openedSeq }).where('id', '=', id).execute()
}

export async function readPolicy(db: Queryable, userId: Id) {
  const { message_policy } = await db
    .selectFrom('users')
    .select('message_policy')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return message_policy
}

export async function updatePolicy(
  db: Queryable,
  userId: Id,
  message_policy: 'knock' | 'friends' | 'nobody',
) {
  await db.updateTable('users').set({ message_policy }).where('id', '=', userId).execute()
}

/**
 * Of conversations a deleted member was in: who was in them is known no more. Those left empty: by
 * everybody, or of words where the member had asked and nobody answered.
 */
export async function anonymizeConversations(
  trx: Queryable,
  memberId: Id,
  spaceIds: Id[],
): Promise<Id[]> {
  const said = trx
    .selectFrom('space_messages')
    .select('space_messages.id')
    .where('space_messages.space_id', '=', sql<Id>`conversations.id`)
    .where('space_messages.is_deleted', '=', 0)
  const unsaid = await trx
    .selectFrom('conversations')
    .select('id')
    .where('id', 'in', spaceIds)
    .where('request_state', 'in', ['asked', 'hidden'])
    .where('requester_id', '=', memberId)
    .where(({ not, exists }) => not(exists(said)))
    .execute()
  const changed = await trx
    .updateTable('conversations')
    .set({ direct_key: null, request_state: 'none', ...NOT_ASKED })
    .where('id', 'in', spaceIds)
    .returning('id')
    .execute()
  if (changed.length === 0) return []
  const ids = changed.map(({ id }) => id)
  const empty = await trx
    .selectFrom('spaces')
    .select('id')
    .where('id', 'in', ids)
    .where('member_count', '=', 0)
    .execute()
  return [...new Set([...unsaid, ...empty].map(({ id }) => id))]
}
