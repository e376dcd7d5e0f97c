import type { Mutation } from './mutation.ts'

const MUTES = 'server/spaces/mute-room.test.ts'
const INVITES = 'server/spaces/membership/invite-friends.test.ts'
const INVITE = 'server/spaces/membership/invite-friends.ts'
const INVITATIONS = 'server/spaces/membership/invitation-queries.ts'
const HERE_QUERIES = 'server/spaces/messages/mention-everyone-queries.ts'
const CONVERSATION_QUERIES = 'server/spaces/conversations/conversation-queries.ts'
const REPORTS = 'server/reports/reports.test.ts'
const DECISIONS = 'server/reports/decisions.test.ts'
const REPORTED_MESSAGES = 'server/reports/reported-messages.test.ts'

/** Who is told of what, once, and who asked for quiet. */
export const news: Mutation[] = [
  {
    name: 'a muted space is counted',
    file: 'server/spaces/present.ts',
    text: 'unreadCount: mute ? 0 : Number(row.unread_count ?? 0)',
    replacement: 'unreadCount: Number(row.unread_count ?? 0)',
    tests: [MUTES],
  },
  {
    name: 'a mute never ends',
    file: 'server/spaces/present.ts',
    text: 'if (muted_until === null || muted_until <= now) return null',
    replacement: 'if (muted_until === null) return null',
    tests: [MUTES],
  },
  {
    name: 'a muted conversation is counted',
    file: CONVERSATION_QUERIES,
    text: `    .where(sql<SqlBool>\`(mine.muted_until is null or mine.muted_until <= \${given.now})\`)
`,
    replacement: '',
    tests: [MUTES],
  },
  {
    name: 'a mute of the past is taken',
    file: 'server/spaces/mute-room.ts',
    text: 'if (mutedUntil !== null && mutedUntil <= services.clock())',
    replacement: 'if (mutedUntil !== null && mutedUntil < 0)',
    tests: [MUTES],
  },
  {
    name: 'one mutes a room one is not in',
    file: 'server/spaces/mute-room.ts',
    text: `  await requireMembership(actor, services, spaceId)
`,
    replacement: '',
    tests: [MUTES, 'server/tests/access.test.ts'],
  },
  {
    name: 'who muted the space is called',
    file: HERE_QUERIES,
    text: `    .where(({ eb, or }) => or([eb('muted_until', 'is', null), eb('muted_until', '<=', now)]))
`,
    replacement: `    .where('joined_at', '<=', now)
`,
    tests: [INVITES],
  },
  {
    name: 'everybody is called twice within the hour',
    file: HERE_QUERIES,
    text: `    .where(({ eb, or }) => or([eb('here_at', 'is', null), eb('here_at', '<=', notSince)]))
`,
    replacement: `    .where('id', '>=', 0 * notSince)
`,
    tests: [INVITES],
  },
  {
    name: 'any member calls everybody',
    file: 'server/spaces/messages/send-message.ts',
    text: 'if (canMentionAll(sender, space) && mentionsHere(message.content))',
    replacement: "if (space.kind === 'space' && mentionsHere(message.content))",
    tests: [INVITES, 'server/spaces/messages/message-mentions.test.ts'],
  },
  {
    name: 'who was mentioned by name is told twice',
    file: 'server/spaces/messages/mention-everyone.ts',
    text: 'new Set<Id | null>([...idsIn([content]), repliedTo])',
    replacement: 'new Set<Id | null>([repliedTo])',
    tests: [INVITES, 'server/spaces/messages/message-mentions.test.ts'],
  },
  {
    name: 'who is no friend is invited to a space',
    file: INVITE,
    text: 'if (friends.length !== ids.length)',
    replacement: 'if (friends.length > ids.length)',
    tests: [INVITES],
  },
  {
    name: 'who is not in a space invites to it',
    file: INVITE,
    text: `    if (!(await queries.isMember(trx, { spaceId, userId: actor.id }))) throw notInside('space')
`,
    replacement: '',
    tests: [INVITES, 'server/tests/access.test.ts'],
  },
  {
    name: 'who is banned is invited',
    file: INVITE,
    text: 'const invited = outside.filter((id) => !banned.has(id))',
    replacement: 'const invited = outside',
    tests: [INVITES],
  },
  {
    name: 'that somebody is banned is told to others than the admin',
    file: INVITE,
    text: 'if (banned.size > 0 && isSpaceAdmin(actor, space))',
    replacement: 'if (banned.size > 0)',
    tests: [INVITES],
  },
  {
    name: 'an invitation is told each time it is made',
    file: INVITATIONS,
    text: "(c) => c.columns(['space_id', 'user_id', 'inviter_id']).doNothing()",
    replacement:
      "(c) => c.columns(['space_id', 'user_id', 'inviter_id']).doUpdateSet({ created_at: now })",
    tests: [INVITES],
  },
  {
    name: 'the invitation of a friend who is none any more holds',
    file: INVITATIONS,
    text: "eb('user_id', '=', one).and('inviter_id', '=', other)",
    replacement: "eb('user_id', '=', one).and('inviter_id', '=', one)",
    tests: [INVITES],
  },
  {
    name: "a member's invitation lets into a private space",
    file: 'server/accounts/registration/invite-queries.ts',
    text: "eb('spaces.is_private', '=', sql.lit(0)), eb('spaces.admin_id', '=', maker)",
    replacement: "eb('spaces.is_private', '<=', sql.lit(1))",
    tests: ['server/accounts/registration/invite-joining.test.ts', INVITES],
  },
  {
    name: 'who comes by an invitation comes into a full space',
    file: 'server/spaces/membership/admit-invited.ts',
    text: 'if (space.member_count < space.max_members && (await',
    replacement: 'if ((await',
    tests: ['server/accounts/registration/invite-joining.test.ts', INVITES],
  },
  {
    name: 'an invitation leads into a space that its maker left',
    file: 'server/accounts/registration/invite-queries.ts',
    text: "    .where('spaces.id', 'in', joinedSpaces(db, maker).select('space_id'))\n",
    replacement: '',
    tests: ['server/accounts/registration/invite-joining.test.ts'],
  },
  {
    name: 'whom a link invited to a space loses that by becoming a friend',
    file: INVITE,
    text: '  if (await areFriends(trx, one, other)) return\n',
    replacement: '',
    tests: ['server/accounts/registration/invite-joining.test.ts'],
  },
  {
    name: 'a report that passed is told again each hour',
    file: 'server/reports/report-escalation-queries.ts',
    text: `    .set({ administrators_told: 1 })
`,
    replacement: `    .set({ administrators_told: 0 })
`,
    tests: [REPORTED_MESSAGES],
  },
  {
    name: 'administrators are told before the time of the space is over',
    file: 'server/reports/report-escalation-queries.ts',
    text: `    .where('administrators_told', '=', 0)
    .where('for_administrators_at', '<=', now)
`,
    replacement: `    .where('administrators_told', '=', 0)
    .where('for_administrators_at', '<=', now + 1e12)
`,
    tests: [REPORTED_MESSAGES],
  },
  {
    name: 'administrators are told of each report while one waits unread',
    file: 'server/reports/report-notifications.ts',
    text: "if (waiting > 1 && (await hasUnread(mutation, to, { kind: 'report_waits' }))) continue",
    replacement: 'if (waiting < 0) continue',
    tests: [REPORTS],
  },
  {
    name: 'what was decided in time is told',
    file: 'server/reports/report-escalation-queries.ts',
    text: `    .where('closed_at', 'is', null)
    .returning(`,
    replacement: '    .returning(',
    tests: [REPORTED_MESSAGES],
  },
  {
    name: 'what waits for who runs a space stays with them when they are suspended',
    file: 'server/reports/report-escalation-queries.ts',
    text: ".where('space_id', 'in', spaces)",
    replacement: ".where('space_id', 'in', spaces).where('closed_at', 'is not', null)",
    tests: [REPORTED_MESSAGES],
  },
  {
    name: 'who is reported is told of the report',
    file: 'server/reports/report-notifications.ts',
    text: `    if (concerned.includes(to)) continue
`,
    replacement: '',
    tests: [DECISIONS],
  },
  {
    name: 'each who invites to a space is news of its own',
    file: 'server/notifications/notify.ts',
    text: "if (notification.kind === 'space_invited')",
    replacement: "if (notification.kind === 'space_here')",
    tests: ['server/spaces/membership/invite-friends.test.ts'],
  },
  {
    name: 'who is muted counts among those who invited',
    file: 'server/spaces/membership/invitation-queries.ts',
    text: "    .where(isUnmuted('invitation.inviter_id', userId))\n",
    replacement: '',
    tests: ['server/spaces/membership/invite-friends.test.ts'],
  },
  {
    name: 'the card of a page that cannot be read stays for good',
    file: 'server/posts/link-cards/link-cards.ts',
    text: 'now - failingSince > KEPT_FAILING_MS',
    replacement: 'now < failingSince',
    tests: ['server/posts/link-cards/link-cards.test.ts'],
  },
]
