import { MESSAGES, type UndoableKind } from '../../contract/removal.ts'
import { SERVER_MESSAGES as REPORT_MESSAGES } from '../../contract/reports.ts'
import { mutateAs } from '../accounts/mutate-as.ts'
import { restoreSettings } from '../community/change-settings.ts'
import { notifyAffectedMember } from '../notifications/notify.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Id } from '../platform/ids.ts'
import { restoreComment } from '../posts/comments/comments.ts'
import { restorePost } from '../posts/deletion/removed-posts.ts'
import { restoreProfile } from '../profile/remove-profile.ts'
import { type Removal, takeRemoval } from '../removals/removals.ts'
import type { Actor, Mutation, Services } from '../services.ts'
import { restoreMessage } from '../spaces/messages/remove-message.ts'
import { restoreSpace } from '../spaces/remove-space.ts'
import { recordAdminAct } from './audit-log.ts'
import * as actQueries from './audit-log-queries.ts'
import * as queries from './queries.ts'

/** Whom it concerns beside whose it was, and where it is. */
interface Restored {
  alsoTold?: Id[]
  spaceId?: Id
  spaceName?: string
  isConversation?: boolean
  /** Of its link, to be filled after the commit. */
  cardId?: Id | null
}

type Restore = (
  services: Services,
  mutation: Mutation,
  removal: Removal,
) => Promise<Restored | undefined>

const RESTORE: Record<UndoableKind, Restore> = {
  post: async (_services, mutation, removal) =>
    (await restorePost(mutation, removal)) ? {} : undefined,
  comment: async (_services, mutation, removal) =>
    (await restoreComment(mutation, removal)) ? {} : undefined,
  message: restoreMessage,
  photo: restoreProfileOf,
  profile: restoreProfileOf,
  community: async (_services, mutation, { contents }) =>
    (await restoreSettings(mutation, contents)) ? {} : undefined,
  async space(_services, mutation, removal) {
    const space = await restoreSpace(mutation, removal)
    const spaceId = removal.thing_id
    return space && { alsoTold: space.memberIds, spaceId, spaceName: space.name }
  },
}

async function restoreProfileOf(services: Services, mutation: Mutation, removal: Removal) {
  return (await restoreProfile(services, mutation, removal)) ? {} : undefined
}

interface Undoing {
  actId: Id
  reason: string
}

interface Undone {
  /** The sentence that says so. */
  msg: string
  /** Of the link of what is there again, and whose that is. */
  card?: { id: Id | null; memberId: Id }
}

/**
 * Gives back what an act took away, or has decided anew what it decided, and tells those whom it
 * concerns. Refuses: 404 what is undone already or really deleted by now, 403 what another
 * administrator did to the actor, 409 where something else has its place. Answers the sentence that
 * says so.
 */
export async function undoAct(actor: Actor, services: Services, actId: Id, reason: string) {
  const undoing = { actId, reason }
  const { msg, card } = await mutateAs(actor, services, async (mutation) => {
    const undone =
      (await giveBack(actor, services, mutation, undoing)) ??
      (await undoDecision(actor, services, mutation, undoing))
    if (!undone) throw new HttpError('not_found', MESSAGES.notUndoable)
    return undone
  })
  if (card) services.linkCards.fillCardSoon(card.id, card.memberId)
  return msg
}

async function giveBack(
  actor: Actor,
  services: Services,
  mutation: Mutation,
  { actId, reason }: Undoing,
): Promise<Undone | undefined> {
  const { trx } = mutation
  const removal = await takeRemoval(trx, actId)
  if (!removal) return undefined
  const adminId = await actQueries.markUndone(trx, actId, services.clock())
  const { member_id: memberId, kind } = removal
  if (memberId === actor.id && adminId !== actor.id)
    throw new HttpError('forbidden', MESSAGES.undoneByOthers)
  const isChange = kind === 'community'
  const restored = await RESTORE[kind](services, mutation, removal)
  if (!restored)
    throw new HttpError('conflict', isChange ? MESSAGES.isChangedAgain : MESSAGES.isReplaced)
  const memberNumber = await queries.memberNumberOf(trx, memberId)
  await recordAdminAct(services, trx, { adminId: actor.id, act: 'undo', memberNumber, reason })
  const { alsoTold = [], spaceId, spaceName = '', isConversation = false, cardId = null } = restored
  const params = { thing: kind, spaceName, reason, isConversation }
  const notification = { kind: 'given_back', params } as const
  // What was changed is nobody's: who changed it is told.
  const whose = isChange ? adminId : memberId
  for (const to of new Set([...(whose ? [whose] : []), ...alsoTold]))
    await notifyAffectedMember(actor, services, mutation, {
      ...notification,
      to,
      ...(spaceId && { spaceId }),
      ...(kind === 'post' && { postId: removal.thing_id }),
    })
  const msg = isChange ? MESSAGES.changeUndone : MESSAGES.undone
  return { msg, card: { id: cardId, memberId } }
}

/**
 * Who was warned is told. Of a dismissal they never knew, and whoever reported it learns nothing
 * more.
 */
async function undoDecision(
  actor: Actor,
  services: Services,
  mutation: Mutation,
  { actId, reason }: Undoing,
): Promise<Undone | undefined> {
  const { trx } = mutation
  const undone = await actQueries.findAct(trx, actId)
  if (!undone) return undefined
  const { act, member_number: memberNumber } = undone
  const memberId = await queries.memberOfNumber(trx, memberNumber)
  // Nobody decides about themself, nor learns here whether they were reported anew.
  if (memberId === actor.id && (act === 'dismiss' || act === 'warn'))
    throw new HttpError('forbidden', MESSAGES.undoneByOthers)
  if (!(await services.hooks.actUndone(mutation, actId, actor.id))) return undefined
  await actQueries.markUndone(trx, actId, services.clock())
  await recordAdminAct(services, trx, { adminId: actor.id, act: 'undo', memberNumber, reason })
  if (act === 'warn' && memberId) {
    const notification = { kind: 'warning_undone', params: { reason } } as const
    await notifyAffectedMember(actor, services, mutation, { ...notification, to: memberId })
  }
  return { msg: REPORT_MESSAGES.waitsAgain }
}
