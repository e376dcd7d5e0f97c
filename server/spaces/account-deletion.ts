import type { SpaceMessage } from '../../contract/spaces.ts'
import type { Id } from '../platform/ids.ts'
import type { Mutation, Services } from '../services.ts'
import * as forgettingQueries from './account-deletion-queries.ts'
import { deleteLockedSpace, passSpace } from './manage-space.ts'
import { presentMark } from './present.ts'
import { publishJoinRequestsChanged, publishSpaceChanged } from './space-events.ts'

/** So many deleted messages are told one by one; of more, the change of the space tells. */
const MARKS_TOLD_MAX = 200

/**
 * An account is deleted. The spaces they run pass to whoever has been there longest, or go when
 * nobody is left; what they said becomes marks without a sender, so that no order has holes; all
 * else of theirs goes.
 */
export async function deleteMemberFromSpaces(
  services: Pick<Services, 'clock' | 'images'>,
  mutation: Mutation,
  memberId: Id,
) {
  const { trx } = mutation
  const spaces = await forgettingQueries.lockSpacesOf(trx, memberId)
  if (spaces.length === 0) return
  const heirs = await passSpacesOn(services, mutation, spaces, memberId)
  await forgetWordsOf(mutation, memberId)
  const left = new Set(await forgettingQueries.deleteMemberships(trx, memberId))
  const waitingAt = new Set(await forgettingQueries.deleteRequestsOf(trx, memberId))
  for (const { id, admin_id } of spaces) {
    if (left.has(id) && (admin_id !== memberId || heirs.has(id))) publishSpaceChanged(mutation, id)
    if (waitingAt.has(id)) publishJoinRequestsChanged(mutation, id, [admin_id])
  }
}

interface Held {
  id: Id
  name: string
  admin_id: Id
}

/** Returns the spaces that passed to somebody. */
async function passSpacesOn(
  services: Pick<Services, 'clock' | 'images'>,
  mutation: Mutation,
  spaces: Held[],
  memberId: Id,
): Promise<Set<Id>> {
  const inLine = await forgettingQueries.heirsOf(mutation.trx, memberId)
  const heirs = new Map(inLine.map((heir) => [heir.space_id, heir.user_id]))
  for (const space of spaces.filter(({ admin_id }) => admin_id === memberId)) {
    const to = heirs.get(space.id)
    if (to) await passSpace(services, mutation, space, { from: null, to })
    else await deleteLockedSpace(services, mutation, space.id)
  }
  return new Set(heirs.keys())
}

/** The deletion of the newest messages is told at once; `?after` tells of all. */
async function forgetWordsOf(mutation: Mutation, memberId: Id) {
  const { trx } = mutation
  const newest = await forgettingQueries.newestMessageIdsOf(trx, memberId, MARKS_TOLD_MAX)
  const changed = await forgettingQueries.numberChangesOf(trx, memberId)
  await forgettingQueries.emptyMessagesOf(trx, memberId)
  for (const mark of await forgettingQueries.findMarks(trx, newest))
    publishMessageDeleted(mutation, mark.space_id, presentMark(mark))
  for (const spaceId of changed) publishSpaceChanged(mutation, spaceId)
}

function publishMessageDeleted({ publish }: Mutation, spaceId: Id, message: SpaceMessage) {
  publish({
    kind: 'broadcast',
    topics: [`space:${spaceId}`],
    event: { type: 'message_changed', spaceId: String(spaceId), message },
  })
}
