import {
  CONVERSATION_MEMBERS_MAX,
  type Conversation,
  MESSAGES,
} from '../../../contract/conversations.ts'
import { MESSAGES as PROFILE_MESSAGES } from '../../../contract/profile.ts'
import { lockAccountsIfAllExist, lockActor } from '../../accounts/lock-account.ts'
import { mutateAs } from '../../accounts/mutate-as.ts'
import { mutate } from '../../platform/database/mutate.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import { type Id, newId } from '../../platform/ids.ts'
import type { Queryable } from '../../schema.ts'
import type { Actor, Mutation, Services } from '../../services.ts'
import { deleteLockedSpace } from '../manage-space.ts'
import { memberMessage } from '../messages/chat-history.ts'
import * as messageQueries from '../messages/message-queries.ts'
import { publishMessage } from '../messages/publish-message.ts'
import * as queries from '../queries.ts'
import {
  publishConversationChanged,
  publishMembersLeft,
  publishSpaceChanged,
} from '../space-events.ts'
import * as changeQueries from './conversation-change-queries.ts'
import { readConversation, requireMayWriteTo } from './conversations.ts'

// Who is in a group, which nobody runs: everybody may take in a friend of theirs, and leave.

/** Gives a group a title, or none. Refuses: 404 others' conversations, 409 one of two. */
export function renameConversation(
  actor: Actor,
  services: Services,
  spaceId: Id,
  title: string,
): Promise<Conversation> {
  return mutateAs(actor, services, async (mutation) => {
    const { trx } = mutation
    await lockGroup(trx, actor, spaceId)
    await changeQueries.updateTitle(trx, spaceId, title)
    publishConversationChanged(mutation, spaceId, await queries.memberIds(trx, spaceId))
    return readConversation(actor, services, spaceId, trx)
  })
}

/**
 * Takes a friend into a group. They read what is written from then on, from the line that says so.
 * Refuses: 404 others' conversations and who is not there, 403 who takes none from the actor, 409
 * one of two, who is in it, whom a block keeps from somebody in it, and one too many.
 */
export function addToConversation(
  actor: Actor,
  services: Services,
  spaceId: Id,
  userId: Id,
): Promise<Conversation> {
  return mutate(services, async (mutation) => {
    const { trx } = mutation
    // Both at once, in the order of their ids.
    const areThere = await lockAccountsIfAllExist(trx, [actor.id, userId], 'no key update')
    await lockActor(trx, actor)
    const group = await lockGroup(trx, actor, spaceId)
    const people = areThere ? await changeQueries.peopleToWriteTo(trx, actor.id, [userId]) : []
    if (people.length === 0) throw new HttpError('not_found', PROFILE_MESSAGES.memberMissing)
    const memberIds = await queries.memberIds(trx, spaceId)
    if (memberIds.includes(userId)) throw new HttpError('conflict', MESSAGES.alreadyIn)
    if (group.member_count >= CONVERSATION_MEMBERS_MAX)
      throw new HttpError('conflict', MESSAGES.tooMany)
    // Of a group that one is left of, too: nobody knocks at its door, as at that of two.
    await requireMayWriteTo(trx, people, { memberIds: [...memberIds, userId], isPair: false })
    await admit(actor, services, mutation, { spaceId, userId })
    publishConversationChanged(mutation, spaceId, [...memberIds, userId])
    return readConversation(actor, services, spaceId, trx)
  })
}

async function admit(
  actor: Actor,
  services: Services,
  mutation: Mutation,
  { spaceId, userId }: { spaceId: Id; userId: Id },
) {
  const { trx, publish } = mutation
  const now = services.clock()
  const number = await queries.lockSpaceForNextSeq(trx, spaceId, now)
  if (!number) throw new HttpError('not_found', MESSAGES.missing)
  const { seq } = number
  const before = seq - 1
  const since = { now, lastReadSeq: before, readsAfterSeq: before }
  if (!(await queries.takePlace(trx, spaceId))) throw new HttpError('conflict', MESSAGES.tooMany)
  await queries.insertMember(trx, { spaceId, userId }, since)
  await changeQueries.updatePeople(trx, spaceId, before)
  await queries.moveReadMark(trx, { spaceId, userId: actor.id }, seq)
  const id = newId()
  await messageQueries.insertMessage(trx, {
    id,
    space_id: spaceId,
    seq,
    change_seq: seq,
    sender_id: actor.id,
    content: '',
    client_id: null,
    created_at: now,
    edited_at: null,
    is_deleted: 0,
    added_id: userId,
    reply_to_id: null,
    post_id: null,
    link_card_id: null,
    image_count: 0,
  })
  publish({ kind: 'subscribe', memberId: userId, topic: `space:${spaceId}` })
  publishSpaceChanged(mutation, spaceId)
  const row = await memberMessage(actor, trx, { spaceId, messageId: id })
  const publication = { spaceId, row, type: 'message_created' } as const
  await publishMessage(actor.id, services, mutation, {
    ...publication,
    topics: [`space:${spaceId}`],
  })
}

/**
 * The last one out deletes it; where the account of the other is being deleted, that does. Refuses:
 * 404 others' conversations, 409 one of two.
 */
export async function leaveConversation(
  actor: Actor,
  services: Services,
  spaceId: Id,
): Promise<void> {
  const isEmpty = await mutateAs(actor, services, async (mutation) => {
    const { trx } = mutation
    const locked = await lockOwn(trx, actor, spaceId)
    if (locked.is_pair === 1 && (await changeQueries.hasOther(trx, { spaceId, userId: actor.id })))
      throw new HttpError('conflict', MESSAGES.staysWithTwo)
    await queries.deleteMember(trx, { spaceId, userId: actor.id })
    await queries.freePlace(trx, spaceId)
    await changeQueries.updatePeople(trx, spaceId)
    publishMembersLeft(mutation, spaceId, [actor.id])
    const others = await queries.memberIds(trx, spaceId)
    publishSpaceChanged(mutation, spaceId)
    publishConversationChanged(mutation, spaceId, [...others, actor.id])
    if (others.length === 0) await deleteLockedSpace(services, mutation, spaceId)
    return others.length === 0
  })
  if (isEmpty) await services.spaceJobs.finishSoon(spaceId)
}

async function lockGroup(trx: Queryable, actor: Actor, spaceId: Id) {
  const locked = await lockOwn(trx, actor, spaceId)
  if (locked.is_pair === 1) throw new HttpError('conflict', MESSAGES.onlyGroups)
  return locked
}

async function lockOwn(trx: Queryable, actor: Actor, spaceId: Id) {
  const locked = await changeQueries.lockConversation(trx, spaceId)
  if (!locked || !(await queries.isMember(trx, { spaceId, userId: actor.id })))
    throw new HttpError('not_found', MESSAGES.missing)
  return locked
}
