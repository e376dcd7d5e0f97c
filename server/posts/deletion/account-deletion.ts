import type { Id } from '../../platform/ids.ts'
import type { Mutation, Services } from '../../services.ts'
import { anonymizeSomeMentions } from '../mentions/mention-queries.ts'
import { imageIdsOf } from '../queries.ts'
import * as deletionQueries from './account-deletion-queries.ts'

/** Out of the counts, too; pictures follow with the next sweep. True while there may be more. */
export async function removeSomeFromPosts(
  { images }: Pick<Services, 'images'>,
  { trx }: Mutation,
  memberId: Id,
): Promise<boolean> {
  if (await anonymizeSomeMentions(trx, memberId)) return true
  if (await deletionQueries.deleteSomeReactions(trx, memberId)) return true
  if (await deletionQueries.deleteSomeVibes(trx, memberId)) return true
  if (await deletionQueries.deleteSomeComments(trx, memberId)) return true
  const posts = await deletionQueries.somePostsOf(trx, memberId)
  if (posts.length === 0) return false
  const ids = posts.map(({ id }) => id)
  // One post may have more reactions than a transaction should take.
  if (await deletionQueries.deleteSomeUnder(trx, ids)) return true
  const imageIds = await imageIdsOf(trx, ids)
  await deletionQueries.deletePosts(trx, ids)
  await images.release(trx, imageIds)
  return true
}
