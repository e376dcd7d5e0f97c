// Who may call what, for every route there is: the status each gets for a request that is right in
// itself. Who stands for each role, and what is asked for, is in scene.ts.

export const ROLES = [
  'anonymous',
  'stranger',
  'friend',
  /** Was a friend of the owner's until lately. */
  'former',
  'owner',
  /** In the space, and no friend of the owner's. */
  'member',
  /** Who runs the space. */
  'spaceAdmin',
  'administrator',
] as const

/** Each is answered as another role is, but for what `exceptions` says. */
export const KEPT_OUT_AS = {
  /** A friend whom the owner muted, who cannot tell. */
  muted: 'friend',
  /** In the space, a former friend whom the owner blocked. */
  blocked: 'member',
  /** Whom the admin of the space banned from the space. */
  banned: 'stranger',
  /** A friend and a member of the space, whom an administrator suspended. */
  suspended: 'anonymous',
  /** Who verified their email and is not let in, even with a session that they cannot have. */
  waiting: 'anonymous',
} as const satisfies Record<string, (typeof ROLES)[number]>
export type KeptOut = keyof typeof KEPT_OUT_AS
export type Role = (typeof ROLES)[number] | KeptOut

/** What is asked for is private: the owner's profile with the post, and the space. */
export const PRIVATE = table(`
GET /api/health                                          200 200 200 200 200 200 200 200
GET /api/metrics                                         200 200 200 200 200 200 200 200
GET /api/users/register/challenge                        200 200 200 200 200 200 200 200
POST /api/users/register                                 201 201 201 201 201 201 201 201
GET /api/users/verify/:token                             200 200 200 200 200 200 200 200
POST /api/users/verify/:token                            200 200 200 200 200 200 200 200
DELETE /api/users/verify/:token                          200 200 200 200 200 200 200 200
POST /api/users/resend-verification                      200 200 200 200 200 200 200 200
POST /api/users/login                                    200 200 200 200 200 200 200 200
POST /api/users/login/second-factor                      401 401 401 401 401 401 401 401
POST /api/users/login/passkey/options                    200 200 200 200 200 200 200 200
POST /api/users/login/passkey                            400 400 400 400 400 400 400 400
POST /api/users/refresh-token                            200 200 200 200 200 200 200 200
POST /api/users/logout                                   401 200 200 200 200 200 200 200
POST /api/users/forgot-password                          200 200 200 200 200 200 200 200
GET /api/users/reset-password/:token                     200 200 200 200 200 200 200 200
POST /api/users/reset-password/:token                    200 200 200 200 200 200 200 200
GET /api/users/user                                      401 200 200 200 200 200 200 200
GET /api/users/:id/profile                               401 200 200 200 200 200 200 200
GET /api/users/blocked                                   401 200 200 200 200 200 200 200
GET /api/users/muted                                     401 200 200 200 200 200 200 200
PUT /api/users/:id/block                                 401 200 200 200 400 200 200 200
DELETE /api/users/:id/block                              401 200 200 200 200 200 200 200
POST /api/users/suspension                               200 200 200 200 200 200 200 200
POST /api/users/appeal                                   409 409 409 409 409 409 409 409
POST /api/users/suspension/archive                       200 200 200 200 200 200 200 200
POST /api/users/suspension/archive/passkey               400 400 400 400 400 400 400 400
POST /api/users/suspension/archive/status                403 403 403 403 403 403 403 403
POST /api/users/suspension/archive/again                 403 403 403 403 403 403 403 403
POST /api/users/suspension/archive/link                  403 403 403 403 403 403 403 403
POST /api/reports                                        401 404 201 404 400 404 404 404
PUT /api/users/:id/mute                                  401 200 200 200 400 200 200 200
DELETE /api/users/:id/mute                               401 200 200 200 200 200 200 200
GET /api/users/friends                                   401 200 200 200 200 200 200 200
GET /api/users/friend-requests                           401 200 200 200 200 200 200 200
GET /api/users/friend-counts                             401 200 200 200 200 200 200 200
GET /api/users/all                                       401 200 200 200 200 200 200 200
GET /api/users/search                                    401 200 200 200 200 200 200 200
GET /api/users/mentionable                               401 404 200 404 200 404 404 404
POST /api/users/friends/:id                              401 200 409 200 400 200 200 200
DELETE /api/users/friend-request/:id                     401 200 404 200 404 200 200 200
POST /api/users/friend-request/:id/reject                401 200 404 200 404 200 200 200
POST /api/users/friend-request/:id/accept                401 200 200 200 404 200 200 200
DELETE /api/users/friend/:id                             401 404 200 404 404 404 404 404
POST /api/users/friend-request/:id                       401 200 409 200 400 200 200 200
PUT /api/users/profile                                   401 200 200 200 200 200 200 200
PUT /api/users/username                                  401 200 200 200 200 200 200 200
GET /api/users/privacy                                   401 200 200 200 200 200 200 200
PUT /api/users/privacy/toggle                            401 200 200 200 200 200 200 200
PUT /api/users/users/privacy/toggle                      401 200 200 200 200 200 200 200
PUT /api/users/quiet-numbers                             401 200 200 200 200 200 200 200
DELETE /api/users/first-steps                            401 200 200 200 200 200 200 200
PUT /api/users/privacy                                   401 200 200 200 200 200 200 200
GET /api/users/squad                                     401 200 200 200 200 200 200 200
PUT /api/users/squad                                     401 200 200 200 200 200 200 200
POST /api/users/spotify/resolve                          401 200 200 200 200 200 200 200
POST /api/posts                                          401 201 201 201 201 201 201 201
GET /api/posts/friends                                   401 200 200 200 200 200 200 200
GET /api/posts/public                                    401 200 200 200 200 200 200 200
GET /api/posts/themes/:date                              401 200 200 200 200 200 200 200
GET /api/posts/cards                                     401 200 200 200 200 200 200 200
GET /api/posts/comments                                  401 200 200 200 200 200 200 200
GET /api/posts                                           401 403 403 403 403 403 403 200
GET /api/posts/:id                                       401 404 200 404 200 404 404 404
GET /api/posts/:id/comments                              401 404 200 404 200 404 404 404
POST /api/posts/:id/comments                             401 404 201 404 201 404 404 404
PUT /api/posts/:id                                       401 404 403 404 200 404 404 404
GET /api/posts/:id/versions                              401 404 200 404 200 404 404 404
PUT /api/posts/:id/comments/:commentId                   401 404 200 404 403 404 404 404
GET /api/posts/:id/comments/:commentId/versions          401 404 200 404 200 404 404 404
DELETE /api/posts/:id/comments/:commentId                401 404 200 404 200 404 404 404
POST /api/posts/:id/like                                 401 404 200 404 200 404 404 404
POST /api/posts/:id/unlike                               401 404 200 404 200 404 404 404
POST /api/posts/:id/dislike                              401 404 200 404 200 404 404 404
POST /api/posts/:id/undislike                            401 404 200 404 200 404 404 404
POST /api/posts/:id/vibes                                401 404 200 404 200 404 404 404
PUT /api/posts/:id/audience                              401 404 403 404 200 404 404 404
GET /api/notifications                                   401 200 200 200 200 200 200 200
GET /api/notifications/count                             401 200 200 200 200 200 200 200
PUT /api/notifications/:id/read                          401 404 404 404 200 404 404 404
PUT /api/notifications/read-all                          401 200 200 200 200 200 200 200
GET /api/spaces                                          401 200 200 200 200 200 200 200
GET /api/spaces/my-spaces                                401 200 200 200 200 200 200 200
GET /api/spaces/rooms                                    401 200 200 200 200 200 200 200
POST /api/spaces                                         401 201 201 201 201 201 201 201
GET /api/spaces/:id                                      401 200 200 200 200 200 200 200
PUT /api/spaces/:id                                      401 403 403 403 403 403 200 403
DELETE /api/spaces/:id                                   401 403 403 403 403 403 200 403
POST /api/spaces/:id/transfer                            401 403 403 403 403 403 200 403
POST /api/spaces/:id/join                                401 403 403 403 200 200 200 403
POST /api/spaces/:id/invitations                         401 403 403 403 403 200 200 403
POST /api/spaces/:id/leave                               401 200 200 200 200 200 409 200
DELETE /api/spaces/:id/members/:userId                   401 403 403 403 403 403 200 403
GET /api/spaces/:id/bans                                 401 403 403 403 403 403 200 403
PUT /api/spaces/:id/bans/:userId                         401 403 403 403 403 403 200 403
GET /api/spaces/:id/removals                             401 403 403 403 403 403 200 403
POST /api/spaces/:id/removals/:removalId/undo            401 403 403 403 403 403 200 403
DELETE /api/spaces/:id/bans/:userId                      401 403 403 403 403 403 200 403
GET /api/spaces/:id/sound                                401 404 404 404 200 200 200 404
GET /api/spaces/:id/messages                             401 403 403 403 200 200 200 403
POST /api/spaces/:id/messages                            401 403 403 403 201 201 201 403
POST /api/spaces/:id/image-messages                    401 403 403 403 201 201 201 403
GET /api/spaces/:id/folds                                401 403 403 403 200 200 200 403
PUT /api/spaces/:id/read                                 401 403 403 403 200 200 200 403
PUT /api/spaces/:spaceId/messages/:messageId             401 403 403 403 200 403 403 403
POST /api/spaces/:spaceId/messages/:messageId/reactions  401 403 403 403 200 200 200 403
GET /api/spaces/:id/messages/search                      401 403 403 403 200 200 200 403
PUT /api/spaces/:id/mute                                 401 403 403 403 200 200 200 403
DELETE /api/spaces/:id/mute                              401 403 403 403 200 200 200 403
GET /api/spaces/:spaceId/messages/:messageId/reactions   401 403 403 403 200 200 200 403
GET /api/spaces/:id/pins                                 401 403 403 403 200 200 200 403
PUT /api/spaces/:spaceId/messages/:messageId/pin         401 403 403 403 403 403 200 403
DELETE /api/spaces/:spaceId/messages/:messageId/pin      401 403 403 403 403 403 200 403
DELETE /api/spaces/:spaceId/messages/:messageId          401 403 403 403 200 403 200 403
GET /api/conversations                                   401 200 200 200 200 200 200 200
GET /api/conversations/count                             401 200 200 200 200 200 200 200
GET /api/conversations/settings                          401 200 200 200 200 200 200 200
PUT /api/conversations/settings                          401 200 200 200 200 200 200 200
POST /api/conversations                                  401 201 201 201 201 201 201 201
GET /api/conversations/:id                               401 404 200 404 200 404 404 404
PUT /api/conversations/:id                               401 404 200 404 200 404 404 404
POST /api/conversations/:id/members                      401 404 403 404 200 404 404 404
POST /api/conversations/:id/leave                        401 404 200 404 200 404 404 404
POST /api/conversations/:id/accept                       401 404 404 404 200 409 404 404
POST /api/conversations/:id/dismiss                      401 404 404 404 200 409 404 404
GET /api/join-requests/my-requests                       401 200 200 200 200 200 200 200
GET /api/join-requests/space/:spaceId                    401 403 403 403 403 403 200 403
POST /api/join-requests                                  401 201 201 201 409 409 409 201
PATCH /api/join-requests/:id/approve                     401 404 404 404 403 404 200 404
PATCH /api/join-requests/:id/deny                        401 404 404 404 403 404 200 404
DELETE /api/join-requests/:id                            401 404 404 404 200 404 403 404
GET /api/invites                                         401 200 200 200 200 200 200 200
POST /api/invites                                        401 201 201 201 201 201 201 201
GET /api/invitations/:code                               200 200 200 200 200 200 200 200
POST /api/invites/:id/link                               401 404 404 404 200 404 404 404
DELETE /api/invites/:id                                  401 404 404 404 200 404 404 404
GET /api/users/:id/posts                                 401 200 200 200 200 200 200 200
GET /api/users/me/as/:viewer/images                      401 200 200 200 200 200 200 200
GET /api/users/me/as/:viewer/posts                       401 200 200 200 200 200 200 200
GET /api/users/:id/images                              401 200 200 200 200 200 200 200
GET /api/all                                             401 403 403 403 403 403 403 200
GET /api/community                                       200 200 200 200 200 200 200 200
GET /api/admin/user/:id                                  401 403 403 403 403 403 403 200
GET /api/admin/users.csv                                 401 403 403 403 403 403 403 200
GET /api/community/announcement                          401 200 200 200 200 200 200 200
GET /api/community/pages/:page                           200 200 200 200 200 200 200 200
GET /api/admin/community                                 401 403 403 403 403 403 403 200
PUT /api/admin/community/logo                            401 403 403 403 403 403 403 200
DELETE /api/admin/community/logo                         401 403 403 403 403 403 403 200
PUT /api/admin/community                                 401 403 403 403 403 403 403 200
GET /api/admin/waiting                                   401 403 403 403 403 403 403 200
POST /api/admin/waiting/:id/let-in                       401 403 403 403 403 403 403 200
POST /api/admin/waiting/:id/decline                      401 403 403 403 403 403 403 200
GET /api/admin/acts                                      401 403 403 403 403 403 403 200
GET /api/admin/stats                                   401 403 403 403 403 403 403 200
GET /api/admin/mails                                     401 403 403 403 403 403 403 200
POST /api/admin/mails/:id/retry                          401 403 403 403 403 403 403 200
DELETE /api/admin/mails/:id                              401 403 403 403 403 403 403 200
GET /api/admin/reports                                   401 403 403 403 403 403 403 200
POST /api/admin/reports/:id/decision                     401 403 403 403 403 403 403 200
GET /api/admin/suspensions                               401 403 403 403 403 403 403 200
POST /api/admin/user/:id/suspend                         401 403 403 403 403 403 403 200
POST /api/admin/user/:id/lift                            401 403 403 403 403 403 403 200
POST /api/admin/user/:id/answer                          401 403 403 403 403 403 403 200
GET /api/spaces/:id/reports                              401 403 403 403 403 403 200 403
POST /api/spaces/:id/reports/:reportId/decision          401 403 403 403 403 403 200 403
DELETE /api/admin/user/:id                               401 403 403 403 403 403 403 200
DELETE /api/admin/comment/:id                            401 403 403 403 403 403 403 200
DELETE /api/admin/message/:id                            401 403 403 403 403 403 403 200
DELETE /api/admin/space/:id                              401 403 403 403 403 403 403 200
DELETE /api/admin/user/:id/photo                         401 403 403 403 403 403 403 200
DELETE /api/admin/user/:id/profile                       401 403 403 403 403 403 403 200
POST /api/admin/acts/:id/undo                            401 403 403 403 403 403 403 200
DELETE /api/admin/user/:id/sessions                      401 403 403 403 403 403 403 200
DELETE /api/admin/post/:id                               401 403 403 403 403 403 403 200
DELETE /api/posts/:id                                    401 404 403 404 200 404 404 404
GET /api/users/sessions                                  401 200 200 200 200 200 200 200
DELETE /api/users/sessions                               401 200 200 200 200 200 200 200
DELETE /api/users/sessions/:id                           401 404 404 404 404 404 404 404
GET /api/users/second-factor                             401 200 200 200 200 200 200 200
POST /api/users/second-factor                            401 200 200 200 200 200 200 200
POST /api/users/second-factor/confirm                    401 409 409 409 409 409 409 409
POST /api/users/second-factor/recovery-codes             401 409 409 409 409 409 409 409
POST /api/users/second-factor/end                        401 409 409 409 409 409 409 409
POST /api/users/confirm                                  401 400 400 400 400 400 400 400
POST /api/users/confirm/passkey/options                  401 409 409 409 409 409 409 409
POST /api/users/confirm/passkey                          401 400 400 400 400 400 400 400
GET /api/users/passkeys                                  401 200 200 200 200 200 200 200
POST /api/users/passkeys/options                         401 200 200 200 200 200 200 200
POST /api/users/passkeys                                 401 400 400 400 400 400 400 400
DELETE /api/users/passkeys/:id                           401 404 404 404 404 404 404 404
PUT /api/users/password                                  401 400 400 400 400 400 400 400
PUT /api/users/email                                     401 200 200 200 200 200 200 200
POST /api/users/email/:token                             400 400 400 400 400 400 400 400
POST /api/users/email-undo/:token                        400 400 400 400 400 400 400 400
POST /api/users/not-me/:token                            400 400 400 400 400 400 400 400
GET /api/users/me/deletion                               401 200 200 200 200 200 200 200
GET /api/users/me/archive                                401 200 200 200 200 200 200 200
POST /api/users/me/archive/link                          401 404 404 404 404 404 404 404
POST /api/users/me/archive                               401 202 202 202 202 202 202 202
GET /api/users/me/import                                 401 200 200 200 200 200 200 200
POST /api/users/me/import                                401 202 202 202 409 202 202 202
DELETE /api/users/me/import                              401 200 200 200 200 200 200 200
GET /api/users/archives/:id                              403 403 403 403 403 403 403 403
DELETE /api/users/me                                     401 200 200 200 200 200 200 200
`)

