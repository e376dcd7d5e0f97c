import { useQueryClient } from '@tanstack/react-query'
import { memo, type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import type { Post } from '../../contract/posts.ts'
import { type GroupHeights, UndrawnRows, useListWindow } from '../ui/list-window.tsx'
import { type PostSource, renewImages } from './api.ts'
import { usePrefetchComments } from './comments/prefetch-comments.ts'
import { DeletePostDialog } from './delete-post-dialog.tsx'
import { PostCard } from './post-card.tsx'

/** By a post's id, so that coming back finds the feed as it was left. */
const lastHeights: GroupHeights = new Map()

interface PostListProps {
  source: PostSource
  posts: Post[]
  viewerId: string
  onAuthorClick: ((userId: string) => void) | undefined
  /** What stands below the first post. The same element at each call. */
  interlude?: ReactNode
}

export function PostList(props: PostListProps) {
  const { source, posts, viewerId, onAuthorClick, interlude } = props
  usePrefetchComments(source)
  const list = useRef<HTMLUListElement>(null)
  const hasInterlude = interlude !== undefined
  const groups = useMemo(
    () => posts.map(({ _id }, index) => ({ key: _id, size: hasInterlude && index === 0 ? 2 : 1 })),
    [posts, hasInterlude],
  )
  const { undrawnHeight } = useListWindow({ list, groups, heights: lastHeights })
  const [postToDelete, setPostToDelete] = useState<Post>()
  /** The card that had the focus goes; its neighbour is where reading goes on. */
  const neighbour = useRef<HTMLElement>(null)

  function rememberNeighbourOf(post: Post) {
    const index = posts.indexOf(post)
    const { _id } = posts[index + 1] ?? posts[index - 1] ?? {}
    neighbour.current = list.current?.querySelector<HTMLElement>(`[data-post="${_id}"]`) ?? null
  }

  const askToDelete = useCallback((post: Post) => {
    neighbour.current = null
    setPostToDelete(post)
  }, [])

  return (
    <>
      <ul ref={list} className="flex flex-col gap-4">
        {posts.map((post, index) => (
          <ListedPost
            key={post._id}
            source={source}
            post={post}
            undrawnHeight={groups[index] && undrawnHeight(groups[index])}
            onDelete={post.user._id === viewerId ? askToDelete : undefined}
            onAuthorClick={onAuthorClick}
            interlude={index === 0 ? interlude : undefined}
          />
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

interface ListedPostProps {
  source: PostSource
  post: Post
  undrawnHeight: number | undefined
  onDelete: ((post: Post) => void) | undefined
  onAuthorClick: ((userId: string) => void) | undefined
  interlude: ReactNode
}

/** What happens to one post draws no other. */
const ListedPost = memo(function ListedPost(props: ListedPostProps) {
  const { source, post, undrawnHeight, onDelete, onAuthorClick } = props
  const client = useQueryClient()
  if (undrawnHeight !== undefined)
    return <UndrawnRows height={undrawnHeight} text={`${post.user.username}\n${post.text}`} />
  return (
    <>
      <li>
        <PostCard
          post={post}
          onDelete={onDelete && (() => onDelete(post))}
          onAuthorClick={onAuthorClick}
          renewImage={() => renewImages(client, source, post._id)}
        />
      </li>
      {props.interlude && <li>{props.interlude}</li>}
    </>
  )
})
