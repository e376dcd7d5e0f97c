import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { MailQuestionMark } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { MESSAGES, type Post } from '../../contract/posts.ts'
import { useIsOutdated } from '../app/outdated-queries.ts'
import { paths } from '../app/paths.ts'
import { useNavigateAndWait } from '../app/router-view.tsx'
import { useUser } from '../app/session.tsx'
import { leadsNowhere } from '../platform/not-there.ts'
import { BackLink } from '../ui/back-link.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Page } from '../ui/page.tsx'
import { useDeferredReady } from '../ui/progressive-rendering.ts'
import { RefreshFailed } from '../ui/refresh-failed.tsx'
import { useAuthorProfile } from './author-profile.tsx'
import { commentsOptions } from './comments/comments-api.ts'
import { DeletePostDialog } from './delete-post-dialog.tsx'
import { PostSkeleton } from './feed-skeleton.tsx'
import { useLivePosts } from './live-posts.ts'
import { postOptions, renewPostImage } from './post-api.ts'
import { PostCard } from './post-card.tsx'

// One post at an address of its own, for a link to lead to. Whoever may not see it, or comes too
// late, reads the same friendly sentence and finds the way home.

export function PostScreen() {
  const { id = '' } = useParams()
  const options = postOptions(id)
  const post = useQuery(options)
  const isOutdated = useIsOutdated(options.queryKey)
  // Its comments are asked for with it, not after it.
  useInfiniteQuery(commentsOptions(id))
  const isDrawn = useDeferredReady(!post.isPending)
  if (leadsNowhere(post.error)) return <PostMissing />
  return (
    <Page title={post.data ? `Post by ${post.data.user.username}` : 'Post'} isTitleHidden>
      <BackLink to={paths.home} />
      {!isDrawn && <PostSkeleton />}
      {isDrawn && post.isLoadingError && <ErrorState text={MESSAGES.loadFailed} query={post} />}
      {isDrawn && post.data && isOutdated && (
        <RefreshFailed text={MESSAGES.loadFailed} query={post} />
      )}
      {isDrawn && post.data && (
        // What was begun at one of them stays there.
        <SinglePost key={post.data._id} post={post.data} readAt={post.dataUpdatedAt} />
      )}
    </Page>
  )
}

function SinglePost({ post, readAt }: { post: Post; readAt: number }) {
  const client = useQueryClient()
  const visit = useNavigateAndWait()
  const { _id: viewerId } = useUser()
  const { openProfile, profileModal } = useAuthorProfile()
  const [postToDelete, setPostToDelete] = useState<Post>()
  // What happens to the post is told where it stands.
  useLivePosts(post.audience === 'public' ? 'public' : 'friends', { readAt })
  return (
    <>
      <PostCard
        post={post}
        onDelete={post.user._id === viewerId ? () => setPostToDelete(post) : undefined}
        onAuthorClick={openProfile}
        areCommentsOpen
        renewImage={() => renewPostImage(client, post._id)}
      />
      <DeletePostDialog
        post={postToDelete}
        // While the dialog is open, so that home takes the dialog's place in the history.
        onConfirmed={() => visit(paths.home, { replace: true })}
        onClose={() => setPostToDelete(undefined)}
      />
      {profileModal}
    </>
  )
}

function PostMissing() {
  return (
    <Page title="Post not found" isTitleHidden>
      <EmptyState
        icon={<MailQuestionMark />}
        text={MESSAGES.postMissing}
        action={
          <ButtonLink to={paths.home} variant="primary">
            Go to the home feed
          </ButtonLink>
        }
      />
    </Page>
  )
}
