import type { Folds } from '../../../contract/blocks.ts'
import {
  MESSAGES_AROUND,
  MESSAGES_PAGE_SIZE,
  type SpaceMessage,
} from '../../../contract/space-messages.ts'
import { MESSAGES } from '../../../contract/spaces.ts'
import { mutate } from '../../platform/database/mutate.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import type { Id } from '../../platform/ids.ts'
import type { Queryable } from '../../schema.ts'
import type { Actor, Services } from '../../services.ts'
import { requireMembership } from '../membership/require-membership.ts'
import { presentMessage } from '../present.ts'
import * as queries from '../queries.ts'
import { publishConversationChanged, publishSpaceRead } from '../space-events.ts'
import { readContext } from './message-context.ts'
import * as messageQueries from './message-queries.ts'

export interface MessageRef {
  spaceId: Id
  messageId: Id
}

interface MessagesQuery {
  before?: Id | undefined
  from?: Id | undefined
  around?: Id | undefined
  after?: number | undefined
}

/**
 * The newest page of a chat, or one before, from or around a message, oldest first; or all that was
 * made or changed after a number. Refuses: 404 a space that is not there, 403 who is not in it.
 */
export async function readMessages(
  actor: Actor,
  services: Pick<Services, 'db' | 'images'>,
  spaceId: Id,
  query: MessagesQuery = {},
): Promise<SpaceMessage[]> {
  const { db } = services
  await requireMembership(actor, services, spaceId)
  const rows = await rowsOf(db, { viewer: actor.id, space: spaceId }, query)
  const context = await readContext(db, { viewer: actor.id, spaceId }, rows)
  return rows.map((row) => presentMessage(actor.id, services, row, context))
}

/** They are sent all the same: who folds one out may read it. A block takes nothing away. */
export async function readFolds(
  actor: Actor,
  services: Pick<Services, 'db'>,
  spaceId: Id,
): Promise<Folds> {
  await requireMembership(actor, services, spaceId)
  const where = { viewer: actor.id, space: spaceId }
  const rows = await messageQueries.findBlockedInSpace(services.db, where)
  const idsOf = (isOwn: boolean) =>
    rows.filter((row) => (row.blocked_id !== null) === isOwn).map(({ id }) => String(id))
  return { blocked: idsOf(true), hidden: idsOf(false) }
}

async function rowsOf(
  db: Services['db'],
  where: { viewer: Id; space: Id },
  { before, from, around, after }: MessagesQuery,
) {
  if (after !== undefined) return messageQueries.messagesAfter(db, { ...where, after })
  if (around !== undefined) return rowsAround(db, where, around)
  if (from !== undefined)
    return messageQueries.messagesFrom(db, { ...where, from, limit: MESSAGES_PAGE_SIZE })
  if (before === undefined) return (await messageQueries.newestMessages(db, where)).reverse()
  return (await messageQueries.messagesBefore(db, { ...where, before })).reverse()
}

async function rowsAround(db: Services['db'], where: { viewer: Id; space: Id }, id: Id) {
  const [before, from] = await Promise.all([
    messageQueries.messagesBefore(db, { ...where, before: id }),
    messageQueries.messagesFrom(db, { ...where, from: id, limit: MESSAGES_AROUND }),
  ])
  return [...before.slice(0, MESSAGES_AROUND).reverse(), ...from]
}

/** Notes how far the actor has read, never backward; answers with how far that is now. */
export async function markRead(
  actor: Actor,
  services: Pick<Services, 'db' | 'bus'>,
  spaceId: Id,
  seq: number,
): Promise<number> {
  const membership = await requireMembership(actor, services, spaceId)
  const reached = Math.min(seq, membership.last_seq)
  if (reached <= membership.last_read_seq) return membership.last_read_seq
  await mutate(services, async ({ trx, publish }) => {
    if (!(await queries.moveReadMark(trx, { spaceId, userId: actor.id }, reached))) return
    if (membership.kind === 'direct') publishConversationChanged({ publish }, spaceId, [actor.id])
    else publishSpaceRead({ publish }, { spaceId, memberId: actor.id, seq: reached })
  })
  return reached
}

export async function readMessage(actor: Actor, services: Services, ref: MessageRef) {
  const row = await memberMessage(actor, services.db, ref)
  const viewer = { viewer: actor.id, spaceId: ref.spaceId }
  return presentMessage(actor.id, services, row, await readContext(services.db, viewer, [row]))
}

/** A message that is there. Refuses (403) where it is not for the actor. */
export async function memberMessage(
  actor: Actor,
  db: Queryable,
  { spaceId, messageId }: MessageRef,
) {
  const row = await messageQueries.findMessage(db, actor.id, spaceId, messageId)
  if (!row) throw new HttpError('forbidden', MESSAGES.membersOnly)
  return row
}
