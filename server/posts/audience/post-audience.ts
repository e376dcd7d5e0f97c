import { MESSAGES, POST_AUDIENCES, type Post, type PostAudience } from '../../../contract/posts.ts'
import { mutateAs } from '../../accounts/mutate-as.ts'
import { publishUnreadOfPost } from '../../notifications/update-notifications.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import type { Id } from '../../platform/ids.ts'
import type { Actor, Services } from '../../services.ts'
import { readChangedPost } from '../cards/hydrate-posts.ts'
import { wasCommented } from '../edits/edit-queries.ts'
import { lockPostForActor } from '../lock-post.ts'
import { requireAuthor } from '../permissions.ts'
import { publishPostChanged } from '../post-events.ts'
import { lockWhetherPublic } from '../queries.ts'
import * as queries from './audience-queries.ts'

/**
 * Changes for whom an own post is; all that is under it follows. Refuses: 404 a post that is not
 * there for the actor, 403 another's, and 409 a wider audience where others commented for this one.
 */
export async function changeAudience(
  actor: Actor,
  services: Services,
  postId: Id,
  audience: PostAudience,
): Promise<Post> {
  await mutateAs(actor, services, async (mutation) => {
    const { trx } = mutation
    const post = await lockPostForActor(actor, trx, postId)
    requireAuthor(actor, post, MESSAGES.notYourAudience)
    if (post.audience === audience) return
    const byOthers = { postId, authorId: actor.id, since: 0 }
    const isWidened = isWider(audience, post.audience)
    if (isWidened && (await wasCommented(trx, byOthers)))
      throw new HttpError('conflict', MESSAGES.audienceCommented)
    const isPublic = await lockWhetherPublic(trx, actor.id, audience)
    // Told to all who see it now or will: it leaves the feeds on screen of those who no longer do.
    if (!isWidened) await publishPostChanged(mutation, post)
    await queries.updateAudience(trx, postId, audience, isPublic)
    if (isWidened) await publishPostChanged(mutation, post)
    await publishUnreadOfPost(mutation, postId)
  })
  return readChangedPost(actor, services, postId)
}

/**
 * For the profile counts as wider than for friends also while it is private: it may open any day.
 */
export function isWider(audience: PostAudience, than: PostAudience): boolean {
  return POST_AUDIENCES.indexOf(audience) < POST_AUDIENCES.indexOf(than)
}
