import { Link2, MessageSquareShare, Pencil, Trash2, Users } from 'lucide-react'
import { Suspense, useState } from 'react'
import { generatePath, Link } from 'react-router'
import type { Post } from '../../contract/posts.ts'
import { AUDIENCES } from '../app/audience-names.ts'
import { useModerationMenu } from '../app/moderation/moderation-menu.tsx'
import { paths } from '../app/paths.ts'
import { useSafetyMenu } from '../app/safety/safety-menu.tsx'
import { lazyChunk } from '../platform/lazy-chunk.ts'
import { Menu } from '../ui/menu.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { AuthorImage, AuthorName } from './author-name.tsx'
import { useCopyPostLink } from './copy-post-link.ts'
import { EditedMark } from './edited-mark.tsx'

const ShareDialog = lazyChunk(() => import('../app/share-dialog.tsx'), 'ShareDialog')
const AudienceDialog = lazyChunk(() => import('./audience-dialog.tsx'), 'AudienceDialog')

interface PostHeaderProps {
  post: Post
  headingId: string
  onDelete: (() => void) | undefined
  onEdit: (() => void) | undefined
  onAuthorClick: ((userId: string) => void) | undefined
}

export function PostHeader(props: PostHeaderProps) {
  const { post, headingId, onDelete, onEdit, onAuthorClick } = props
  const { label, Icon } = AUDIENCES[post.audience]
  return (
    <header className="flex items-center gap-3">
      <AuthorImage user={post.user} onClick={onAuthorClick} size="medium" />
      <div className="min-w-0 flex-1 leading-snug">
        <h2 id={headingId} className="font-semibold">
          <AuthorName user={post.user} onClick={onAuthorClick} />
        </h2>
        <p className="flex flex-wrap items-center gap-x-2 text-ink-soft text-sm">
          <Link
            to={generatePath(paths.post, { id: post._id })}
            className="relative inline-flex min-h-6 items-center after:absolute after:-inset-x-2 after:-top-1 after:-bottom-3 hover:underline"
          >
            <RelativeTime dateTime={post.createdAt} />
          </Link>
          <span aria-hidden className="max-[18rem]:hidden">
            ·
          </span>
          <span className="inline-flex items-center gap-1">
            <Icon aria-hidden className="size-3.5" />
            <span className="sr-only">Audience: </span>
            {label}
          </span>
          <EditedMark place={{ postId: post._id }} editedAt={post.editedAt} />
          {post.importedFrom && <bdi className="min-w-0 truncate">from {post.importedFrom}</bdi>}
        </p>
      </div>
      <PostMenu post={post} onDelete={onDelete} onEdit={onEdit} />
    </header>
  )
}

function PostMenu({
  post,
  onDelete,
  onEdit,
}: Pick<PostHeaderProps, 'post' | 'onDelete' | 'onEdit'>) {
  const copyLink = useCopyPostLink(post._id)
  const safety = useSafetyMenu(post.user, { kind: 'post', id: post._id })
  const { _id: id, user, text } = post
  const moderation = useModerationMenu(user._id, [{ kind: 'post', id, name: user.username, text }])
  const items = [{ label: 'Copy link', icon: <Link2 />, onSelect: copyLink }]
  const [isChoosing, setIsChoosing] = useState(false)
  const [isSharing, setIsSharing] = useState(false)
  const shareItem = {
    label: 'Share to a space',
    icon: <MessageSquareShare />,
    onSelect: () => setIsSharing(true),
  }
  const shareItems = post.audience === 'public' ? [shareItem] : []
  const editItems = onEdit ? [{ label: 'Edit', icon: <Pencil />, onSelect: onEdit }] : []
  const audienceItem = {
    label: 'Change audience',
    icon: <Users />,
    onSelect: () => setIsChoosing(true),
  }
  const ownItems = onDelete
    ? [audienceItem, { label: 'Delete', icon: <Trash2 />, isDanger: true, onSelect: onDelete }]
    : []
  return (
    <div className="-me-2">
      <Menu
        label="Post options"
        items={[
          ...items,
          ...shareItems,
          ...editItems,
          ...ownItems,
          ...safety.items,
          ...moderation.items,
        ]}
      />
      {safety.dialog}
      {moderation.dialog}
      {isSharing && (
        <Suspense>
          <ShareDialog postId={post._id} onClose={() => setIsSharing(false)} />
        </Suspense>
      )}
      {isChoosing && (
        <Suspense>
          <AudienceDialog post={post} onClose={() => setIsChoosing(false)} />
        </Suspense>
      )}
    </div>
  )
}
