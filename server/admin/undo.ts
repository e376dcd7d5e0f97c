import { MESSAGES, type UndoableKind } from '../../contract/removal.ts'
import { mutateAs } from '../accounts/lock-account.ts'
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

/**
 * Gives back what an act took away, and tells those whom it concerns. Refuses: 404 what is undone
 * already or really deleted by now, 403 what another administrator took from the actor, 409 where
 * something else has its place. Answers the sentence that says so.
 */
export async function undoAct(actor: Actor, services: Services, actId: Id, reason: string) {
  const undone = await mutateAs(actor, services, async (mutation) => {
    const { trx } = mutation
    const removal = await takeRemoval(trx, actId)
    const adminId = removal && (await actQueries.markUndone(trx, actId, services.clock()))
    if (!removal) throw new HttpError('not_found', MESSAGES.notUndoable)
    const { member_id: memberId, kind } = removal
    if (memberId === actor.id && adminId !== actor.id)
      throw new HttpError('forbidden', MESSAGES.undoneByOthers)
    const isChange = kind === 'community'
    const restored = await RESTORE[kind](services, mutation, removal)
    if (!restored)
      throw new HttpError('conflict', isChange ? MESSAGES.isChangedAgain : MESSAGES.isReplaced)
    const memberNumber = await queries.memberNumberOf(trx, memberId)
    await recordAdminAct(services, trx, { adminId: actor.id, act: 'undo', memberNumber, reason })
    const {
      alsoTold = [],
      spaceId,
      spaceName = '',
      isConversation = false,
      cardId = null,
    } = restored
    const params = { thing: kind, spaceName, reason, isConversation }
    const notification = { kind: 'given_back', params } as const
    // What was changed is nobody's: who changed it is told.
    const whose = isChange ? adminId : memberId
    for (const to of new Set([...(whose ? [whose] : []), ...alsoTold]))
      await notifyAffectedMember(actor, services, mutation, {
        ...notification,
        to,
        ...(spaceId && { spaceId }),
      })
    return { msg: isChange ? MESSAGES.changeUndone : MESSAGES.undone, cardId, memberId }
  })
  services.linkCards.fillCardSoon(undone.cardId, undone.memberId)
  return undone.msg
}
