import { GARDEN } from '../actions/space-actions.ts'
import { form, testImage } from '../test-images.ts'
import { conversationBodies } from './conversation-scene.ts'
import type { Scene } from './scene.ts'

const LOGO = await testImage()
const PIECE = form(
  { bytes: '20', offset: '0' },
  { name: 'piece', filename: 'piece', bytes: Buffer.alloc(10) },
)

const CREDENTIAL = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' }
const MADE_PASSKEY = {
  ...CREDENTIAL,
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
}
const USED_PASSKEY = {
  ...CREDENTIAL,
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
}

/** What a route needs to be sent. */
export function bodyFor(scene: Scene, route: string): object | undefined {
  const bodies: Record<string, object> = { ...accountBodies(scene), ...otherBodies(scene) }
  return bodies[route]
}

function accountBodies({ guest, suspended }: Scene) {
  const { email, password } = guest
  const anew = { username: 'Hana_2', email: 'hana.2@example.org', password }
  const keptOut = { email: suspended.email, password: suspended.password }
  return {
    'POST /api/users/register': anew,
    'POST /api/users/login': { email, password },
    'POST /api/users/refresh-token': { token: guest.token },
    'POST /api/users/verify/:token': { browserSecret: 'a'.repeat(64) },
    'POST /api/users/resend-verification': { email },
    'POST /api/users/forgot-password': { email },
    'POST /api/users/reset-password/:token': { password: anew.password },
    'POST /api/users/second-factor/confirm': { code: '000000' },
    'POST /api/users/second-factor/end': { code: '000000' },
    'POST /api/users/login/second-factor': { challenge: 'none', code: '000000' },
    'POST /api/users/login/passkey': { credential: USED_PASSKEY },
    'POST /api/users/confirm/passkey': { credential: USED_PASSKEY },
    'POST /api/users/passkeys': { name: 'Phone', credential: MADE_PASSKEY },
    'POST /api/users/confirm': { password: `Not ${password}` },
    'PUT /api/users/password': { currentPassword: `Not ${password}`, password: anew.password },
    'PUT /api/users/email': { email: anew.email },
    'PUT /api/users/profile': form({ aboutMe: 'Tea' }),
    'POST /api/users/me/import': PIECE,
    'PUT /api/users/username': { username: anew.username },
    'POST /api/users/suspension': keptOut,
    'POST /api/users/appeal': { ...keptOut, text: 'Sorry' },
    'POST /api/users/suspension/archive': keptOut,
    'POST /api/users/suspension/archive/passkey': { credential: USED_PASSKEY },
    'POST /api/users/suspension/archive/status': { pass: 'none' },
    'POST /api/users/suspension/archive/again': { pass: 'none' },
    'POST /api/users/suspension/archive/link': { pass: 'none' },
  }
}

function otherBodies({ ids, people }: Scene) {
  return {
    'POST /api/reports': { kind: 'post', id: ids.post, reason: 'unkind' },
    'POST /api/admin/reports/:id/decision': { act: 'warn', text: 'Be kind' },
    'POST /api/admin/user/:id/suspend': { days: 7, text: 'Be kind' },
    'POST /api/spaces/:id/removals/:removalId/undo': { text: 'They were gifts' },
    'POST /api/admin/acts/:id/undo': { text: 'It was not' },
    'POST /api/admin/user/:id/lift': { text: 'Welcome' },
    'POST /api/admin/user/:id/answer': { text: 'Not yet' },
    'POST /api/spaces/:id/reports/:reportId/decision': { act: 'dismiss' },
    'PUT /api/users/:id/mute': { until: null },
    'PUT /api/users/privacy': { isPrivate: true },
    'PUT /api/users/quiet-numbers': { isQuiet: true },
    'PUT /api/posts/:id/audience': { audience: 'profile' },
    'PUT /api/users/squad': { squad: [] },
    'POST /api/users/spotify/resolve': { url: 'https://open.spotify.com/track/tea' },
    'POST /api/admin/waiting/:id/let-in': { words: 'Welcome' },
    'POST /api/admin/waiting/:id/decline': { words: 'We are full', isTold: true },
    'POST /api/invites': { note: 'For the choir' },
    'POST /api/posts': form({ text: 'Hello' }),
    'POST /api/posts/:id/comments': { text: 'Hello' },
    'PUT /api/posts/:id': { text: 'Hello again' },
    'PUT /api/posts/:id/comments/:commentId': { text: 'Hello again' },
    'POST /api/posts/:id/vibes': { emoji: '🫖' },
    'POST /api/spaces': GARDEN,
    'PUT /api/spaces/:id': { ...GARDEN, name: 'Cellar' },
    'POST /api/spaces/:id/transfer': { userId: ids.guest },
    'PUT /api/spaces/:id/bans/:userId': { reason: 'Too loud' },
    'POST /api/spaces/:id/messages': { content: 'Hello' },
    'POST /api/spaces/:id/image-messages': form(
      { content: '' },
      { name: 'images', filename: 'pot.png', bytes: LOGO },
    ),
    'PUT /api/spaces/:id/read': { seq: 1 },
    'POST /api/spaces/:id/invitations': { userIds: [ids.guest] },
    'PUT /api/spaces/:id/mute': { until: null },
    'PUT /api/spaces/:spaceId/messages/:messageId': { content: 'Hello' },
    'POST /api/spaces/:spaceId/messages/:messageId/reactions': { emoji: '🫖' },
    ...conversationBodies(ids.guest, people.muted.user._id),
    'POST /api/join-requests': { spaceId: ids.den },
    'PATCH /api/join-requests/:id/approve': { adminResponse: 'Welcome' },
    'PUT /api/admin/community': { name: 'Snug' },
    'PUT /api/admin/community/logo': form({}, { name: 'logo', filename: 'logo.png', bytes: LOGO }),
    'PATCH /api/join-requests/:id/deny': { adminResponse: 'Sorry' },
  }
}
