import type { z } from 'zod'
import { type createPostFields, type Post, SAYS } from '../../contract/posts.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { claim, madeBefore, type Repeatable, repeatable } from '../platform/idempotency.ts'
import { newId } from '../platform/ids.ts'
import type { Actor, Services } from '../services.ts'
import { enterIntoFeeds, removeFromFeeds } from './feed-queries.ts'
import * as queries from './queries.ts'
import { visiblePost } from './reacting.ts'
import { readPost } from './shown-posts.ts'

export interface NewPost extends z.output<typeof createPostFields> {
  image: Buffer | null
}

/** The same request again, by its key and what it asks for; null without a key. */
export function repeatablePost(actor: Actor, key: string | string[] | undefined, post: NewPost) {
  return repeatable(actor.id, key, [post.text, post.imageAlt, post.image ?? ''])
}

/**
 * Makes a post, with its picture or not at all; once, however often the same request comes.
 * Throws ImageRefusedError when the file is no picture we can read.
 */
export async function createPost(
  actor: Actor,
  services: Services,
  post: NewPost,
  request: Repeatable | null,
): Promise<Post> {
  const before = await madeBefore(services.db, request)
  return readPost(actor, services, before ?? (await makePost(actor, services, post, request)))
}

/** Deletes one's own post and its picture. Another's post is refused: 403 if visible, else 404. */
export async function deleteOwnPost(actor: Actor, services: Services, postId: string) {
  await services.db.transaction().execute(async (trx) => {
    const post = await visiblePost(actor, trx, postId)
    if (post.author_id !== actor.id) throw new Refusal('forbidden', SAYS.notYourPost)
    await removeFromFeeds(trx, postId, actor.id)
    await queries.deletePost(trx, postId)
    if (post.image_id) await services.images.release(trx, [post.image_id])
  })
  services.images.sweepSoon()
}

async function makePost(
  actor: Actor,
  services: Services,
  post: NewPost,
  request: Repeatable | null,
): Promise<string> {
  const { db, images, clock } = services
  const imageId = post.image && (await images.save(actor.id, 'post', post.image))
  const id = newId()
  return db.transaction().execute(async (trx) => {
    if (!(await claim(trx, request, id, clock()))) return (await madeBefore(trx, request)) ?? id
    if (imageId) await images.use(trx, imageId)
    await queries.insertPost(trx, {
      id,
      author_id: actor.id,
      text: post.text,
      image_id: imageId,
      image_alt: imageId ? post.imageAlt : '',
      created_at: clock(),
      is_public: (await queries.isAuthorPrivate(trx, actor.id)) ? 0 : 1,
      like_count: 0,
      dislike_count: 0,
      comment_count: 0,
    })
    await enterIntoFeeds(trx, id)
    return id
  })
}
