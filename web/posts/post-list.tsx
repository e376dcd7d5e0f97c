import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Post } from '../../contract/posts.ts'
import { type FeedKind, renewImages } from './api.ts'
import { DeletePostDialog } from './delete-post-dialog.tsx'
import { focusAfterDialog } from './focus-after-dialog.ts'
import { PostCard } from './post-card.tsx'

interface PostListProps {
  kind: FeedKind
  posts: Post[]
  viewerId: string
}

export function PostList({ kind, posts, viewerId }: PostListProps) {
  const client = useQueryClient()
  const list = useRef<HTMLUListElement>(null)
  const [postToDelete, setPostToDelete] = useState<Post>()

  /** The card that had the focus goes; its neighbour is where reading goes on. */
  function focusNeighbourOf(post: Post) {
    const index = posts.indexOf(post)
    const items = list.current?.children
    focusAfterDialog((items?.[index + 1] ?? items?.[index - 1])?.querySelector('article'))
  }

  return (
    <>
      <ul ref={list} className="flex flex-col gap-4">
        {posts.map((post) => (
          <li key={post._id}>
            <PostCard
              post={post}
              onDelete={post.user._id === viewerId ? () => setPostToDelete(post) : undefined}
              renewImage={() => renewImages(client, kind, post._id)}
            />
          </li>
        ))}
      </ul>
      <DeletePostDialog
        post={postToDelete}
        onConfirmed={focusNeighbourOf}
        onClose={() => setPostToDelete(undefined)}
      />
    </>
  )
}
