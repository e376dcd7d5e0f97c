/**
 * What opens over the places of members or stands there for once, by the way it is loaded: with the
 * first press, or before.
 */
export const memberDialogs = {
  notifications: () => import('../notifications/notifications-panel.tsx'),
  profile: () => import('../profile/profile-modal.tsx'),
  composer: () => import('../posts/composer/composer-sheet.tsx'),
  queuedPosts: () => import('../posts/composer/queued-post-list.tsx'),
  focusedPost: () => import('../posts/focused-post.tsx'),
}
