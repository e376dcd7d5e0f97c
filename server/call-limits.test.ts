import { describe, expect, it } from 'vitest'
import { ada, ben } from '../tests/people.ts'
import { openScopedTestServer } from '../tests/scenes/scoped-test-server.ts'
import { type LimitName, limitOf } from './call-limits.ts'

// Who may call what, and how often: every route there is, with its audience and its limit.

const ROUTES = `
GET /api/health                                          anyone          general
GET /api/metrics                                         anyone          general
GET /api/community                                       anyone          general
GET /api/admin/user/:id                                  administrators  general
GET /api/admin/users.csv                                 administrators  searches
GET /api/community/announcement                          members         general
GET /api/community/pages/:page                           anyone          general
GET /api/admin/community                                 administrators  general
PUT /api/admin/community/logo                            administrators  moderation
DELETE /api/admin/community/logo                         administrators  moderation
PUT /api/admin/community                                 administrators  moderation
GET /media/post/:imageId/:file                           anyone          images
GET /media/photo/:imageId/:file                          anyone          images
GET /media/link/:imageId/:file                           anyone          images
GET /media/logo/:imageId/:file                           anyone          images
GET /api/users/register/challenge                        anyone          challenges
POST /api/users/register                                 anyone          by address
GET /api/users/verify/:token                             anyone          links
POST /api/users/verify/:token                            anyone          links
DELETE /api/users/verify/:token                          anyone          links
POST /api/users/resend-verification                      anyone          by address and by mailbox
POST /api/users/login                                    anyone          failures by address and by account
POST /api/users/refresh-token                            anyone          refreshes
POST /api/users/logout                                   members         sign-outs
POST /api/users/forgot-password                          anyone          by address and by mailbox
GET /api/users/reset-password/:token                     anyone          links
POST /api/users/reset-password/:token                    anyone          links
GET /api/users/user                                      members         general
DELETE /api/users/me                                     members         account-deletions
GET /api/users/me/deletion                               members         searches
GET /api/users/me/archive                                members         general
POST /api/users/me/archive                               members         archives
POST /api/users/me/archive/link                          members         archives
GET /api/users/archives/:id                              anyone          archive-files
GET /api/users/me/import                                 members         general
POST /api/users/me/import                                members         imports
DELETE /api/users/me/import                              members         imports
GET /api/invites                                         members         general
POST /api/invites                                        members         invites
GET /api/invitations/:code                               anyone          links
POST /api/invites/:id/link                               members         invites
DELETE /api/invites/:id                                  members         invites
GET /api/users/sessions                                  members         general
DELETE /api/users/sessions                               members         session-ends
DELETE /api/users/sessions/:id                           members         session-ends
GET /api/users/second-factor                             members         general
POST /api/users/second-factor                            members         password-checks
POST /api/users/second-factor/confirm                    members         password-checks
POST /api/users/second-factor/recovery-codes             members         password-checks
POST /api/users/second-factor/end                        members         password-checks
POST /api/users/confirm                                  members         password-checks
GET /api/users/passkeys                                  members         general
POST /api/users/passkeys/options                         members         passkeys
POST /api/users/passkeys                                 members         passkeys
DELETE /api/users/passkeys/:id                           members         passkeys
POST /api/users/confirm/passkey/options                  members         passkeys
POST /api/users/confirm/passkey                          members         password-checks
POST /api/users/login/passkey/options                    anyone          passkey-challenges
POST /api/users/login/passkey                            anyone          failures by address and by account
PUT /api/users/password                                  members         password-checks
PUT /api/users/email                                     members         email-changes
POST /api/users/email/:token                             anyone          links
POST /api/users/email-undo/:token                        anyone          links
POST /api/users/not-me/:token                            anyone          links
GET /api/users/friends                                   members         general
GET /api/users/friend-requests                           members         general
GET /api/users/friend-counts                             members         general
GET /api/users/all                                       members         searches
GET /api/users/search                                    members         searches
GET /api/users/mentionable                               members         mentions
POST /api/users/friend-request/:id                       members         friend-requests
POST /api/users/friends/:id                              members         friend-requests
POST /api/users/friend-request/:id/accept                members         friend-answers
POST /api/users/friend-request/:id/reject                members         friend-answers
DELETE /api/users/friend-request/:id                     members         friend-requests
DELETE /api/users/friend/:id                             members         friend-answers
GET /api/users/blocked                                   members         general
GET /api/users/muted                                     members         general
PUT /api/users/:id/block                                 members         blocks
DELETE /api/users/:id/block                              members         blocks
POST /api/users/login/second-factor                      anyone          failures by address and by account
POST /api/users/suspension                               anyone          failures by address and by account
POST /api/users/appeal                                   anyone          failures by address and by account
POST /api/users/suspension/archive                       anyone          failures by address and by account
POST /api/users/suspension/archive/passkey               anyone          failures by address and by account
POST /api/users/suspension/archive/status                anyone          archive-files
POST /api/users/suspension/archive/again                 anyone          archives
POST /api/users/suspension/archive/link                  anyone          archives
POST /api/reports                                        members         reports
GET /api/admin/reports                                   administrators  general
POST /api/admin/reports/:id/decision                     administrators  moderation
GET /api/spaces/:id/reports                              members         general
POST /api/spaces/:id/reports/:reportId/decision          members         moderation
GET /api/admin/suspensions                               administrators  general
POST /api/admin/user/:id/suspend                         administrators  moderation
POST /api/admin/user/:id/lift                            administrators  moderation
POST /api/admin/user/:id/answer                          administrators  moderation
PUT /api/users/:id/mute                                  members         blocks
DELETE /api/users/:id/mute                               members         blocks
GET /api/users/:id/profile                               members         general
PUT /api/users/profile                                   members         profile-changes
PUT /api/users/username                                  members         renames
GET /api/users/privacy                                   members         general
PUT /api/users/quiet-numbers                             members         profile-changes
DELETE /api/users/first-steps                            members         profile-changes
PUT /api/users/privacy                                   members         privacy
PUT /api/users/privacy/toggle                            members         privacy
PUT /api/users/users/privacy/toggle                      members         privacy
GET /api/users/squad                                     members         general
PUT /api/users/squad                                     members         profile-changes
POST /api/users/spotify/resolve                          members         music-previews
POST /api/posts                                          members         posts
GET /api/posts/friends                                   members         general
GET /api/posts/public                                    members         general
GET /api/posts/themes/:date                              members         general
GET /api/posts                                           administrators  general
GET /api/users/:id/posts                                 members         general
GET /api/users/:id/images                              members         general
GET /api/users/me/as/:viewer/images                      members         general
GET /api/users/me/as/:viewer/posts                       members         general
GET /api/posts/cards                                     members         general
GET /api/posts/comments                                  members         general
GET /api/posts/:id                                       members         general
DELETE /api/posts/:id                                    members         deletions
GET /api/posts/:id/comments                              members         general
POST /api/posts/:id/comments                             members         comments
DELETE /api/posts/:id/comments/:commentId                members         deletions
PUT /api/posts/:id                                       members         edits
PUT /api/posts/:id/comments/:commentId                   members         edits
GET /api/posts/:id/versions                              members         general
GET /api/posts/:id/comments/:commentId/versions          members         general
POST /api/posts/:id/like                                 members         reactions
POST /api/posts/:id/dislike                              members         reactions
POST /api/posts/:id/unlike                               members         reactions
POST /api/posts/:id/undislike                            members         reactions
POST /api/posts/:id/vibes                                members         reactions
PUT /api/posts/:id/audience                              members         audiences
GET /api/spaces                                          members         searches
GET /api/spaces/my-spaces                                members         general
GET /api/conversations                                   members         general
GET /api/conversations/count                             members         general
GET /api/conversations/:id                               members         general
GET /api/conversations/settings                          members         general
PUT /api/conversations/settings                          members         profile-changes
POST /api/conversations                                  members         conversations
POST /api/conversations/:id/accept                       members         conversations
POST /api/conversations/:id/dismiss                      members         conversations
PUT /api/conversations/:id                               members         conversations
POST /api/conversations/:id/members                      members         conversations
POST /api/conversations/:id/leave                        members         conversations
GET /api/spaces/rooms                                    members         general
GET /api/spaces/:id                                      members         general
GET /api/spaces/:id/sound                                members         sounds
POST /api/spaces                                         members         spaces
PUT /api/spaces/:id                                      members         space-changes
DELETE /api/spaces/:id                                   members         space-changes
POST /api/spaces/:id/transfer                            members         space-changes
POST /api/spaces/:id/join                                members         memberships
POST /api/spaces/:id/invitations                         members         space-invitations
POST /api/spaces/:id/leave                               members         memberships
DELETE /api/spaces/:id/members/:userId                   members         space-changes
GET /api/spaces/:id/bans                                 members         general
PUT /api/spaces/:id/bans/:userId                         members         space-changes
GET /api/spaces/:id/removals                             members         general
POST /api/spaces/:id/removals/:removalId/undo            members         space-changes
DELETE /api/spaces/:id/bans/:userId                      members         space-changes
GET /api/spaces/:id/messages                             members         general
GET /api/spaces/:id/folds                                members         general
PUT /api/spaces/:id/read                                 members         read-marks
POST /api/spaces/:id/messages                            members         messages
POST /api/spaces/:id/image-messages                    members         messages
PUT /api/spaces/:spaceId/messages/:messageId             members         message-changes
DELETE /api/spaces/:spaceId/messages/:messageId          members         message-changes
POST /api/spaces/:spaceId/messages/:messageId/reactions  members         reactions
PUT /api/spaces/:id/mute                                 members         read-marks
DELETE /api/spaces/:id/mute                              members         read-marks
GET /api/spaces/:spaceId/messages/:messageId/reactions   members         general
GET /api/spaces/:id/messages/search                      members         message-searches
GET /api/spaces/:id/pins                                 members         general
PUT /api/spaces/:spaceId/messages/:messageId/pin         members         message-changes
DELETE /api/spaces/:spaceId/messages/:messageId/pin      members         message-changes
GET /api/join-requests/my-requests                       members         general
GET /api/join-requests/space/:spaceId                    members         general
POST /api/join-requests                                  members         join-requests
DELETE /api/join-requests/:id                            members         join-requests
PATCH /api/join-requests/:id/approve                     members         join-answers
PATCH /api/join-requests/:id/deny                        members         join-answers
GET /api/notifications                                   members         general
GET /api/notifications/count                             members         general
PUT /api/notifications/:id/read                          members         read-marks
PUT /api/notifications/read-all                          members         read-marks
GET /api/all                                             administrators  searches
DELETE /api/admin/user/:id                               administrators  moderation
DELETE /api/admin/post/:id                               administrators  moderation
DELETE /api/admin/message/:id                            administrators  moderation
DELETE /api/admin/space/:id                              administrators  moderation
DELETE /api/admin/user/:id/photo                         administrators  moderation
DELETE /api/admin/user/:id/profile                       administrators  moderation
DELETE /api/admin/user/:id/sessions                      administrators  moderation
DELETE /api/admin/comment/:id                            administrators  moderation
GET /api/admin/mails                                     administrators  general
POST /api/admin/mails/:id/retry                          administrators  moderation
DELETE /api/admin/mails/:id                              administrators  moderation
GET /api/admin/waiting                                   administrators  general
POST /api/admin/waiting/:id/let-in                       administrators  moderation
POST /api/admin/acts/:id/undo                            administrators  moderation
POST /api/admin/waiting/:id/decline                      administrators  moderation
GET /api/admin/acts                                      administrators  general
GET /api/admin/stats                                   administrators  stats
`
  .trim()
  .split('\n')
  .map((line) => line.split(/ {2,}/) as [route: string, audience: string, limit: string])

