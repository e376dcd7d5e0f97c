/** The keys of what several rooms read or refresh, once. All other keys live beside their queries. */
export const queryKeys = {
  /** What administrators decide about the community. */
  community: ['community'],
  invites: ['invites'],
  /** What the administrator who looks at this removes; followed by its kind and id. */
  removedByMe: ['removed-by-me'],
  friends: ['friends'],
  friendRequests: ['friend-requests'],
  /** Followed by the search. */
  discover: ['discover'],
  peopleCounts: ['people-counts'],
  /** Followed by the member's id. */
  members: ['member'],
  squad: ['squad'],
  /** Friends, as those who may be asked into the squad. */
  squadFriends: ['squad-friends'],
  blocked: ['blocked'],
  muted: ['muted'],
  /** Followed by the space's id. */
  folds: ['folds'],
  /** Followed by the post's id. */
  comments: ['comments'],
  /** Followed by the post's id. */
  post: ['post'],
  notifications: ['notifications'],
  /** Followed by what is read of them. */
  conversations: ['conversations'],
  /** Followed by the id of the space or the conversation. */
  messages: ['messages'],
  /** Followed by whose posts. */
  feeds: ['feed'],
  /** What the first page of a feed would be now; followed by which. */
  newestPage: ['newest-page'],
} as const
