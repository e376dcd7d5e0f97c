import { MESSAGES, type Post, type PostFields } from '../../contract/posts.ts'
import { mutateAs, requireAccount } from '../accounts/lock-account.ts'
import { deletePostNotifications } from '../notifications/retention.ts'
import { createOnce } from '../platform/database/mutate.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { IdempotentRequest } from '../platform/idempotency.ts'
import type { Id } from '../platform/ids.ts'
import type { ImageSource } from '../platform/images/decode-image.ts'
import type { Actor, Mutation, Services } from '../services.ts'
import { readPost } from './hydrate-posts.ts'
import { circleOf } from './newest-posts-queries.ts'
import * as queries from './queries.ts'
import { lockPostForActor } from './reactions.ts'

export interface NewPost extends PostFields {
  image: ImageSource | null
}

/**
 * Creates a post, with its picture or not at all; once, however often the same request comes.
 * Throws ImageRefusedError when the file is no picture we can read.
 */
export async function createPost(
  actor: Actor,
  services: Services,
  post: NewPost,
  request: IdempotentRequest | null,
): Promise<Post> {
  const { image } = post
  const { id } = await createOnce(services, request, {
    begin: (trx) => requireAccount(trx, actor),
    prepare: async () => image && services.images.save(actor.id, 'post', image),
    create: (mutation, id, imageId) =>
      insertPost(actor, services, mutation, { ...post, id, imageId }),
  })
  return readPost(actor, services, id)
}

/** Deletes one's own post and its picture. Another's post is refused: 403 if visible, else 404. */
export async function deleteOwnPost(actor: Actor, services: Services, postId: Id) {
  await mutateAs(actor, services, async (mutation) => {
    const post = await lockPostForActor(actor, mutation.trx, postId)
    if (post.author_id !== actor.id) throw new HttpError('forbidden', MESSAGES.notYourPost)
    await removePost(mutation, services, post)
  })
  services.images.sweepSoon()
}

/**
 * Deletes anybody's post, for moderation, within the caller's mutation; its picture follows with
 * the next sweep of `images`. Returns its author's id; undefined when it is gone.
 */
export async function deletePost(
  mutation: Mutation,
  services: Services,
  postId: Id,
): Promise<Id | undefined> {
  const post = await queries.lockPostWithoutVisibilityCheck(mutation.trx, postId)
  if (post) await removePost(mutation, services, post)
  return post?.author_id
}

async function removePost(mutation: Mutation, services: Services, post: queries.PostRow) {
  const { trx } = mutation
  await deletePostNotifications(mutation, post.id)
  await queries.deletePost(trx, post.id)
  if (post.image_id) await services.images.release(trx, [post.image_id])
}

async function insertPost(
  actor: Actor,
  { images, clock }: Services,
  mutation: Mutation,
  post: NewPost & { id: Id; imageId: string | null },
) {
  const { trx } = mutation
  const { id, imageId } = post
  if (imageId) await images.use(trx, imageId)
  const isPublic = !(await queries.isAuthorPrivate(trx, actor.id))
  await queries.insertPost(trx, {
    id,
    author_id: actor.id,
    text: post.text,
    image_id: imageId,
    image_alt: imageId ? post.imageAlt : '',
    created_at: clock(),
    is_public: isPublic ? 1 : 0,
  })
  const circle = await circleOf(trx, actor.id)
  publishNewPost(mutation, circle?.ids ?? [], isPublic)
}

/** Publishes to who has a feed on screen that it has grown, not by what. */
function publishNewPost({ publish }: Mutation, viewers: Id[], isPublic: boolean) {
  const topics = viewers.map((viewerId) => `feed:${viewerId}` as const)
  publish({ kind: 'broadcast', topics, event: { type: 'new_posts', feed: 'friends' } })
  if (!isPublic) return
  const event = { type: 'new_posts', feed: 'public' } as const
  publish({ kind: 'broadcast', topics: ['feed:public'], event })
}
