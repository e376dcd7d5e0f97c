import { MessageCircleHeart } from 'lucide-react'
import { MESSAGES } from '../../contract/posts.ts'
import { paths } from '../app/paths.ts'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import type { FeedKind } from './api.ts'

interface EmptyFeedProps {
  kind: FeedKind
  onChooseKind: (kind: FeedKind) => void
}

export function EmptyFeed({ kind, onChooseKind }: EmptyFeedProps) {
  if (kind === 'public') {
    return (
      <EmptyState
        icon={<MessageCircleHeart />}
        text={MESSAGES.publicEmpty}
        action={<ButtonLink to={paths.createPost}>Create Post</ButtonLink>}
      />
    )
  }
  return (
    <EmptyState
      icon={<MessageCircleHeart />}
      text={MESSAGES.friendsEmpty}
      action={<Button onClick={() => onChooseKind('public')}>Look at the public feed</Button>}
    />
  )
}
