import { lockAccountsIfAllExist } from '../accounts/lock-account.ts'
import type { Id } from '../platform/ids.ts'
import type { AccountDeletion, Mutation, Services } from '../services.ts'
import * as deletionQueries from './account-deletion-queries.ts'
import * as changeQueries from './conversations/conversation-change-queries.ts'
import { deleteLockedSpace, handOverSpace } from './manage-space.ts'
import { anonymizeSomeMentions } from './messages/mention-queries.ts'
import { releaseImages } from './messages/message-images.ts'
import { reindexMessages } from './messages/message-index.ts'
import { readersTopics } from './messages/publish-message.ts'
import { presentMark } from './present.ts'
import * as queries from './queries.ts'
import {
  publishConversationsChanged,
  publishJoinRequestsChanged,
  publishMessageDeleted,
  publishSpaceChanged,
} from './space-events.ts'
import { deleteSomeMessagesOf } from './space-jobs.ts'

/** What becomes of the spaces a member runs where they delete their account. */
export const { spacesWithHeirs } = deletionQueries

/**
 * So many deleted messages are published one by one; for more, the space is published as changed.
 */
const DELETED_MESSAGES_PUBLISHED_MAX = 200

/**
 * Takes some of what a deleted member had in spaces away. The spaces they ran pass to whoever has
 * been there longest, or go when nobody is left; what they said becomes marks without a sender, so
 * that no order has holes; all else of theirs goes. True while there may be more.
 */
export async function removeSomeFromSpaces(
  services: Pick<Services, 'clock' | 'images' | 'hooks'>,
  mutation: Mutation,
  deletion: AccountDeletion,
): Promise<boolean> {
  const { memberId } = deletion
  return (
    (await passOneSpaceOn(services, mutation, memberId)) ||
    (await deleteSomeMessages(services, mutation, deletion)) ||
    (await anonymizeSomeMentions(mutation.trx, memberId)) ||
    (await leaveSomeSpaces(services, mutation, memberId)) ||
    (await withdrawSomeRequests(mutation, memberId))
  )
}

async function passOneSpaceOn(
  services: Pick<Services, 'clock' | 'images' | 'hooks'>,
  mutation: Mutation,
  memberId: Id,
): Promise<boolean> {
  const { trx } = mutation
  const spaceId = await deletionQueries.findSpaceOfAdmin(trx, memberId)
  if (!spaceId) return false
  const to = await deletionQueries.findSuccessor(trx, spaceId, memberId)
  // Accounts before spaces. Who is deleted meanwhile is no successor at the next try.
  if (to && !(await lockAccountsIfAllExist(trx, [to]))) return true
  const space = await queries.lockSpace(trx, spaceId)
  if (space?.admin_id !== memberId) return true
  // Nor is who left it meanwhile: they would run what they are not in.
  if (to && !(await queries.isMember(trx, { spaceId, userId: to }))) return true
  if (to) await handOverSpace(services, mutation, space, { from: null, to })
  else if (!(await deleteSomeMessagesOf(services, trx, spaceId)))
    await deleteLockedSpace(services, mutation, spaceId)
  return true
}

/** Publishes the deletion of the newest messages; `?after` gives all. */
async function deleteSomeMessages(
  services: Pick<Services, 'clock' | 'images'>,
  mutation: Mutation,
  deletion: AccountDeletion,
): Promise<boolean> {
  const { trx } = mutation
  const { memberId } = deletion
  const own = await deletionQueries.someMessageIdsOf(trx, memberId)
  const written = own.length > 0 ? own : await deletionQueries.someMessageIdsAbout(trx, memberId)
  const reactedTo = await deletionQueries.someMessageIdsReactedToBy(trx, memberId)
  const ids = [...new Set([...written, ...reactedTo])]
  if (ids.length === 0) return false
  await deletionQueries.lockSpacesOfMessages(trx, ids)
  const changed = await deletionQueries.numberChanges(trx, ids)
  await releaseImages(services, trx, written)
  const now = services.clock()
  const indexed = await deletionQueries.findIndexed(trx, written)
  await deletionQueries.emptyMessages(trx, memberId, { written, reactedTo, now })
  for (const ofSpace of Map.groupBy(indexed, ({ id }) => id).values())
    await reindexMessages(
      trx,
      ofSpace.map(({ seq, content, ...space }) => ({ space, seq, former: content, content: '' })),
    )
  const published = written.slice(0, DELETED_MESSAGES_PUBLISHED_MAX - deletion.messagesPublished)
  deletion.messagesPublished += published.length
  for (const mark of await deletionQueries.findMarks(trx, published)) {
    const { space_id: spaceId, opened_seq } = mark
    const topics = await readersTopics(trx, { id: spaceId, opened_seq }, mark.seq)
    publishMessageDeleted(mutation, { spaceId, topics }, presentMark(mark))
  }
  for (const spaceId of changed) publishSpaceChanged(mutation, spaceId)
  return true
}

async function leaveSomeSpaces(
  services: Pick<Services, 'images'>,
  mutation: Mutation,
  memberId: Id,
): Promise<boolean> {
  const { trx } = mutation
  const left = await deletionQueries.deleteSomeMemberships(trx, memberId)
  if (left.length === 0) return false
  for (const spaceId of left) publishSpaceChanged(mutation, spaceId)
  // By now nothing is left of what the member said there: so it reads in the lists.
  publishConversationsChanged(mutation, await changeQueries.membersOfConversations(trx, left))
  for (const empty of await changeQueries.anonymizeConversations(trx, memberId, left))
    await deleteLockedSpace(services, mutation, empty)
  return true
}

async function withdrawSomeRequests(mutation: Mutation, memberId: Id): Promise<boolean> {
  const withdrawn = await deletionQueries.deleteSomeRequestsOf(mutation.trx, memberId)
  for (const { space_id, admin_id, status } of withdrawn)
    if (status === 'pending') publishJoinRequestsChanged(mutation, space_id, [admin_id])
  return withdrawn.length > 0
}