describe('every route', () => {
  it('says who may call it and how often', async () => {
    const { routes } = await openScopedTestServer()
    const declared = [...routes].map(([route, { audience, limit }]) => [
      ...[route, audience, 'rule' in limit ? limit.rule : limit.name],
    ])
    expect(declared.toSorted()).toEqual(ROUTES.toSorted())
  })

  it('that writes has a limit of its class', () => {
    const writing = ROUTES.filter(([route]) => !route.startsWith('GET '))
    expect(writing.filter(([, , limit]) => limit === 'general')).toEqual([])
  })
})

/** One route of each class that a member can fill, and who is signed in there. */
const CLASSES = new Map(
  ROUTES.filter(([, audience, limit]) => audience !== 'anyone' && limit !== 'general').map(
    ([route, , limit]) => [limit as LimitName, route],
  ),
)

describe('calls at once are counted before they are worked on:', () => {
  const OVER = 10
  /** With the account the other calls would end: it stays, for what is handed on is not there. */
  const NO_HEIR = { heirs: [{ space: '77', heir: '77' }] }

  it.each([...CLASSES])('%s, by %s', async (name, route) => {
    // The first member is the administrator.
    const server = await openScopedTestServer({ rateLimits: true })
    const member = await server.join(ada)
    const other = await server.join(ben)
    const [method, path = ''] = route.split(' ')
    const call = (as: { token: string }) =>
      server.call(method as 'GET', path.slice('/api'.length).replaceAll(/:\w+/g, '77'), {
        ...{ as, ...(name === 'account-deletions' ? { body: NO_HEIR } : {}) },
      })
    const callers = Array.from({ length: limitOf(name).times + OVER }, () => member)
    // Signing out ends the session: each call has another.
    if (name === 'sign-outs')
      for (const index of callers.keys()) callers[index] = await server.signIn(ada)
    const answers = await Promise.all(callers.map(call))
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toEqual([])
    const refused = answers.filter(({ statusCode }) => statusCode === 429)
    expect(refused).toHaveLength(OVER)
    for (const { headers, body } of refused) {
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      expect(JSON.parse(body).message).toMatch(/^That was a lot at once/)
    }
    expect((await call(other)).statusCode).not.toBe(429)
  })

  it('40 spaces at once become ten', async () => {
    const server = await openScopedTestServer({ rateLimits: true })
    const member = await server.join(ada)
    const body = { name: 'Garden', description: 'Where things grow' }
    const make = () => server.call('POST', '/spaces', { as: member, body })
    const answers = await Promise.all(Array.from({ length: 40 }, make))
    const made = answers.filter(({ statusCode }) => statusCode === 201)
    expect(made).toHaveLength(10)
    expect(await server.services.db.selectFrom('spaces').select('id').execute()).toHaveLength(10)
  })
})
