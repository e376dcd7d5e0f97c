import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { MESSAGES, type Post } from '../../contract/posts.ts'
import { AUDIENCES } from '../app/audience-names.ts'
import { LinkCard } from '../app/link-card.tsx'
import { errorMessage } from '../platform/api-error.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { formatExactTime } from '../ui/relative-time-format.ts'
import { feedOptions, type PostSource, renewImages } from './api.ts'
import { FeedEnd } from './feed-end.tsx'
import { FeedSkeleton } from './feed-skeleton.tsx'
import { CARD_CLASSES } from './post-card.tsx'
import { PostImages } from './post-images.tsx'
import { PostText } from './post-text.tsx'
import { ThemeLine } from './theme-line.tsx'

/** One's own posts as a friend, or the public, may see them: to look at, and nothing else. */
export function PostsViewedAs({ viewer }: { viewer: string }) {
  const source = { viewAs: viewer }
  // Whoever changed who may see something looks here next: nothing is shown as it was before.
  const feed = useInfiniteQuery({ ...feedOptions(source), gcTime: 0 })
  if (feed.isPending) return <FeedSkeleton />
  if (feed.isLoadingError) {
    return <ErrorState text={errorMessage(feed.error, MESSAGES.loadFailed)} query={feed} />
  }
  const posts = feed.data.pages.flatMap((page) => page.posts)
  if (posts.length === 0) return <EmptyState text={MESSAGES.memberEmpty} />
  return (
    <section aria-label="Posts">
      <ul className="flex flex-col gap-4">
        {posts.map((post) => (
          <li key={post._id}>
            <PostToLookAt post={post} source={source} />
          </li>
        ))}
      </ul>
      <FeedEnd feed={feed} />
    </section>
  )
}

function PostToLookAt({ post, source }: { post: Post; source: PostSource }) {
  const client = useQueryClient()
  const headingId = useId()
  const { label, Icon } = AUDIENCES[post.audience]
  return (
    <article aria-labelledby={headingId} className={CARD_CLASSES}>
      <header>
        <h2 id={headingId} className="font-semibold">
          {post.user.username}
        </h2>
        <p className="flex flex-wrap items-center gap-x-2 text-ink-soft text-sm">
          <RelativeTime dateTime={post.createdAt} />
          <span aria-hidden>·</span>
          <span className="inline-flex items-center gap-1">
            <Icon aria-hidden className="size-3.5" />
            <span className="sr-only">Audience: </span>
            {label}
          </span>
          {post.editedAt !== null && (
            <>
              <span aria-hidden>·</span>
              <span title={formatExactTime(post.editedAt)}>edited</span>
            </>
          )}
          {post.importedFrom && <bdi className="min-w-0 truncate">from {post.importedFrom}</bdi>}
        </p>
      </header>
      {post.theme && <ThemeLine theme={post.theme} />}
      <PostText postId={post._id} words={post} mentions={post.mentions} />
      {post.link && <LinkCard card={post.link} canBeWide />}
      <PostImages
        images={post.images}
        author={post.user.username}
        renew={() => renewImages(client, source, post._id)}
      />
    </article>
  )
}
