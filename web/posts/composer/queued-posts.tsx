import { Suspense } from 'react'
import { memberDialogs } from '../../app/member-dialogs.ts'
import { queryKeys } from '../../app/query-keys.ts'
import { optionalChunk } from '../../platform/lazy-chunk.ts'
import { useOutboxItems } from '../../platform/offline/use-outbox.ts'

const QueuedPostList = optionalChunk(memberDialogs.queuedPosts, 'QueuedPostList')

/** One's own posts that were written without a network, over the feed they will be in. */
export function QueuedPosts() {
  const items = useOutboxItems(queryKeys.feeds)
  if (items.length === 0) return null
  return (
    <Suspense>
      <QueuedPostList items={items} />
    </Suspense>
  )
}
