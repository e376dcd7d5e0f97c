import { useMutation } from '@tanstack/react-query'
import type { Post } from '../../contract/posts.ts'
import {
  MESSAGES,
  type Reactions,
  reactions,
  type Vibes,
  vibes,
  wholeEmoji,
} from '../../contract/reactions.ts'
import { useUser } from '../app/session.tsx'
import { api } from '../platform/api-client.ts'
import { errorMessage } from '../platform/api-error.ts'
import { communityBranding } from '../platform/community.ts'
import { usePendingMutations } from '../platform/pending-mutations.ts'
import { useToast } from '../ui/toast.tsx'
import {
  hasGiven,
  type ReactionCall,
  reactionsAfter,
  type VibeChange,
  vibesAfter,
} from './optimistic-reactions.ts'
import { isSuperseded } from './optimistic-updates.ts'
import { invalidateIfPostMissing, updateCachedPost } from './post-cache.ts'

// Likes, dislikes and vibes: shown optimistically from the press on, and as the server says once it
// has answered. What fails is as it was before.

/** Who likes the post and who does not, and the way to join them. Failures are silent. */
export function useReactions(post: Post) {
  const { _id: viewerId } = useUser()
  const mutationKey = ['react', post._id]
  // An object for each press, so that two alike can be told apart.
  const change = usePendingMutations<{ call: ReactionCall }>(mutationKey).at(-1)
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    mutationFn: async (change: { call: ReactionCall }, { client }) =>
      isSuperseded(client, mutationKey, change) ? null : sendReaction(post._id, change.call),
    onSuccess: (answer, _wish, _result, { client }) => {
      if (answer) updateCachedPost(client, post._id, (known) => ({ ...known, ...answer }))
    },
    onError: (error, _wish, _result, { client }) => invalidateIfPostMissing(client, error),
  })
  return {
    reactions: change ? reactionsAfter(change.call, viewerId, post) : post,
    react: (call: ReactionCall) => mutate({ call }),
  }
}

/** The vibes of the post, and the way to give one or take it back. A failure is told by a toast. */
export function useVibes(post: Post) {
  const viewer = useUser()
  const toast = useToast()
  const mutationKey = ['vibe', post._id]
  const changes = usePendingMutations<VibeChange>(mutationKey)
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    mutationFn: async (change: VibeChange, { client }) =>
      isSuperseded(client, mutationKey, change, ({ emoji }) => emoji === change.emoji)
        ? null
        : sendVibe(post._id, change, viewer._id),
    onSuccess: (answer, _wish, _result, { client }) => {
      if (answer) updateCachedPost(client, post._id, (known) => ({ ...known, ...answer }))
    },
    onError: (error, _wish, _result, { client }) => {
      toast.alert(MESSAGES.vibeFailed(errorMessage(error, noAnswer())))
      invalidateIfPostMissing(client, error)
    },
  })
  const shown = changes.reduce<Vibes>((before, change) => vibesAfter(change, viewer, before), post)

  function setVibe(chosen: string, isGiven: boolean) {
    const emoji = wholeEmoji(chosen.trim()) ?? chosen.trim()
    if (emoji !== '' && hasGiven(shown, viewer._id, emoji) !== isGiven) mutate({ emoji, isGiven })
  }

  return { vibes: shown, setVibe }
}

async function sendReaction(postId: string, call: ReactionCall): Promise<Reactions> {
  return reactions.parse(await api.post(`/posts/${postId}/${call}`))
}

/**
 * The server toggles: where another tab has been before, one call does the opposite of what was
 * asked.
 */
async function sendVibe(postId: string, change: VibeChange, viewerId: string): Promise<Vibes> {
  const answer = await toggleVibe(postId, change.emoji)
  if (hasGiven(answer, viewerId, change.emoji) === change.isGiven) return answer
  return toggleVibe(postId, change.emoji)
}

async function toggleVibe(postId: string, emoji: string): Promise<Vibes> {
  return vibes.parse(await api.post(`/posts/${postId}/vibes`, { emoji }))
}

const noAnswer = () => `${communityBranding().name} could not be reached. Please try again.`