/** What differs where the profile and the space are open to all. */
export const PUBLIC = table(`
POST /api/reports                                        401 201 201 201 400 201 201 201
GET /api/posts/:id                                       401 200 200 200 200 200 200 200
GET /api/posts/:id/comments                              401 200 200 200 200 200 200 200
GET /api/users/mentionable                               401 200 200 200 200 200 200 200
POST /api/posts/:id/comments                             401 201 201 201 201 201 201 201
PUT /api/posts/:id                                       401 403 403 403 200 403 403 403
GET /api/posts/:id/versions                              401 200 200 200 200 200 200 200
PUT /api/posts/:id/comments/:commentId                   401 403 200 403 403 403 403 403
GET /api/posts/:id/comments/:commentId/versions          401 200 200 200 200 200 200 200
DELETE /api/posts/:id/comments/:commentId                401 403 200 403 200 403 403 403
POST /api/posts/:id/like                                 401 200 200 200 200 200 200 200
POST /api/posts/:id/unlike                               401 200 200 200 200 200 200 200
POST /api/posts/:id/dislike                              401 200 200 200 200 200 200 200
POST /api/posts/:id/undislike                            401 200 200 200 200 200 200 200
POST /api/posts/:id/vibes                                401 200 200 200 200 200 200 200
PUT /api/posts/:id/audience                              401 403 403 403 200 403 403 403
GET /api/spaces/:id/sound                                401 200 200 200 200 200 200 200
POST /api/spaces/:id/join                                401 200 200 200 200 200 200 200
POST /api/join-requests                                  401 400 400 400 409 409 409 400
DELETE /api/posts/:id                                    401 403 403 403 200 403 403 403
`)

export type Expected = Record<(typeof ROLES)[number], number>

function table(text: string): Map<string, Expected> {
  const lines = text.split('\n').filter((line) => line !== '')
  return new Map(lines.map(row))
}

function row(line: string): [string, Expected] {
  const [method, path, ...statuses] = line.split(/ +/)
  if (statuses.length !== ROLES.length) throw new Error(`Eight statuses are asked of: ${line}`)
  const expected = ROLES.map((role, index) => [role, Number(statuses[index])])
  return [`${method} ${path}`, Object.fromEntries(expected)]
}
