import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Post } from '../../contract/posts.ts'
import { type PostSource, renewImages } from './api.ts'
import { DeletePostDialog } from './delete-post-dialog.tsx'
import { PostCard } from './post-card.tsx'
import { usePrefetchComments } from './prefetch-comments.ts'

interface PostListProps {
  source: PostSource
  posts: Post[]
  viewerId: string
  onAuthorClick: ((userId: string) => void) | undefined
}

export function PostList({ source, posts, viewerId, onAuthorClick }: PostListProps) {
  usePrefetchComments(source)
  const client = useQueryClient()
  const list = useRef<HTMLUListElement>(null)
  const [postToDelete, setPostToDelete] = useState<Post>()
  /** The card that had the focus goes; its neighbour is where reading goes on. */
  const neighbour = useRef<HTMLElement>(null)

  function rememberNeighbourOf(post: Post) {
    const index = posts.indexOf(post)
    const items = list.current?.children
    neighbour.current = (items?.[index + 1] ?? items?.[index - 1])?.querySelector('article') ?? null
  }

  function askToDelete(post: Post) {
    neighbour.current = null
    setPostToDelete(post)
  }

  return (
    <>
      <ul ref={list} className="flex flex-col gap-4">
        {posts.map((post) => (
          <li key={post._id}>
            <PostCard
              post={post}
              onDelete={post.user._id === viewerId ? () => askToDelete(post) : undefined}
              onAuthorClick={onAuthorClick}
              renewImage={() => renewImages(client, source, post._id)}
            />
          </li>
        ))}
      </ul>
      <DeletePostDialog
        post={postToDelete}
        onConfirmed={rememberNeighbourOf}
        onClose={() => setPostToDelete(undefined)}
        returnFocus={() => neighbour.current}
      />
    </>
  )
}
