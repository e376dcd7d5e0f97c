import { type Post, SAYS } from '../../contract/posts.ts'
import { Refusal } from '../platform/http/refusal.ts'
import type { Actor, Services } from '../services.ts'
import { presentPost } from './present.ts'
import * as queries from './queries.ts'

/**
 * A page of posts as the actor sees them, in the order of the ids, in one statement; what is
 * gone or not for the actor is left out.
 */
export async function showPosts(actor: Actor, services: Services, ids: string[]): Promise<Post[]> {
  return present(actor, services, ids, await queries.shownPosts(services.db, actor.id, ids))
}

/** One post. Refuses (404) a post that is not there for the actor. */
export async function readPost(actor: Actor, services: Services, postId: string): Promise<Post> {
  const [post] = await showPosts(actor, services, [postId])
  if (!post) throw new Refusal('not_found', SAYS.postMissing)
  return post
}

/** A page as `showPosts` gives it, for moderation, where privacy does not hold. */
export async function showAllPosts(
  actor: Actor,
  services: Services,
  ids: string[],
): Promise<Post[]> {
  return present(actor, services, ids, await queries.moderatedPosts(services.db, actor.id, ids))
}

function present(actor: Actor, services: Services, ids: string[], rows: queries.ShownPostRow[]) {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [presentPost(actor, services, row)] : []
  })
}
