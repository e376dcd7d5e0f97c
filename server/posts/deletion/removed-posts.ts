import { publishUnreadOfPost } from '../../notifications/update-notifications.ts'
import type { Id } from '../../platform/ids.ts'
import type { Removal, Removed } from '../../removals/removals.ts'
import type { Mutation } from '../../services.ts'
import { publishPostChanged } from '../post-events.ts'
import * as queries from '../queries.ts'
import * as removalQueries from './removed-post-queries.ts'

// A post that an administrator removed stays where it is, with all that was made of it, and the
// rule of who may see what hides it.

/** Within the caller's mutation. Undefined when it is gone, or removed already. */
export async function removePost(
  mutation: Mutation,
  postId: Id,
  now: number,
): Promise<Removed | undefined> {
  const { trx } = mutation
  const post = await queries.lockPostWithoutVisibilityCheck(trx, postId)
  if (!post) return undefined
  const { author_id: memberId, text } = post
  // While those who see it are still known.
  await publishPostChanged(mutation, post)
  await removalQueries.markPostRemoved(trx, postId, now)
  await publishUnreadOfPost(mutation, postId)
  // Its pictures stay with it, and the log finds them there.
  return { memberId, text, imageId: null, imageAlt: '' }
}

/** False when it is gone. */
export async function restorePost(mutation: Mutation, { thing_id }: Removal): Promise<boolean> {
  const { trx } = mutation
  const post = await removalQueries.lockRemovedPost(trx, thing_id)
  if (!post) return false
  await removalQueries.restorePost(trx, thing_id)
  await publishPostChanged(mutation, post)
  await publishUnreadOfPost(mutation, thing_id)
  return true
}
