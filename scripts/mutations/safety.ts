import type { Mutation } from './mutation.ts'

const BANS = 'server/spaces/membership/bans.test.ts'
const BAN_VERBS = 'server/spaces/membership/bans.ts'
const INVITES = 'server/accounts/registration/invites.test.ts'
const INVITE_JOINING = 'server/accounts/registration/invite-joining.test.ts'
const INVITE_VERBS = 'server/accounts/registration/invites.ts'
const INVITE_QUERIES = 'server/accounts/registration/invite-queries.ts'
const ACCOUNT_SAFETY = 'server/accounts/account-security.test.ts'

/** Suspensions, bans, invitations and what keeps an account its owner's. */
export const safety: Mutation[] = [
  {
    name: 'an administrator ends their own account without saying who they are',
    file: 'server/admin/delete-member.ts',
    text: "  if (memberId === actor?.id) throw new HttpError('bad_request', MESSAGES.deleteOneself)\n",
    replacement: '',
    tests: ['server/admin/admin.test.ts'],
  },
  {
    name: 'who is suspended stays signed in',
    file: 'server/accounts/suspension.ts',
    text: '  await endSessionsOf(mutation, memberId)\n',
    replacement: '',
    tests: ['server/admin/suspensions.test.ts'],
  },
  {
    name: 'a second decision makes a suspension shorter',
    file: 'server/accounts/suspension.ts',
    text: 'Math.max(asked, former)',
    replacement: 'asked',
    tests: ['server/admin/suspensions.test.ts'],
  },
  {
    name: 'a second decision takes what waits for its answer',
    file: 'server/accounts/suspension.ts',
    text: 'await queries.deleteAnsweredAppeal(mutation.trx, memberId)',
    replacement: 'await queries.deleteAppeal(mutation.trx, memberId)',
    tests: ['server/admin/suspensions.test.ts'],
  },
  {
    name: 'a suspension never ends by itself',
    file: 'server/accounts/suspension-queries.ts',
    text: "    .where('suspended_until', '<=', now)\n",
    replacement: "    .where('suspended_until', '<', 0)\n",
    tests: ['server/admin/suspensions.test.ts'],
  },
  {
    name: 'who is let in never asked to be',
    file: 'server/accounts/registration/admission.ts',
    text: 'if (!user || user.waiting_since === null)',
    replacement: 'if (!user)',
    tests: ['server/accounts/registration/admission.test.ts'],
  },
  {
    name: 'anybody bans members from a space',
    file: BAN_VERBS,
    text: `    requireSpaceAdmin(actor, space)
    if (userId === actor.id)`,
    replacement: '    if (userId === actor.id)',
    tests: ['server/tests/access.test.ts', BANS],
  },
  {
    name: 'anybody lifts a ban',
    file: BAN_VERBS,
    text: `    requireSpaceAdmin(actor, space)
    if (!(await banQueries.deleteBan`,
    replacement: '    if (!(await banQueries.deleteBan',
    tests: ['server/tests/access.test.ts', BANS],
  },
  {
    name: 'anybody reads who is banned',
    file: BAN_VERBS,
    text: `  await requireAdminOf(actor, services.db, spaceId)
`,
    replacement: '',
    tests: ['server/tests/access.test.ts', BANS],
  },
  {
    name: 'one bans oneself',
    file: BAN_VERBS,
    text: "    if (userId === actor.id) throw new HttpError('bad_request', MESSAGES.oneself)\n",
    replacement: '',
    tests: [BANS],
  },
  {
    name: 'who never was in the space is banned from it',
    file: BAN_VERBS,
    text: 'if (!wasMember && !hadAsked && !(await',
    replacement: 'if (false && !(await',
    tests: [BANS],
  },
  {
    name: 'a space has more bans than it may',
    file: BAN_VERBS,
    text: '> SPACE_BANS_MAX)',
    replacement: '> 2 * SPACE_BANS_MAX)',
    tests: [BANS],
  },
  {
    name: 'members invite where administrators do',
    file: 'contract/community.ts',
    text: "(isAdmin || whoMayInvite === 'everybody')",
    replacement: '(isAdmin || whoMayInvite !== undefined)',
    tests: ['server/accounts/registration/who-may-register.test.ts'],
  },
  {
    name: 'who was invited comes in at once where they are to wait',
    file: 'server/accounts/registration/verification.ts',
    text: '(letsInvitedIn && isInvited)',
    replacement: '(letsInvitedIn || isInvited)',
    tests: ['server/accounts/registration/admission.test.ts'],
  },
  {
    name: 'an invitation has more places than it says',
    file: INVITE_VERBS,
    text: 'return joined_count + (await queries.countWaiting(db, id)) < uses',
    replacement: 'return joined_count < uses',
    tests: [INVITE_JOINING],
  },
  {
    name: 'a place that was taken does not count',
    file: INVITE_VERBS,
    text: 'return joined_count + (await queries.countWaiting(db, id)) < uses',
    replacement: 'return (await queries.countWaiting(db, id)) < uses',
    tests: [INVITE_JOINING],
  },
  {
    name: 'an invitation says past a block who makes it',
    file: INVITE_VERBS,
    text: "viewer !== null && (await maySee(db, viewer.id, 'member', found.maker_id))",
    replacement: 'viewer !== null',
    tests: [INVITES],
  },
  {
    name: 'one has more open invitations than one may',
    file: INVITE_VERBS,
    text: '>= OPEN_INVITES_MAX)',
    replacement: '>= 2 * OPEN_INVITES_MAX)',
    tests: [INVITES],
  },
  {
    name: 'one invites to a space one is not in',
    file: INVITE_VERBS,
    text: 'if (spaceId !== null && !(await',
    replacement: 'if (false && !(await',
    tests: [INVITES],
  },
  {
    name: 'an invitation works after its end',
    file: INVITE_QUERIES,
    text: "    .where(isNotOver(now))\n    .where('users.deleted_at', 'is', null)\n",
    replacement: "    .where('users.deleted_at', 'is', null)\n",
    tests: [INVITES],
  },
  {
    name: 'the invitation of who is suspended works',
    file: INVITE_QUERIES,
    text: "    .where('users.suspended_until', 'is', null)\n",
    replacement: '',
    tests: [INVITES],
  },
  {
    name: "one ends another's invitation",
    file: INVITE_QUERIES,
    text: `    .deleteFrom('invites')
    .where('id', '=', id)
    .where('maker_id', '=', makerId)
`,
    replacement: `    .deleteFrom('invites')
    .where('id', '=', id)
    .where('maker_id', '>=', 0 * makerId)
`,
    tests: ['server/tests/access.test.ts', INVITES],
  },
  {
    name: "one renews the link of another's invitation",
    file: INVITE_QUERIES,
    text: `    .where('id', '=', id)
    .where('maker_id', '=', makerId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** False when it is not there, or another's. */
export async function deleteInvite`,
    replacement: `    .where('id', '=', id)
    .where('maker_id', '>=', 0 * makerId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** False when it is not there, or another's. */
export async function deleteInvite`,
    tests: ['server/tests/access.test.ts', INVITES],
  },
  {
    name: 'a password that was typed long ago is a confirmation',
    file: 'server/accounts/confirmation.ts',
    text: 'clock() - confirmedAt > CONFIRMED_FOR_MS',
    replacement: 'clock() - confirmedAt > 100 * CONFIRMED_FOR_MS',
    tests: [ACCOUNT_SAFETY],
  },
  {
    name: 'any password is a confirmation',
    file: 'server/accounts/confirmation.ts',
    text: 'if (!(await passwords.verify(password, user.password_hash, ipKey(ip))))',
    replacement: "if (password === '')",
    tests: [ACCOUNT_SAFETY],
  },
  {
    name: "one sees another's sessions",
    file: 'server/accounts/session-queries.ts',
    text: `    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy(`,
    replacement: `    .where('user_id', '>=', 0 * userId)
    .where('expires_at', '>', now)
    .orderBy(`,
    tests: [ACCOUNT_SAFETY],
  },
  {
    name: 'signing the other devices out ends the own session, too',
    file: 'server/accounts/session-queries.ts',
    text: "    .where('id', '!=', sessionId)\n",
    replacement: "    .where('id', '!=', '')\n",
    tests: [ACCOUNT_SAFETY],
  },
  {
    name: 'a network is known by a session that was taken there',
    file: 'server/accounts/seen-devices.ts',
    text: `  await queries.renewSeenDevice(
    db,
    { userId, deviceHash },
    { now, after: now - REMEMBERED_MS, before: now - RENEWED_MS },
  )`,
    replacement: '  await queries.upsertSeenDevice(db, userId, deviceHash, now)',
    tests: [ACCOUNT_SAFETY],
  },
]
