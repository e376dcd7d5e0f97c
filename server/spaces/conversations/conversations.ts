import type { z } from 'zod'
import {
  CONVERSATIONS_PAGE_SIZE,
  type Conversation,
  type ConversationPage,
  type ConversationSettings,
  type conversationsQuery,
  MESSAGES,
} from '../../../contract/conversations.ts'
import { MESSAGES as PROFILE_MESSAGES } from '../../../contract/profile.ts'
import { lockAccountsIfAllExist, lockActor } from '../../accounts/lock-account.ts'
import { readMentions } from '../../mentions/mentions.ts'
import { mutate } from '../../platform/database/mutate.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import { type Id, newId } from '../../platform/ids.ts'
import type { Queryable } from '../../schema.ts'
import type { Actor, Mutation, Services } from '../../services.ts'
import { lastLines, presentConversation } from '../present.ts'
import { publishConversationChanged } from '../space-events.ts'
import * as changeQueries from './conversation-change-queries.ts'
import * as conversationQueries from './conversation-queries.ts'

// Conversations of two, and of some: who may begin one with whom. What is said in them goes through
// the chat of spaces; whether it may be said, `direct-messages.ts` knows.

type Shown = Pick<Services, 'db' | 'images' | 'clock'>

/** One of the actor's. Refuses (404) others'. Within a mutation `db` is its transaction. */
export async function readConversation(
  actor: Actor,
  services: Shown,
  id: Id,
  db: Queryable = services.db,
): Promise<Conversation> {
  const row = await conversationQueries.findConversation(db, actor.id, id)
  if (!row) throw new HttpError('not_found', MESSAGES.missing)
  const names = await readMentions(db, actor.id, lastLines([row]))
  return presentConversation(actor, services, row, names)
}

/** A page of the actor's, or of the requests to them, the last active first. */
export async function readConversations(
  actor: Actor,
  services: Shown,
  { box, before }: z.output<typeof conversationsQuery>,
): Promise<ConversationPage> {
  const { db } = services
  const [rows, hasRequests] = await Promise.all([
    conversationQueries.conversationsOf(db, actor.id, box, before),
    conversationQueries.hasRequests(db, actor.id),
  ])
  const page = rows.slice(0, CONVERSATIONS_PAGE_SIZE)
  const names = await readMentions(db, actor.id, lastLines(page))
  return {
    conversations: page.map((row) => presentConversation(actor, services, row, names)),
    hasMore: rows.length > page.length,
    hasRequests,
  }
}

/** How many of the actor's have something new; at most `COUNTED_MAX`. */
export function countUnreadConversations(
  actor: Actor,
  { db, clock }: Pick<Services, 'db' | 'clock'>,
): Promise<number> {
  return conversationQueries.countUnread(db, actor.id, clock())
}

export async function readSettings(actor: Actor, { db }: Shown): Promise<ConversationSettings> {
  return { from: await changeQueries.readPolicy(db, actor.id) }
}

export async function updateSettings(
  actor: Actor,
  { db }: Shown,
  { from }: ConversationSettings,
): Promise<ConversationSettings> {
  await changeQueries.updatePolicy(db, actor.id, from)
  return { from }
}

/**
 * The conversation of the actor with these members, begun where there is none, however many begin
 * it at once. Refuses: 404 whom the actor does not see, 403 who takes none from the actor, 409 whom
 * a block keeps apart.
 */
export async function startConversation(
  actor: Actor,
  services: Services,
  userIds: Id[],
): Promise<{ conversation: Conversation; isNew: boolean }> {
  const otherIds = [...new Set(userIds)].filter((id) => id !== actor.id)
  if (otherIds.length === 0) throw new HttpError('bad_request', MESSAGES.nobody)
  return mutate(services, async (mutation) => {
    const { trx } = mutation
    const memberIds = [actor.id, ...otherIds].sort((one, other) => one - other)
    const areThere = await lockAccountsIfAllExist(trx, memberIds, 'no key update')
    await lockActor(trx, actor)
    const people = areThere ? await changeQueries.peopleToWriteTo(trx, actor.id, otherIds) : []
    if (people.length !== otherIds.length)
      throw new HttpError('not_found', PROFILE_MESSAGES.memberMissing)
    const directKey = memberIds.join(',')
    const known = await changeQueries.findByPeople(trx, directKey)
    if (known === undefined)
      await requireMayWriteTo(trx, people, { memberIds, isPair: memberIds.length === 2 })
    const { id, isNew } =
      known === undefined
        ? await insertConversation(services, mutation, { memberIds, directKey })
        : { id: known, isNew: false }
    return { conversation: await readConversation(actor, services, id, trx), isNew }
  })
}

type Person = Awaited<ReturnType<typeof changeQueries.peopleToWriteTo>>[number]

/**
 * Refuses: 403 who takes no conversation from the viewer, 409 whom a block keeps from one of the
 * members. What stands between others who are in it already is not asked, nor told.
 */
export async function requireMayWriteTo(
  trx: Queryable,
  people: Person[],
  { memberIds, isPair }: { memberIds: Id[]; isPair: boolean },
) {
  for (const person of people) {
    if (person.message_policy === 'nobody') throw new HttpError('forbidden', MESSAGES.takesNobody)
    if (person.is_friend === 1) continue
    if (!isPair) throw new HttpError('forbidden', MESSAGES.friendsOnly)
    if (person.message_policy !== 'knock' || person.is_in_shared_space !== 1)
      throw new HttpError('forbidden', MESSAGES.notTaking)
  }
  const ids = people.map(({ id }) => id)
  if (!isPair && (await changeQueries.hasBlockBetween(trx, ids, memberIds)))
    throw new HttpError('conflict', MESSAGES.notTogether)
}

async function insertConversation(
  services: Pick<Services, 'clock'>,
  mutation: Mutation,
  { memberIds, directKey }: { memberIds: Id[]; directKey: string },
): Promise<{ id: Id; isNew: boolean }> {
  const { trx, publish } = mutation
  const id = newId()
  const row = { id, memberIds, directKey, now: services.clock() }
  if (!(await changeQueries.insertConversation(trx, row))) {
    // Another of them began it at the same moment.
    const known = await changeQueries.findByPeople(trx, directKey)
    if (known === undefined) throw new HttpError('conflict', MESSAGES.missing)
    return { id: known, isNew: false }
  }
  const isReadOnly = await conversationQueries.isReadOnlyPair(trx, memberIds[0] as Id, id)
  if (!isReadOnly)
    for (const memberId of memberIds) publish({ kind: 'subscribe', memberId, topic: `space:${id}` })
  // Of a pair's the other hears when something is said.
  if (memberIds.length > 2) publishConversationChanged(mutation, id, memberIds)
  return { id, isNew: true }
}
