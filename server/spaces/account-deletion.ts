import type { SpaceMessage } from '../../contract/spaces.ts'
import type { Id } from '../platform/ids.ts'
import type { Mutation, Services } from '../services.ts'
import * as deletionQueries from './account-deletion-queries.ts'
import { deleteLockedSpace, handOverSpace } from './manage-space.ts'
import { presentMark } from './present.ts'
import { publishJoinRequestsChanged, publishSpaceChanged } from './space-events.ts'

/** So many deleted messages are published one by one; for more, the space is published as changed. */
const DELETED_MESSAGES_PUBLISHED_MAX = 200

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
  const spaces = await deletionQueries.lockSpacesOf(trx, memberId)
  if (spaces.length === 0) return
  const successors = await handOverSpaces(services, mutation, spaces, memberId)
  await deleteMessagesOf(mutation, memberId)
  const left = new Set(await deletionQueries.deleteMemberships(trx, memberId))
  const waitingAt = new Set(await deletionQueries.deleteRequestsOf(trx, memberId))
  for (const { id, admin_id } of spaces) {
    if (left.has(id) && (admin_id !== memberId || successors.has(id)))
      publishSpaceChanged(mutation, id)
    if (waitingAt.has(id)) publishJoinRequestsChanged(mutation, id, [admin_id])
  }
}

interface AffectedSpace {
  id: Id
  name: string
  admin_id: Id
}

/** Returns the spaces that passed to somebody. */
async function handOverSpaces(
  services: Pick<Services, 'clock' | 'images'>,
  mutation: Mutation,
  spaces: AffectedSpace[],
  memberId: Id,
): Promise<Set<Id>> {
  const candidates = await deletionQueries.successorsOf(mutation.trx, memberId)
  const successors = new Map(candidates.map((successor) => [successor.space_id, successor.user_id]))
  for (const space of spaces.filter(({ admin_id }) => admin_id === memberId)) {
    const to = successors.get(space.id)
    if (to) await handOverSpace(services, mutation, space, { from: null, to })
    else await deleteLockedSpace(services, mutation, space.id)
  }
  return new Set(successors.keys())
}

/** Publishes the deletion of the newest messages; `?after` gives all. */
async function deleteMessagesOf(mutation: Mutation, memberId: Id) {
  const { trx } = mutation
  const newest = await deletionQueries.newestMessageIdsOf(
    trx,
    memberId,
    DELETED_MESSAGES_PUBLISHED_MAX,
  )
  const changed = await deletionQueries.numberChangesOf(trx, memberId)
  await deletionQueries.emptyMessagesOf(trx, memberId)
  for (const mark of await deletionQueries.findMarks(trx, newest))
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
