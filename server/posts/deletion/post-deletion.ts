import { MESSAGES } from '../../../contract/posts.ts'
import { mutateAs } from '../../accounts/mutate-as.ts'
import { publishUnreadOfPost } from '../../notifications/update-notifications.ts'
import {
  createSlicedWork,
  type SlicedWork,
  type SlicedWorkTools,
} from '../../platform/concurrency/sliced-work.ts'
import { mutate } from '../../platform/database/mutate.ts'
import { reclaimSpace } from '../../platform/database/vacuum.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import type { Id } from '../../platform/ids.ts'
import { deleteOwnRemoval } from '../../removals/removals.ts'
import type { Queryable } from '../../schema.ts'
import type { Actor, Mutation, Services } from '../../services.ts'
import { requireAuthor } from '../permissions.ts'
import { publishPostChanged } from '../post-events.ts'
import { imageIdsOf, lockVisiblePost } from '../queries.ts'
import { deletePosts, deleteSomeUnder } from './account-deletion-queries.ts'
import * as queries from './deleted-post-queries.ts'
import { lockRemovedPost, markPostRemoved } from './removed-post-queries.ts'

// Most posts are deleted in one transaction. One that a hundred thousand replied to is out of
// everybody's sight in it, like one that was removed, and goes a little at a time.

/** Also one that an administrator removed. Another's is refused: 403 if visible, else 404. */
export async function deleteOwnPost(actor: Actor, services: Services, postId: Id) {
  const isMore = await mutateAs(actor, services, async (mutation) => {
    const lock = () => lockVisiblePost(mutation.trx, actor.id, postId)
    const removed = { kind: 'post', thingId: postId, memberId: actor.id } as const
    let post = await lock()
    // Asked once it was waited for: it may have been removed meanwhile.
    if (!post && (await deleteOwnRemoval(mutation.trx, removed)))
      return deleteRemovedPost(services, mutation, postId)
    // Or given back, while that was waited for.
    post ??= await lock()
    if (!post) throw new HttpError('not_found', MESSAGES.postMissing)
    requireAuthor(actor, post, MESSAGES.notYourPost)
    await publishPostChanged(mutation, post)
    return deleteLockedPost(services, mutation, postId)
  })
  if (isMore) await services.postJobs.finishSoon(postId)
  services.images.sweepSoon()
}

/**
 * Within the caller's mutation, who has locked the post; its pictures follow with the next sweep of
 * `images`. True where `postJobs` has the rest.
 */
async function deleteLockedPost(
  { images, clock }: Pick<Services, 'images' | 'clock'>,
  mutation: Mutation,
  postId: Id,
): Promise<boolean> {
  const { trx } = mutation
  await publishUnreadOfPost(mutation, postId)
  const isMore = await deleteSome({ images }, trx, postId)
  if (isMore) {
    await markPostRemoved(trx, postId, clock())
    await queries.insertDeletedPost(trx, postId)
  }
  return isMore
}

/** Really deletes one that an administrator removed. True where `postJobs` has the rest. */
export async function deleteRemovedPost(
  services: Pick<Services, 'images' | 'clock'>,
  mutation: Mutation,
  postId: Id,
): Promise<boolean> {
  const post = await lockRemovedPost(mutation.trx, postId)
  return post !== undefined && deleteLockedPost(services, mutation, postId)
}

type Dependencies = Pick<Services, 'db' | 'bus' | 'images'>

/** What is left of deleted posts: what others made of them, and then the posts. */
export function createPostJobs(services: Dependencies, tools: SlicedWorkTools): SlicedWork {
  return createSlicedWork({
    ...tools,
    name: 'finishPosts',
    findUnfinished: () => queries.deletedPostIds(services.db),
    async work(postId, doSlices) {
      const isDone = await doSlices(() =>
        mutate(services, async ({ trx }) => {
          // The author's account may have been deleted meanwhile, and the post with it.
          const post = await lockRemovedPost(trx, postId)
          return post !== undefined && (await deleteSome(services, trx, postId))
        }),
      )
      if (!isDone) return
      await queries.deleteDeletedPostRow(services.db, postId)
      await services.images.sweepSoon()
      await reclaimSpace(services.db)
    },
  })
}

/** True while there may be more; in the end the post itself is gone. */
async function deleteSome(
  { images }: Pick<Services, 'images'>,
  trx: Queryable,
  postId: Id,
): Promise<boolean> {
  if (await deleteSomeUnder(trx, [postId])) return true
  const imageIds = await imageIdsOf(trx, [postId])
  await deletePosts(trx, [postId])
  await images.release(trx, imageIds)
  return false
}
