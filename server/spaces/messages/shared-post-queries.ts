import type { Id } from '../../platform/ids.ts'
import type { Queryable } from '../../schema.ts'
import { visiblePosts } from '../../visibility/visible-queries.ts'

export function findSharedPost(trx: Queryable, viewer: Id, postId: Id) {
  return visiblePosts(trx, viewer)
    .select('posts.is_public')
    .where('posts.id', '=', postId)
    .executeTakeFirst()
}
