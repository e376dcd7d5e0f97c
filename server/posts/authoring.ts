import type { z } from 'zod'
import { type createPostFields, type Post, SAYS } from '../../contract/posts.ts'
import { maySeePostsOf } from '../friends/visibility.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { newId } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import type { Actor, Services } from '../services.ts'
import { presentPost } from './present.ts'
import * as queries from './queries.ts'

export interface NewPost extends z.output<typeof createPostFields> {
  image: Buffer | null
}

/**
 * Makes a post, with its picture or not at all. Throws ImageRefusedError when the file is no
 * picture we can read.
 */
export async function createPost(actor: Actor, services: Services, post: NewPost): Promise<Post> {
  const { db, images, clock } = services
  const imageId = post.image && (await images.save(actor.id, 'post', post.image))
  const id = newId()
  await db.transaction().execute(async (trx) => {
    if (imageId) await images.use(trx, imageId)
    await queries.insertPost(trx, {
      id,
      author_id: actor.id,
      text: post.text,
      image_id: imageId,
      image_alt: imageId ? post.imageAlt : '',
      created_at: clock(),
    })
  })
  const row = await queries.findShownPost(db, id)
  if (!row) throw new Refusal('not_found', SAYS.postMissing)
  return presentPost(services, row)
}

/** Deletes one's own post and its picture. Another's post is refused: 403 if visible, else 404. */
export async function deleteOwnPost(actor: Actor, services: Services, postId: string) {
  await services.db.transaction().execute(async (trx) => {
    const post = await queries.findPostForChange(trx, postId)
    if (!post || !(await maySeePostsOf(trx, actor.id, post.author_id)))
      throw new Refusal('not_found', SAYS.postMissing)
    if (post.author_id !== actor.id) throw new Refusal('forbidden', SAYS.notYourPost)
    await queries.deletePost(trx, postId)
    if (post.image_id) await services.images.release(trx, [post.image_id])
  })
  services.images.sweepSoon()
}

/** Part of deleting an account: the member's posts and pictures. */
export async function forgetPostsOf(
  services: Pick<Services, 'images'>,
  trx: Queryable,
  memberId: string,
) {
  await queries.deletePostsOf(trx, memberId)
  await services.images.releaseAllOf(trx, memberId)
}
