import type { Selectable } from 'kysely'
import { DAY_MS } from '../../contract/durations.ts'
import { IMAGE_ALT_FIELDS, MESSAGES, type Post, type PostFields } from '../../contract/posts.ts'
import { promptOf } from '../../contract/theme.ts'
import { lockActor } from '../accounts/lock-account.ts'
import type { ImageSource } from '../images/decoding/decode-image.ts'
import { type DescribedImage, saveInOrder } from '../images/save-in-order.ts'
import { storedText } from '../mentions/mentions.ts'
import { createOnce } from '../platform/database/mutate.ts'
import { invalid } from '../platform/http/http-error.ts'
import type { IdempotentRequest } from '../platform/idempotency.ts'
import type { Id } from '../platform/ids.ts'
import type { Actor, Mutation, Services } from '../services.ts'
import { AUDIENCES } from '../visibility/audiences.ts'
import { readersOf } from './audience/readers-queries.ts'
import { readChangedPost } from './cards/hydrate-posts.ts'
import type { SequencedPost } from './feeds/newest-posts.ts'
import { notifyMentioned } from './mentions/post-mentions.ts'
import * as queries from './queries.ts'
import type { PostsTable } from './tables.ts'

/** A post about a theme can wait so long for a network. */
export const THEME_WAITS_MS = 8 * DAY_MS

export interface NewPost extends PostFields {
  images: ImageSource[]
}

/** With all its pictures or not at all. Throws ImageRefusedError when a file is no picture. */
export async function createPost(
  actor: Actor,
  services: Services,
  post: NewPost,
  request: IdempotentRequest | null,
): Promise<Post> {
  const theme = themeOf(post, services.clock())
  const { id, created } = await createOnce(services, request, {
    begin: (trx) => lockActor(trx, actor),
    prepare: () => saveInOrder(services.images, actor.id, post.images, altsOf(post)),
    create: (mutation, id, images) =>
      insertPost(actor, services, mutation, { ...post, ...theme, id, images }),
  })
  if (created) services.newestPosts.add(created)
  await services.linkCards.fillSoon(id, actor.id)
  return readChangedPost(actor, services, id)
}

const altsOf = (post: NewPost) => IMAGE_ALT_FIELDS.map((name) => post[name])

type Theme = Pick<Selectable<PostsTable>, 'theme_date' | 'theme_prompt'>

/** Somewhere it is tomorrow already; and a post may have waited some days for a network. */
function themeOf({ themeDate }: PostFields, now: number): Theme {
  if (themeDate === '') return { theme_date: null, theme_prompt: null }
  const age = now - Date.parse(themeDate)
  if (age < -DAY_MS || age > THEME_WAITS_MS) throw invalid('themeDate', MESSAGES.themeOver)
  return { theme_date: themeDate, theme_prompt: promptOf(themeDate) }
}

async function insertPost(
  actor: Actor,
  services: Services,
  mutation: Mutation,
  post: Omit<NewPost, 'images'> & Theme & { id: Id; images: DescribedImage[] },
): Promise<SequencedPost> {
  const { images, clock } = services
  const { trx } = mutation
  const { id, images: postImages, theme_date, theme_prompt } = post
  for (const image of postImages) await images.use(trx, image.id)
  const isPublic = await queries.lockWhetherPublic(trx, actor.id, post.audience)
  const row = {
    id,
    author_id: actor.id,
    text: post.text,
    link_card_id: post.noPreview
      ? null
      : await services.linkCards.cardFor(mutation, post.text, 'post'),
    ...{ theme_date, theme_prompt },
    created_at: clock(),
    audience: post.audience,
    is_public: isPublic ? 1 : 0,
  }
  const seq = await queries.insertPost(trx, row, postImages)
  await rewriteMentionsAndNotify(actor, services, mutation, post)
  publishNewPost(
    mutation,
    await readersOf(trx, actor.id, AUDIENCES[post.audience].readers),
    isPublic,
  )
  return { id, authorId: actor.id, audience: post.audience, seq }
}

/** Once the post is there: who sees it can be mentioned in it. */
async function rewriteMentionsAndNotify(
  actor: Actor,
  services: Services,
  mutation: Mutation,
  { id: postId, text }: { id: Id; text: string },
) {
  const place = { postId }
  const kept = await storedText(mutation.trx, actor.id, { scope: place, text })
  if (kept === text) return
  await queries.replaceText(mutation.trx, postId, kept)
  await notifyMentioned(actor, services, mutation, { place, text: kept })
}

/** Publishes to who has a feed on screen that it has grown, not by what. */
function publishNewPost({ publish }: Mutation, viewers: Id[], isPublic: boolean) {
  const topics = viewers.map((viewerId) => `feed:${viewerId}` as const)
  publish({ kind: 'broadcast', topics, event: { type: 'new_posts', feed: 'friends' } })
  if (!isPublic) return
  const event = { type: 'new_posts', feed: 'public' } as const
  publish({ kind: 'broadcast', topics: ['feed:public'], event })
}
