import { MessageCircleHeart } from 'lucide-react'
import { MESSAGES } from '../../contract/posts.ts'
import { useComposerLink } from '../app/composer.tsx'
import { paths } from '../app/paths.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import type { FeedKind } from './api.ts'

export function EmptyFeed({ kind }: { kind: FeedKind }) {
  const openComposer = useComposerLink()
  if (kind === 'public') {
    return (
      <EmptyState
        icon={<MessageCircleHeart />}
        text={MESSAGES.publicEmpty}
        action={
          <ButtonLink to={paths.createPost} onClick={(event) => openComposer(event)}>
            Create Post
          </ButtonLink>
        }
      />
    )
  }
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-6 text-center">
      <p className="max-w-prose text-balance text-ink-soft">{MESSAGES.friendsEmpty}</p>
      <ButtonLink to={`${paths.friends}?tab=discover`}>Find people</ButtonLink>
    </div>
  )
}
