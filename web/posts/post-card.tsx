import { useId } from 'react'
import type { Post } from '../../contract/posts.ts'
import { PostHeader } from './post-header.tsx'
import { PostPicture } from './post-picture.tsx'
import { PostText } from './post-text.tsx'

export const CARD_CLASSES =
  'flex flex-col gap-3 overflow-clip rounded-card border border-line bg-surface-raised p-4 shadow-raised sm:px-5'

interface PostCardProps {
  post: Post
  /** Given for one's own post: asks to delete it. */
  onDelete: (() => void) | undefined
  /** Fetches new addresses for the picture; rejects when there are none. */
  renewImage: () => Promise<void>
}

/** A post: who said it to whom and when, what was said, and its picture. */
export function PostCard({ post, onDelete, renewImage }: PostCardProps) {
  const headingId = useId()
  return (
    <article aria-labelledby={headingId} tabIndex={-1} className={CARD_CLASSES}>
      <PostHeader post={post} headingId={headingId} onDelete={onDelete} />
      <PostText postId={post._id} text={post.text} />
      {post.image && (
        <PostPicture image={post.image} author={post.user.username} renew={renewImage} />
      )}
    </article>
  )
}
