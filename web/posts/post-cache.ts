import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { FeedAnswer, Post } from '../../contract/posts.ts'
import { queryKeys } from '../app/query-keys.ts'
import { isNotFound } from '../platform/api-error.ts'
import { type FeedData, withoutPost, withPostChanged } from './feed-pages.ts'

// A post stands in both feeds and on a page of its own: what the server says of it goes to all.

/** `['post', id]`: one post on its own page. */
export const POST = 'post'

type Change<Data> = (data: Data | undefined) => Data | undefined

/** Whatever was read last is changed first, so that what is counted on begins from there. */
export function updateCachedPost(
  client: QueryClient,
  postId: string,
  change: (post: Post) => Post,
): void {
  const keys = [[POST, postId], queryKeys.feeds]
  changeCached<Post | FeedData>(client, keys, (data) =>
    data && '_id' in data ? change(data) : withPostChanged(postId, change, data),
  )
}

/** It is gone from all feeds, and from what would be new in them. */
export function removeCachedPost(client: QueryClient, postId: string): void {
  changeCached<FeedData>(client, [queryKeys.feeds], (feed) => withoutPost(postId, feed))
  changeCached<FeedAnswer>(
    client,
    [queryKeys.newestPage],
    (page) => page && { ...page, posts: page.posts.filter(({ _id }) => _id !== postId) },
  )
}

/** When the server knows no such post (any more), the feeds are read again on the next arrival. */
export function invalidateIfPostMissing(client: QueryClient, error: unknown): void {
  if (isNotFound(error)) {
    client.invalidateQueries({ queryKey: queryKeys.feeds, refetchType: 'none' })
  }
}

export function changeCached<Data>(
  client: QueryClient,
  keys: readonly QueryKey[],
  change: Change<Data>,
): void {
  const queries = keys.flatMap((queryKey) => client.getQueryCache().findAll({ queryKey }))
  for (const query of queries.sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)) {
    const apply = () => changeOne(client, query, change)
    apply()
    // A page being fetched will bring it back as it was when that began.
    if (query.state.fetchStatus === 'fetching') afterFetch(query, apply)
  }
}

/** Not a reading of it: its age stays what it was, and that it is to be read again. */
function changeOne<Data>(client: QueryClient, query: Query, change: Change<Data>) {
  const { dataUpdatedAt: updatedAt, isInvalidated } = query.state
  client.setQueryData<Data>(query.queryKey, change, { updatedAt })
  if (isInvalidated) query.invalidate()
}

function afterFetch(query: Query, act: () => void): void {
  // Without a promise, or once it failed, nothing is brought back.
  query.promise?.then(act, () => {})
}
