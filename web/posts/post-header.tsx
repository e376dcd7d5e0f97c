import { Globe, Trash2, Users } from 'lucide-react'
import type { Post } from '../../contract/posts.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Menu } from '../ui/menu.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'

const AUDIENCES = {
  public: { label: 'Public', Icon: Globe },
  friends: { label: 'Friends', Icon: Users },
}

interface PostHeaderProps {
  post: Post
  headingId: string
  onDelete: (() => void) | undefined
}

/** Who, when, and for whom. */
export function PostHeader({ post, headingId, onDelete }: PostHeaderProps) {
  const { username, profilePhoto } = post.user
  const { label, Icon } = AUDIENCES[post.audience]
  return (
    <header className="flex items-center gap-3">
      <Avatar name={username} photoUrl={profilePhoto} />
      <div className="min-w-0 flex-1 leading-snug">
        <h2 id={headingId} className="truncate font-semibold">
          {username}
        </h2>
        <p className="flex flex-wrap items-center gap-x-2 text-ink-soft text-sm">
          <RelativeTime dateTime={post.createdAt} />
          <span aria-hidden>·</span>
          <span className="inline-flex items-center gap-1">
            <Icon aria-hidden className="size-3.5" />
            <span className="sr-only">Audience: </span>
            {label}
          </span>
        </p>
      </div>
      {onDelete && (
        <div className="-me-2">
          <Menu
            label="Post options"
            items={[{ label: 'Delete', icon: <Trash2 />, isDanger: true, onSelect: onDelete }]}
          />
        </div>
      )}
    </header>
  )
}
