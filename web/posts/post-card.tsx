import { Suspense, useId, useRef, useState } from 'react'
import type { Post } from '../../contract/posts.ts'
import { LinkCard } from '../app/link-card.tsx'
import { lazyChunk } from '../platform/lazy-chunk.ts'
import { PostFooter } from './post-footer.tsx'
import { PostHeader } from './post-header.tsx'
import { PostImages } from './post-images.tsx'
import { PostText } from './post-text.tsx'
import { ThemeLine } from './theme-line.tsx'

const PostEditor = lazyChunk(() => import('./post-editor.tsx'), 'PostEditor')

export const CARD_CLASSES =
  'flex flex-col gap-3 overflow-clip rounded-card border border-line bg-surface-raised p-4 shadow-raised sm:px-5'

interface PostCardProps {
  post: Post
  /** Given for one's own post: asks to delete it. */
  onDelete: (() => void) | undefined
  /** Given: a press on the name or picture of an author, of a comment too, opens their profile. */
  onAuthorClick?: ((userId: string) => void) | undefined
  /** Where the post is the one thing to read, its comments are there at once. */
  areCommentsOpen?: boolean
  /** Fetches new addresses for the pictures; rejects when there are none. */
  renewImage: () => Promise<void>
}

export function PostCard(props: PostCardProps) {
  const { post, onDelete, onAuthorClick, areCommentsOpen = false, renewImage } = props
  const headingId = useId()
  const card = useRef<HTMLElement>(null)
  const [isEditing, setIsEditing] = useState(false)

  function stopEditing(isFocusHere: boolean) {
    setIsEditing(false)
    if (isFocusHere) card.current?.focus({ preventScroll: true })
  }

  return (
    <article
      ref={card}
      data-post={post._id}
      aria-labelledby={headingId}
      tabIndex={-1}
      className={CARD_CLASSES}
    >
      <PostHeader
        post={post}
        headingId={headingId}
        onDelete={onDelete}
        // Its own are the posts its author can delete.
        onEdit={onDelete && !isEditing ? () => setIsEditing(true) : undefined}
        onAuthorClick={onAuthorClick}
      />
      {post.theme && <ThemeLine theme={post.theme} />}
      {isEditing ? (
        <Suspense fallback={<PostText postId={post._id} words={post} />}>
          <PostEditor post={post} onDone={stopEditing} />
        </Suspense>
      ) : (
        <PostText
          postId={post._id}
          words={post}
          mentions={post.mentions}
          onAuthorClick={onAuthorClick}
        />
      )}
      {post.link && <LinkCard card={post.link} canBeWide />}
      <PostImages images={post.images} author={post.user.username} renew={renewImage} />
      <PostFooter post={post} areCommentsOpen={areCommentsOpen} onAuthorClick={onAuthorClick} />
    </article>
  )
}
