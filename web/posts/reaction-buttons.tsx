import { ThumbsDown, ThumbsUp } from 'lucide-react'
import type { Post } from '../../contract/posts.ts'
import { useUser } from '../app/session.tsx'
import { FooterButton } from './footer-button.tsx'
import { useReactions } from './reactions-api.ts'

export function ReactionButtons({ post }: { post: Post }) {
  const { _id: viewerId } = useUser()
  const { reactions, react } = useReactions(post)
  const isLiked = reactions.likes.includes(viewerId)
  const isDisliked = reactions.dislikes.includes(viewerId)
  return (
    <>
      <FooterButton
        label="Like"
        icon={<ThumbsUp aria-hidden />}
        count={reactions.likeCount}
        aria-pressed={isLiked}
        onClick={() => react(isLiked ? 'unlike' : 'like')}
      />
      <FooterButton
        label="Dislike"
        icon={<ThumbsDown aria-hidden />}
        count={reactions.dislikeCount}
        aria-pressed={isDisliked}
        onClick={() => react(isDisliked ? 'undislike' : 'dislike')}
      />
    </>
  )
}
