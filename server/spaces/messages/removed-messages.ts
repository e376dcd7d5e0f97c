import { MESSAGES as REMOVAL_MESSAGES } from '../../../contract/removal.ts'
import { wordlessLine } from '../../../contract/space-messages.ts'
import { SPACE_REMOVALS_SHOWN, type SpaceRemoval } from '../../../contract/space-removals.ts'
import { mutateAs } from '../../accounts/mutate-as.ts'
import { presentAuthor } from '../../accounts/present.ts'
import { readMentions } from '../../mentions/mentions.ts'
import { notifyAffectedMember } from '../../notifications/notify.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import type { Id } from '../../platform/ids.ts'
import { isoTimestamp } from '../../platform/timestamps.ts'
import { REMOVAL_KEPT_MS, readRemovalsOfSpace, takeRemoval } from '../../removals/removals.ts'
import type { Actor, Services } from '../../services.ts'
import { lockSpace } from '../lock-space.ts'
import { requireSpaceAdmin } from '../permissions.ts'
import { requireAdminOf } from '../space-admin.ts'
import type { Attachments } from './message-attachments.ts'
import { restoreMessage } from './remove-message.ts'

// What the admin of a space takes away is kept like what administrators do, and is given back from
// a list of the space's own.

/** What its admins removed and can give back, the latest first. For the space's admin. */
export async function readRemovedMessages(
  actor: Actor,
  services: Services,
  spaceId: Id,
): Promise<SpaceRemoval[]> {
  const { db, images } = services
  await requireAdminOf(actor, db, spaceId)
  const rows = await readRemovalsOfSpace(
    db,
    { id: spaceId, viewer: actor.id },
    SPACE_REMOVALS_SHOWN,
  )
  const texts = rows.map(({ text }) => text)
  const names = await readMentions(db, actor.id, texts)
  return rows.map((row) => ({
    _id: String(row.act_id),
    member: presentAuthor(images, row.member_id, row),
    text: names.read(row.text) || wordlessLine(imageCountIn(row)),
    removedAt: isoTimestamp(row.removed_at),
    until: isoTimestamp(row.removed_at + REMOVAL_KEPT_MS),
  }))
}

function imageCountIn({ contents }: { contents: string }): number {
  const { image_count }: Attachments = JSON.parse(contents)
  return image_count
}

/**
 * Gives a message back that an admin of the space removed, and tells its sender. For the space's
 * admin. Refuses: 404 what is undone already or really deleted, 403 also what another admin took
 * from the actor, 409 what has no place any more.
 */
export async function restoreRemovedMessage(
  actor: Actor,
  services: Services,
  { spaceId, removalId }: { spaceId: Id; removalId: Id },
  reason: string,
): Promise<void> {
  const { cardId, writerId } = await mutateAs(actor, services, async (mutation) => {
    const { trx } = mutation
    requireSpaceAdmin(actor, await lockSpace(trx, spaceId))
    const removal = await takeRemoval(trx, removalId, { id: spaceId, viewer: actor.id })
    if (!removal) throw new HttpError('not_found', REMOVAL_MESSAGES.notUndoable)
    const { member_id: to } = removal
    if (to === actor.id) throw new HttpError('forbidden', REMOVAL_MESSAGES.undoneByOthers)
    const back = await restoreMessage(services, mutation, removal)
    if (!back) throw new HttpError('conflict', REMOVAL_MESSAGES.isReplaced)
    const params = { thing: 'message', spaceName: back.spaceName, reason } as const
    const notification = { kind: 'given_back', params, spaceId } as const
    await notifyAffectedMember(actor, services, mutation, { ...notification, to })
    return { cardId: back.cardId, writerId: to }
  })
  services.linkCards.fillCardSoon(cardId, writerId)
}
