import { type Conversation, MESSAGES, REQUESTS_A_DAY } from '../../../contract/conversations.ts'
import { DAY_MS } from '../../../contract/durations.ts'
import { mutateAs } from '../../accounts/mutate-as.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import type { Id } from '../../platform/ids.ts'
import type { Topic } from '../../realtime/bus.ts'
import type { Queryable } from '../../schema.ts'
import type { Actor, Mutation, Services } from '../../services.ts'
import * as queries from '../queries.ts'
import {
  membersTopics,
  publishConversationChanged,
  publishConversationsChanged,
} from '../space-events.ts'
import * as changeQueries from './conversation-change-queries.ts'
import * as conversationQueries from './conversation-queries.ts'
import { stateOf } from './conversation-state.ts'
import { readConversation } from './conversations.ts'

// Who may write to whom. Of two who may write to each other both subscribe to what is said, so that
// they see each other typing; of all other pairs nobody does: their messages go to each by
// themself, and that one of them looks at it is not told.

interface Sent {
  spaceId: Id
  senderId: Id
  seq: number
  /** Whether it brings more than words, such as pictures or a post. */
  isMore: boolean
  now: number
}

/**
 * Who hears of a new message in a conversation, whose row the caller has locked; the first to whom
 * is no friend is a request: of words alone, since nobody has to see what a stranger thinks fit to
 * show. Tells all of them that there is something new. Refuses: 403 where the two cannot write to
 * each other and a request with more than words, 429 more requests than a day has.
 */
export async function admitDirectMessage(
  mutation: Mutation,
  { spaceId, senderId, seq, isMore, now }: Sent,
): Promise<{ topics: Topic[]; isRequest: boolean }> {
  const { trx } = mutation
  const state = await requireState(trx, senderId, spaceId, ['open', 'may_ask'])
  const memberIds = await queries.memberIds(trx, spaceId)
  publishConversationChanged(mutation, spaceId, memberIds)
  if (state === 'open') return { topics: [`space:${spaceId}`], isRequest: false }
  if (isMore) throw new HttpError('forbidden', MESSAGES.wordsFirst)
  const since = now - DAY_MS
  const known = await changeQueries.lockConversation(trx, spaceId)
  const isOwn = known?.requester_id === senderId
  if (isOwn && (known?.asked_at ?? 0) > since) throw requestsSpent()
  if ((await changeQueries.countRequestsSince(trx, senderId, since)) >= REQUESTS_A_DAY)
    throw requestsSpent()
  // Whoever put it away before does not see that it was taken back and asked again.
  const request_state = isOwn && known?.request_state === 'hidden' ? 'hidden' : 'asked'
  // What was asked before may be given back: it is a request then, too.
  const asked_seq = (isUnanswered(known) && known?.asked_seq) || seq
  const asked = { requester_id: senderId, asked_at: now, asked_seq }
  await changeQueries.updateRequest(trx, spaceId, { request_state, ...asked })
  return { topics: membersTopics(memberIds), isRequest: true }
}

type Locked = Awaited<ReturnType<typeof changeQueries.lockConversation>>

function isUnanswered(known: Locked) {
  return known?.request_state === 'asked' || known?.request_state === 'hidden'
}

function requestsSpent() {
  return new HttpError('too_many_requests', MESSAGES.requestsSpent, { retryAfter: DAY_MS / 1000 })
}

/** Refuses (403) to change or react to a message where the member can only read. */
export async function requireOpen(trx: Queryable, memberId: Id, spaceId: Id) {
  await requireState(trx, memberId, spaceId, ['open'])
}

/** Who hears of a change of a message in a pair that is not open; null of all others. */
export async function topicsOfReadOnlyPair(
  trx: Queryable,
  viewer: Id,
  spaceId: Id,
): Promise<Topic[] | null> {
  if (!(await conversationQueries.isReadOnlyPair(trx, viewer, spaceId))) return null
  const row = await conversationQueries.findConversationState(trx, viewer, spaceId)
  const areApart = row === undefined || row.is_blocked === 1
  return membersTopics(areApart ? [viewer] : await queries.memberIds(trx, spaceId))
}

