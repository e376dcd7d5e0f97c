import { type Expression, type SqlBool, sql } from 'kysely'
import {
  CONVERSATION_MEMBERS_MAX,
  CONVERSATIONS_PAGE_SIZE,
} from '../../../contract/conversations.ts'
import { COUNTED_MAX } from '../../../contract/spaces.ts'
import { jsonRows } from '../../platform/database/portable-sql.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { Id } from '../../platform/ids.ts'
import type { Queryable } from '../../schema.ts'
import { friendship } from '../../visibility/friendships.ts'
import { blockedWith, isUnblocked } from '../../visibility/hidden-members.ts'
import { visibleConversations } from '../../visibility/visible-queries.ts'
import { SPACE_OF_ROW, unreadMessages } from '../card-queries.ts'
import { EVERY_MESSAGE, lastMessage } from '../room-queries.ts'

// The SQL of conversations. The rows of each list are joined to the other of a pair as `other`, who
// is null where the account is gone or suspended.

interface Asked {
  viewer: Id
}

/** One column for both databases, 1 where it is so. */
export function flag(condition: Expression<SqlBool>) {
  return sql<number>`case when ${condition} then 1 else 0 end`
}

const OTHER = sql<Id>`other.id`

function standings(db: Queryable, viewer: Id) {
  return withOther(db, viewer).select(({ exists, and, eb }) => [
    'spaces.id',
    'conversation.is_pair',
    'conversation.request_state',
    'conversation.requester_id',
    'other.id as other_id',
    flag(eb(OTHER, 'in', blockedWith(viewer))).as('is_blocked'),
    flag(isSaidOrAnswered()).as('is_said'),
    flag(exists(friendship(db, viewer, OTHER))).as('is_friend'),
    flag(
      and([
        eb('other.message_policy', '=', sql.lit('knock')),
        exists(sharedSpace(db, viewer, OTHER)),
      ]),
    ).as('may_knock'),
  ])
}

function withOther(db: Queryable, viewer: Id) {
  return visibleConversations(db, viewer)
    .leftJoin('space_members as theirs', (join) =>
      join
        .onRef('theirs.space_id', '=', 'spaces.id')
        .on('theirs.user_id', '<>', viewer)
        .on('conversation.is_pair', '=', sql.lit(1)),
    )
    .leftJoin('users as other', (join) =>
      join
        .onRef('other.id', '=', 'theirs.user_id')
        .on('other.deleted_at', 'is', null)
        .on('other.suspended_until', 'is', null),
    )
}

export function sharedSpace(db: Queryable, viewer: Id, other: Expression<Id>) {
  return db
    .selectFrom('space_members as own_place')
    .innerJoin('space_members as their_place', 'their_place.space_id', 'own_place.space_id')
    .innerJoin('spaces as shared', 'shared.id', 'own_place.space_id')
    .select('shared.id')
    .where('own_place.user_id', '=', viewer)
    .where('their_place.user_id', '=', other)
    .where('shared.kind', '=', sql.lit('space'))
}

const conversationState = prepared((db: Queryable, given: Asked & { id: Id }) =>
  standings(db, given.viewer).where('spaces.id', '=', given.id),
)

export async function findConversationState(db: Queryable, viewer: Id, id: Id) {
  const [row] = await conversationState(db, { viewer, id })
  return row
}

export type ConversationStateRow = Omit<
  NonNullable<Awaited<ReturnType<typeof findConversationState>>>,
  'id' | 'other_id'
> & { other_id: Id | null }

function conversations(db: Queryable, viewer: Id, isShown = EVERY_MESSAGE) {
  return standings(db, viewer).select(({ exists }) => [
    'spaces.name',
    'spaces.last_seq',
    'spaces.last_activity_at',
    'mine.last_read_seq',
    'mine.muted_until',
    peopleOf(db, viewer).as('people'),
    flag(exists(unreadOf(db, viewer, isShown))).as('is_unread'),
    lastMessage(db, viewer, isShown).as('last_message'),
  ])
}

