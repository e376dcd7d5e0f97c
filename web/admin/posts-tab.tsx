import { useInfiniteQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { generatePath, Link } from 'react-router'
import { MESSAGES } from '../../contract/admin.ts'
import type { Post } from '../../contract/posts.ts'
import { AUDIENCES } from '../app/audience-names.ts'
import { ModerationDialog } from '../app/moderation/moderation-dialog.tsx'
import { useIsOutdated } from '../app/outdated-queries.ts'
import { paths } from '../app/paths.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { ImageThumbnails } from '../ui/image-thumbnail.tsx'
import { RefreshFailed } from '../ui/refresh-failed.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { postsOptions } from './api.ts'
import { LoadMore } from './load-more.tsx'
import { RowsSkeleton } from './rows-skeleton.tsx'
import { Tag } from './tag.tsx'

/**
 * Every post there is, newest first; the private ones, too, for nothing else could be looked into.
 */
export function PostsTab() {
  const posts = useInfiniteQuery(postsOptions)
  const isOutdated = useIsOutdated(postsOptions.queryKey)
  const [subject, setSubject] = useState<Post>()
  if (posts.isPending) return <RowsSkeleton label="Loading posts" />
  if (posts.isLoadingError) {
    return <ErrorState text={MESSAGES.loadFailed} query={posts} />
  }
  const shown = posts.data.pages.flatMap((page) => page.posts)
  if (shown.length === 0) return <EmptyState text="Nobody has posted anything yet." />
  return (
    <>
      {isOutdated && <RefreshFailed text={MESSAGES.loadFailed} query={posts} />}
      <ul aria-label="Posts" className="flex flex-col divide-y divide-line">
        {shown.map((post) => (
          <PostRow key={post._id} post={post} onDelete={() => setSubject(post)} />
        ))}
      </ul>
      <LoadMore list={posts} problem={MESSAGES.loadFailed} />
      {subject && (
        <ModerationDialog
          action={{
            ...{ kind: 'post', id: subject._id, name: subject.user.username },
            text: subject.text,
          }}
          ownerId={subject.user._id}
          onClose={() => setSubject(undefined)}
          onDone={() => posts.refetch({ cancelRefetch: false })}
        />
      )}
    </>
  )
}

function PostRow({ post, onDelete }: { post: Post; onDelete: () => void }) {
  const { user, text, images, audience, createdAt } = post
  return (
    <li className="flex items-start gap-3 py-3">
      <div className="min-w-0 flex-1 leading-snug">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <Link
            to={generatePath(paths.member, { id: user._id })}
            className="min-w-0 truncate py-1 font-semibold hover:underline"
          >
            {user.username}
          </Link>
          <span className="text-ink-soft">
            <RelativeTime dateTime={createdAt} />
          </span>
          {audience !== 'public' && <Tag>{AUDIENCES[audience].label}</Tag>}
          {images.length > 0 && <Tag>With a picture</Tag>}
        </p>
        <p dir="auto" className="wrap-anywhere line-clamp-4 whitespace-pre-wrap">
          {text}
        </p>
        <ImageThumbnails images={images} className="mt-2" />
      </div>
      <Button size="small" onClick={onDelete} aria-label={`Delete the post by ${user.username}`}>
        <Trash2 aria-hidden className="size-4" />
        <span className="max-sm:sr-only">Delete</span>
      </Button>
    </li>
  )
}