const REFUSED = {
  open: MESSAGES.cannotWrite,
  may_ask: MESSAGES.cannotWrite,
  asked: MESSAGES.asked,
  request: MESSAGES.acceptFirst,
  closed: MESSAGES.cannotWrite,
}

async function requireState(
  trx: Queryable,
  viewer: Id,
  spaceId: Id,
  allowed: Conversation['state'][],
) {
  const row = await conversationQueries.findConversationState(trx, viewer, spaceId)
  if (!row) throw new HttpError('not_found', MESSAGES.missing)
  const state = stateOf(viewer, row)
  if (!allowed.includes(state)) throw new HttpError('forbidden', REFUSED[state])
  return state
}

/**
 * Lets who asked write; safe to repeat. Refuses: 404 others' conversations, 409 where nobody asked.
 */
export function acceptRequest(
  actor: Actor,
  services: Services,
  spaceId: Id,
): Promise<Conversation> {
  return mutateAs(actor, services, async (mutation) => {
    const { trx } = mutation
    const asked = await lockRequest(trx, actor, spaceId)
    if (asked) {
      const requester_id = asked.requester_id
      await changeQueries.updateRequest(trx, spaceId, {
        request_state: 'accepted',
        requester_id,
      })
      await publishOpened(mutation, spaceId, true)
    }
    return readConversation(actor, services, spaceId, trx)
  })
}

/**
 * Takes the request out of the actor's sight; who asked is not told. Refuses as `acceptRequest`.
 */
export function dismissRequest(actor: Actor, services: Services, spaceId: Id): Promise<void> {
  return mutateAs(actor, services, async (mutation) => {
    const { trx } = mutation
    const asked = await lockRequest(trx, actor, spaceId)
    if (!asked) throw new HttpError('conflict', MESSAGES.cannotWrite)
    const { requester_id } = asked
    await changeQueries.updateRequest(trx, spaceId, { request_state: 'hidden', requester_id })
    publishConversationChanged(mutation, spaceId, [actor.id])
  })
}

/** Null where the two may write to each other already. */
async function lockRequest(trx: Queryable, actor: Actor, spaceId: Id) {
  const locked = await changeQueries.lockConversation(trx, spaceId)
  const row = await conversationQueries.findConversationState(trx, actor.id, spaceId)
  if (!locked || !row) throw new HttpError('not_found', MESSAGES.missing)
  const state = stateOf(actor.id, row)
  if (state === 'open') return null
  if (state !== 'request') throw new HttpError('conflict', MESSAGES.cannotWrite)
  return locked
}

/**
 * Friendship or a block between two members came or went: what they may write to each other is
 * another thing now. What was asked before is asked no more; after a block it stays out of sight.
 */
export async function followRelationship(mutation: Mutation, one: Id, other: Id): Promise<void> {
  const { trx } = mutation
  const directKey = [one, other].sort((a, b) => a - b).join(',')
  const spaceId = await changeQueries.findByPeople(trx, directKey)
  const locked = spaceId && (await changeQueries.lockConversation(trx, spaceId))
  const row = spaceId && (await conversationQueries.findConversationState(trx, one, spaceId))
  if (!locked || !row) return
  const { requester_id } = locked
  const isHidden = isUnanswered(locked) && row.is_friend === 0
  await changeQueries.updateRequest(trx, spaceId, {
    request_state: isHidden ? 'hidden' : 'none',
    requester_id: isHidden ? requester_id : null,
  })
  await publishOpened(mutation, spaceId, row.is_friend === 1 && row.is_blocked === 0)
}

/** Others see a member again, or no more: whoever is in a conversation with them reads it anew. */
export async function publishToPartners(mutation: Mutation, memberId: Id): Promise<void> {
  const partners = await changeQueries.conversationPartners(mutation.trx, memberId)
  publishConversationsChanged(mutation, partners)
}

async function publishOpened(mutation: Mutation, spaceId: Id, isOpen: boolean) {
  const memberIds = await queries.memberIds(mutation.trx, spaceId)
  const kind = isOpen ? 'subscribe' : 'unsubscribe'
  for (const memberId of memberIds) mutation.publish({ kind, memberId, topic: `space:${spaceId}` })
  publishConversationChanged(mutation, spaceId, memberIds)
}
