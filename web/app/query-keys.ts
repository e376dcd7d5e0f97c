/**
 * The keys of what several features read or refresh, once. All other keys live beside their
 * queries.
 */
export const queryKeys = {
  community: ['community'],
  /** The record of who is signed in, as their settings read it. */
  ownProfile: ['own-profile'],
  invites: ['invites'],
  /** The link that Home made, which is as outdated as their list. */
  madeInvite: ['invites', 'made'],
  /** What the administrator who looks at this removes; followed by its kind and id. */
  removedByMe: ['removed-by-me'],
  friends: ['friends'],
  friendRequests: ['friend-requests'],
  discover: ['discover'],
  peopleCounts: ['people-counts'],
  members: ['member'],
  privacy: ['privacy'],
  squad: ['squad'],
  squadFriends: ['squad-friends'],
  blocked: ['blocked'],
  muted: ['muted'],
  folds: ['folds'],
  comments: ['comments'],
  post: ['post'],
  notifications: ['notifications'],
  /** Followed by what is read of them. */
  conversations: ['conversations'],
  /** One's own, beside each other. */
  rooms: ['rooms'],
  /** Followed by the id of the space or the conversation. */
  messages: ['messages'],
  /** Followed by whose posts. Also where posts that wait to be sent belong. */
  feeds: ['feed'],
  /** What the first page of a feed would be now; followed by which. */
  newestPage: ['newest-page'],
} as const
