import type { ReactNode } from 'react'
import type { Post } from '../../contract/posts.ts'
import { Avatar } from '../ui/avatar.tsx'

interface AuthorProps {
  user: Post['user']
  onClick: ((userId: string) => void) | undefined
}

export function AuthorName({ user, onClick }: AuthorProps) {
  const name = <span className="block truncate">{user.username}</span>
  if (!onClick) return name
  return (
    <button
      type="button"
      onClick={() => onClick(user._id)}
      // The target is larger than what is seen, so that the lines stay close.
      className="relative block min-h-6 max-w-full after:absolute after:-inset-x-2.5 after:-inset-y-3 hover:underline"
    >
      {name}
    </button>
  )
}

interface AuthorImageProps extends AuthorProps {
  size: 'small' | 'medium'
}

/** Beside the name, which is the same button: once is enough for keyboards and screen readers. */
export function AuthorImage({ user, onClick, size }: AuthorImageProps): ReactNode {
  const image = <Avatar name={user.username} photoUrl={user.profilePhoto} size={size} />
  if (!onClick) return image
  return (
    <button
      type="button"
      aria-hidden
      tabIndex={-1}
      onClick={() => onClick(user._id)}
      className="shrink-0 self-start rounded-full"
    >
      {image}
    </button>
  )
}
