import { type Expected, KEPT_OUT_AS, type KeptOut, type Role } from './matrix.ts'

export type Exceptions = Record<KeptOut, Record<string, number>>

export const PRIVATE_EXCEPTIONS: Exceptions = {
  // The comment is another friend's, and so is the conversation.
  muted: {
    'DELETE /api/posts/:id/comments/:commentId': 403,
    'PUT /api/posts/:id/comments/:commentId': 403,
    'GET /api/conversations/:id': 404,
    'PUT /api/conversations/:id': 404,
    'POST /api/conversations/:id/members': 404,
    'POST /api/conversations/:id/leave': 404,
  },
  blocked: {
    'POST /api/conversations/:id/accept': 404,
    'POST /api/conversations/:id/dismiss': 404,
    'GET /api/users/:id/profile': 404,
    'PUT /api/users/:id/mute': 404,
    'POST /api/users/friends/:id': 404,
    'POST /api/users/friend-request/:id': 404,
    'DELETE /api/users/friend-request/:id': 404,
    'POST /api/users/friend-request/:id/accept': 404,
    'POST /api/users/friend-request/:id/reject': 404,
  },
  banned: { 'POST /api/join-requests': 403 },
  suspended: {},
  waiting: {},
}

/** Where the profile and the space are open to all. */
export const PUBLIC_EXCEPTIONS: Exceptions = {
  muted: {
    'DELETE /api/posts/:id/comments/:commentId': 403,
    'PUT /api/posts/:id/comments/:commentId': 403,
  },
  blocked: {
    'GET /api/posts/:id': 404,
    'GET /api/users/mentionable': 404,
    'DELETE /api/posts/:id': 404,
    'GET /api/posts/:id/comments': 404,
    'POST /api/posts/:id/comments': 404,
    'DELETE /api/posts/:id/comments/:commentId': 404,
    'PUT /api/posts/:id': 404,
    'GET /api/posts/:id/versions': 404,
    'PUT /api/posts/:id/comments/:commentId': 404,
    'GET /api/posts/:id/comments/:commentId/versions': 404,
    'POST /api/posts/:id/like': 404,
    'POST /api/posts/:id/unlike': 404,
    'POST /api/posts/:id/dislike': 404,
    'POST /api/posts/:id/undislike': 404,
    'POST /api/posts/:id/vibes': 404,
    'PUT /api/posts/:id/audience': 404,
    'POST /api/reports': 404,
  },
  banned: {
    'GET /api/spaces/:id/sound': 404,
    'POST /api/spaces/:id/join': 403,
    'POST /api/join-requests': 403,
  },
  suspended: {},
  waiting: {},
}

/** Who is refused here is by what they send; all others are before a wrong body is told. */
export const BODY_DECIDES: Record<string, 'everybody' | Role[]> = {
  'POST /api/reports': 'everybody',
  'POST /api/join-requests': 'everybody',
  // They are in it, and no friend of whom they send.
  'POST /api/spaces/:id/invitations': ['owner'],
  'POST /api/conversations/:id/members': ['friend'],
  'POST /api/users/suspension/archive/status': 'everybody',
  'POST /api/users/suspension/archive/again': 'everybody',
  'POST /api/users/suspension/archive/link': 'everybody',
}

/** What everybody gets from a route, those who are kept out of something among them. */
export function expectedFrom(
  route: string,
  expected: Expected,
  exceptions: Exceptions,
): Record<Role, number> {
  const { muted, blocked, banned, suspended, waiting } = exceptions
  return {
    ...expected,
    muted: muted[route] ?? expected[KEPT_OUT_AS.muted],
    blocked: blocked[route] ?? expected[KEPT_OUT_AS.blocked],
    banned: banned[route] ?? expected[KEPT_OUT_AS.banned],
    suspended: suspended[route] ?? expected[KEPT_OUT_AS.suspended],
    waiting: waiting[route] ?? expected[KEPT_OUT_AS.waiting],
  }
}
