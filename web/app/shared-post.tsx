import { useQuery } from '@tanstack/react-query'
import { generatePath, Link } from 'react-router'
import { MESSAGES } from '../../contract/posts.ts'
import { Avatar } from '../ui/avatar.tsx'
import { paths } from './paths.ts'
import { cardOptions } from './shared-post-api.ts'
import { SHARED_POST_CLASSES } from './shared-post-style.ts'

/** A post that a message shares, as it is now for who reads it. */
export function SharedPost({ postId }: { postId: string }) {
  const { data: post, isPending } = useQuery(cardOptions(postId))
  if (isPending) return <p aria-hidden className={`${SHARED_POST_CLASSES} animate-pulse`} />
  if (!post)
    return (
      <p className={`${SHARED_POST_CLASSES} text-ink-soft text-sm`}>
        {post === null ? MESSAGES.postMissing : 'The post could not be loaded.'}
      </p>
    )
  const { user, text, images } = post
  const source = images[0]?.sources.find(({ width }) => width >= 400) ?? images[0]?.sources.at(-1)
  return (
    <Link
      to={generatePath(paths.post, { id: postId })}
      className={`${SHARED_POST_CLASSES} flex gap-3 hover:border-line-strong`}
    >
      <span className="flex min-w-0 flex-1 flex-col gap-1">
        <span className="flex items-center gap-2 font-semibold text-sm">
          <Avatar name={user.username} photoUrl={user.profilePhoto} size="small" />
          <span className="sr-only">Post by </span>
          <span dir="auto" className="truncate">
            {user.username}
          </span>
        </span>
        <span dir="auto" className="wrap-anywhere line-clamp-2">
          {text}
        </span>
      </span>
      {source && images[0] && (
        <img
          src={source.url}
          alt={images[0].alt}
          width={images[0].width}
          height={images[0].height}
          className="h-full w-24 shrink-0 rounded-control object-cover"
        />
      )}
    </Link>
  )
}