function peopleOf(db: Queryable, viewer: Id) {
  const people = db
    .selectFrom('space_members as member')
    .innerJoin('users as person', 'person.id', 'member.user_id')
    .select(['person.id', 'person.username', 'person.user_number', 'person.photo_image_id'])
    .where('member.space_id', '=', SPACE_OF_ROW)
    .where('member.user_id', '<>', viewer)
    .where('person.deleted_at', 'is', null)
    .orderBy('member.joined_at')
    .orderBy('member.user_id')
    .limit(sql.lit(CONVERSATION_MEMBERS_MAX))
  return jsonRows(db, people)
}

function unreadOf(db: Queryable, viewer: Id, isShown = EVERY_MESSAGE) {
  return unreadMessages(db, viewer).where(isUnblocked('message.sender_id', viewer)).where(isShown)
}

const oneConversation = prepared((db: Queryable, given: Asked & { id: Id }) =>
  conversations(db, given.viewer).where('spaces.id', '=', given.id),
)

export async function findConversation(db: Queryable, viewer: Id, id: Id) {
  const [row] = await oneConversation(db, { viewer, id })
  return row
}

export type ConversationRow = NonNullable<Awaited<ReturnType<typeof findConversation>>>

/** Over `conversation`: another's request, answered by nobody. */
function isAskedOf(viewer: Id) {
  return sql<SqlBool>`(conversation.request_state in ('asked', 'hidden')
    and conversation.requester_id <> ${viewer})`
}

/** Over `conversation`: not a request of which nothing is left. */
function isSaidOrAnswered() {
  return sql<SqlBool>`(conversation.request_state not in ('asked', 'hidden')
    or ${isLeftOf(sql`said.seq >= conversation.asked_seq`)})`
}

/** Over `conversation`: something is left of what the two said before one of them asked. */
function isSaidBefore() {
  return isLeftOf(sql`said.seq < conversation.asked_seq`)
}

function isLeftOf(part: Expression<unknown>) {
  return sql<SqlBool>`exists (select 1 from space_messages as said
    where said.space_id = spaces.id and said.is_deleted = 0 and ${part})`
}

/**
 * Not the requests of others, nor a pair in which nothing was ever said, or nothing is left of it.
 * What two said before stays with both, whatever one asks then and the other makes of it.
 */
function isListed(viewer: Id) {
  return sql<SqlBool>`(conversation.is_pair = 0 or spaces.last_seq > 0)
    and ((not ${isAskedOf(viewer)} and ${isSaidOrAnswered()}) or ${isSaidBefore()})`
}

function isWaiting(viewer: Id) {
  return sql<SqlBool>`conversation.request_state = 'asked'
    and conversation.requester_id <> ${viewer} and ${isSaidOrAnswered()}
    and other.id is not null and ${isUnblocked('other.id', viewer)}`
}

function lastActivity() {
  return sql<number>`spaces.last_activity_at`
}

/** Where it is asked of the viewer, what was said before: a request moves nothing in the list. */
function listedActivity(viewer: Id) {
  return sql<number>`(case when ${isAskedOf(viewer)} then coalesce(
    (select said.created_at from space_messages as said
      where said.space_id = spaces.id and said.seq < conversation.asked_seq and said.is_deleted = 0
      order by said.seq desc limit 1), ${lastActivity()}) else ${lastActivity()} end)`
}

/** Who is in each, and by what they are ordered. */
const BOXES = {
  conversations: { isIn: isListed, activity: listedActivity },
  requests: { isIn: isWaiting, activity: lastActivity },
}
type Box = keyof typeof BOXES

