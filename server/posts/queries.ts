import type { Selectable } from 'kysely'
import type { PostAudience } from '../../contract/posts.ts'
import { withRowLock } from '../platform/database/portable-sql.ts'
import { prepared } from '../platform/database/prepared.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import { AUDIENCES } from '../visibility/audiences.ts'
import { postsWithoutVisibilityCheck, visiblePosts } from '../visibility/visible-queries.ts'
import { cardColumnsFor, memberOnCards } from './cards/card-queries.ts'
import { takePostSeq } from './feeds/newest-posts-queries.ts'
import type { PostsTable } from './tables.ts'

export const POST_COLUMNS = [
  'posts.id',
  'posts.author_id',
  'posts.image_count',
  'posts.audience',
] as const

/** What is written with a new post; named once, so that nothing is taken and then not written. */
const NEW_POST = [
  ...(['id', 'author_id', 'text', 'image_count', 'link_card_id'] as const),
  ...(['theme_date', 'theme_prompt'] as const),
  ...(['created_at', 'audience', 'is_public', 'seq', 'imported_from'] as const),
]
type NewPostRow = Pick<Selectable<PostsTable>, (typeof NEW_POST)[number]>
/** Null of most posts. */
type Rare = 'link_card_id' | 'imported_from'

interface PostImage {
  id: string
  alt: string
}

/** Returns the post's number. */
export async function insertPost(
  trx: Queryable,
  post: Omit<NewPostRow, 'seq' | 'image_count' | Rare> & Partial<Pick<NewPostRow, Rare>>,
  images: PostImage[] = [],
): Promise<number> {
  const { link_card_id = null, imported_from = null } = post
  const seq = await takePostSeq(trx)
  await newPost(trx, { ...post, link_card_id, imported_from, image_count: images.length, seq })
  if (images.length === 0) return seq
  const rows = images.map(({ id, alt }, place) => ({ post_id: post.id, place, image_id: id, alt }))
  await trx.insertInto('post_images').values(rows).execute()
  return seq
}

/** The pictures of these posts, whose time is over with theirs. */
export async function imageIdsOf(trx: Queryable, postIds: Id[]): Promise<string[]> {
  const images = trx.selectFrom('post_images').select('image_id').where('post_id', 'in', postIds)
  return (await images.execute()).map(({ image_id }) => image_id)
}

const newPost = prepared((trx: Queryable, given: NewPostRow) => {
  const values = NEW_POST.map((column) => [column, given[column]])
  return trx.insertInto('posts').values(Object.fromEntries(values) as NewPostRow)
})

/** In the transaction that made the post: nobody has read it before. */
export async function replaceText(trx: Queryable, postId: Id, text: string) {
  await trx.updateTable('posts').set({ text }).where('id', '=', postId).execute()
}

/** The post, if the actor may see it; nobody else acts upon it until the transaction ends. */
export async function lockVisiblePost(trx: Queryable, actorId: Id, postId: Id) {
  const [post] = await lockedPost(trx, { actorId, postId })
  return post
}

const lockedPost = prepared((trx: Queryable, given: { actorId: Id; postId: Id }) =>
  withRowLock(
    trx,
    visiblePosts(trx, given.actorId)
      .select([...POST_COLUMNS, 'posts.deleted_answer_id'])
      .where('posts.id', '=', given.postId),
  ),
)

/** The same, with which of its cards holds until the actor changes it, and how they stand on it. */
export async function lockVisibleCard(trx: Queryable, actorId: Id, postId: Id) {
  const [post] = await lockedCard(trx, { actorId, postId })
  return post
}

const lockedCard = prepared((trx: Queryable, given: { actorId: Id; postId: Id }) =>
  withRowLock(
    trx,
    visiblePosts(trx, given.actorId)
      .select([...POST_COLUMNS, 'posts.version', ...cardColumnsFor(trx, given.actorId)])
      .select(memberOnCards(trx, given.actorId).as('actorOnCards'))
      .where('posts.id', '=', given.postId),
  ),
)

/** Any post, for moderation; nobody else acts upon it until the transaction ends. */
export function lockPostWithoutVisibilityCheck(trx: Queryable, postId: Id) {
  const query = postsWithoutVisibilityCheck(trx)
    .select([...POST_COLUMNS, 'posts.text'])
    .where('posts.id', '=', postId)
    .where('posts.removed_at', 'is', null)
  return withRowLock(trx, query).executeTakeFirst()
}

/**
 * Whether a post of theirs with this audience is; locks what that follows until the transaction
 * ends.
 */
export async function lockWhetherPublic(
  trx: Queryable,
  authorId: Id,
  audience: PostAudience,
): Promise<boolean> {
  if (!AUDIENCES[audience].followsProfile) return false
  const [author] = await lockedPrivacy(trx, { authorId })
  return author?.is_private !== 1
}

const lockedPrivacy = prepared((trx: Queryable, given: { authorId: Id }) =>
  // Shared: who posts twice at once holds the account already, and would wait for the other.
  withRowLock(
    trx,
    trx.selectFrom('users').select('is_private').where('id', '=', given.authorId),
    'share',
  ),
)
