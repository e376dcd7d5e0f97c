import { generatePath } from 'react-router'
import type { Notification } from '../../contract/notifications.ts'
import type { CommentLinkState } from '../app/comment-link-state.ts'
import { paths } from '../app/paths.ts'

interface Destination {
  to: string
  state?: CommentLinkState
}

/** Where a notification leads: to what it speaks of, as far as it speaks of such a thing. */
export function destinationOf(notification: Notification): Destination | undefined {
  const { type, postId, commentId, spaceId } = notification
  switch (type) {
    case 'friend_request':
      return { to: `${paths.friends}?tab=requests` }
    case 'comment':
      return postId === null
        ? { to: paths.home }
        : { to: paths.home, state: { comment: { postId, commentId } } }
    case 'join_request':
      return spaceId === null
        ? { to: paths.spaces }
        : { to: `${generatePath(paths.space, { id: spaceId })}?requests=1` }
    case 'other':
      return otherDestination(notification)
  }
}

function otherDestination(notification: Notification): Destination | undefined {
  const { postId, commentId, messageId, spaceId, sender, leadsTo } = notification
  if (leadsTo === 'reports') return { to: `${paths.admin}?tab=reports` }
  if (leadsTo === 'data') return { to: paths.data }
  if (leadsTo === 'conversation' && spaceId !== null)
    return { to: generatePath(paths.conversation, { id: spaceId }) }
  if (spaceId !== null) {
    const room = generatePath(paths.space, { id: spaceId })
    return { to: messageId === null ? room : `${room}?message=${messageId}` }
  }
  if (postId !== null && commentId !== null)
    return { to: paths.home, state: { comment: { postId, commentId } } }
  if (postId !== null) return { to: generatePath(paths.post, { id: postId }) }
  // Outside of spaces and posts it is about who did it: a friend by now, or here by an invitation.
  return sender === null ? undefined : { to: generatePath(paths.member, { id: sender._id }) }
}