/** One more than a page. Their places are found first: what stands in a row costs much more. */
function pageOf(db: Queryable, viewer: Id, box: Box, isBefore?: Expression<SqlBool>) {
  const { isIn, activity } = BOXES[box]
  const page = withOther(db, viewer)
    .select('spaces.id')
    .where(isIn(viewer))
    .$if(isBefore !== undefined, (query) => query.where(isBefore as Expression<SqlBool>))
    .orderBy(activity(viewer), 'desc')
    .orderBy('spaces.id', 'desc')
    .limit(sql.lit(CONVERSATIONS_PAGE_SIZE + 1))
  return conversations(db, viewer, box === 'conversations' ? isCounted(viewer) : EVERY_MESSAGE)
    .where('spaces.id', 'in', page)
    .orderBy(activity(viewer), 'desc')
    .orderBy('spaces.id', 'desc')
}

function firstPage(box: Box) {
  return prepared((db: Queryable, given: Asked) => pageOf(db, given.viewer, box))
}

function laterPage(box: Box) {
  return prepared((db: Queryable, given: Asked & { before: Id }) => {
    const activity = BOXES[box].activity(given.viewer)
    return pageOf(
      db,
      given.viewer,
      box,
      // One of the viewer's own: of others nobody learns when something was said last.
      sql<SqlBool>`(${activity}, spaces.id) < (select ${activity}, spaces.id
        from spaces
        join conversations as conversation on conversation.id = spaces.id
        join space_members as own on own.space_id = spaces.id and own.user_id = ${given.viewer}
        where spaces.id = ${given.before})`,
    )
  })
}

const FIRST = { conversations: firstPage('conversations'), requests: firstPage('requests') }
const LATER = { conversations: laterPage('conversations'), requests: laterPage('requests') }

export function conversationsOf(db: Queryable, viewer: Id, box: Box, before?: Id) {
  return before === undefined ? FIRST[box](db, { viewer }) : LATER[box](db, { viewer, before })
}

const waiting = prepared((db: Queryable, given: Asked) =>
  standings(db, given.viewer).where(isWaiting(given.viewer)).limit(sql.lit(1)),
)

export async function hasRequests(db: Queryable, viewer: Id): Promise<boolean> {
  return (await waiting(db, { viewer })).length > 0
}

/**
 * Over `conversation` and `message`: a request counts nowhere, nor does it stand among the
 * conversations. Of its conversation only what was said before.
 */
function isCounted(viewer: Id) {
  return sql<SqlBool>`(not ${isAskedOf(viewer)} or message.seq < conversation.asked_seq)`
}

const unread = prepared((db: Queryable, given: Asked & { now: number }) =>
  visibleConversations(db, given.viewer)
    .select('spaces.id')
    .where(sql<SqlBool>`(mine.muted_until is null or mine.muted_until <= ${given.now})`)
    .where(({ exists }) => exists(unreadOf(db, given.viewer, isCounted(given.viewer))))
    .limit(sql.lit(COUNTED_MAX)),
)

export async function countUnread(db: Queryable, viewer: Id, now: number): Promise<number> {
  return (await unread(db, { viewer, now })).length
}

/** The viewer's conversations of two in which nothing can be written just now. */
export function readOnlyPairs(db: Queryable, viewer: Id) {
  return visibleConversations(db, viewer)
    .innerJoin('space_members as theirs', (join) =>
      join.onRef('theirs.space_id', '=', 'spaces.id').on('theirs.user_id', '<>', viewer),
    )
    .where('conversation.is_pair', '=', sql.lit(1))
    .where(({ eb, or, and, not, exists }) =>
      or([
        eb('theirs.user_id', 'in', blockedWith(viewer)),
        and([
          eb('conversation.request_state', '<>', sql.lit('accepted')),
          not(exists(friendship(db, viewer, sql<Id>`theirs.user_id`))),
        ]),
      ]),
    )
}

const readOnlyPair = prepared((db: Queryable, given: Asked & { id: Id }) =>
  readOnlyPairs(db, given.viewer).select('conversation.id').where('conversation.id', '=', given.id),
)

/** Whether this is a conversation of two in which nothing can be written just now. */
export async function isReadOnlyPair(db: Queryable, viewer: Id, id: Id): Promise<boolean> {
  return (await readOnlyPair(db, { viewer, id })).length > 0
}
