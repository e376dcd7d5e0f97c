import type { Mutation } from './mutation.ts'

const ACCESS = 'server/tests/access.test.ts'
const AUTH_HOOK = 'server/accounts/auth-hook.ts'
const PERMISSIONS = 'server/spaces/permissions.ts'

export const permissions: Mutation[] = [
  {
    name: 'routes for members answer anybody',
    file: AUTH_HOOK,
    text: "if (audience === 'anyone') return",
    replacement: 'if (audience) return',
    tests: [ACCESS],
  },
  {
    name: 'routes for administrators answer members',
    file: AUTH_HOOK,
    text: "if (audience === 'administrators' && !isAdmin)",
    replacement: "if (audience === 'administrators' && isAdmin === undefined)",
    tests: [ACCESS],
  },
  {
    name: 'anybody runs a space',
    file: PERMISSIONS,
    text: 'return space.admin_id === member.id',
    replacement: 'return space.admin_id !== -member.id',
    tests: [ACCESS],
  },
  {
    name: "anybody edits another's message",
    file: PERMISSIONS,
    text: `export function canEditMessage(actor: Actor, message: Sent): boolean {
  return message.sender_id === actor.id`,
    replacement: `export function canEditMessage(actor: Actor, message: Sent): boolean {
  return message.sender_id !== -actor.id`,
    tests: ['server/spaces/messages/chat.test.ts'],
  },
  {
    name: "anybody deletes another's message",
    file: PERMISSIONS,
    text: '|| isSpaceAdmin(actor, space)',
    replacement: '|| space.admin_id > 0',
    tests: ['server/spaces/messages/chat.test.ts'],
  },
  {
    name: "a space's admin cannot delete what is said",
    file: PERMISSIONS,
    text: ' || isSpaceAdmin(actor, space)',
    replacement: '',
    tests: ['server/spaces/messages/chat.test.ts'],
  },
  {
    name: "anybody deletes another's post",
    file: 'server/posts/deletion/post-deletion.ts',
    text: 'requireAuthor(actor, post, MESSAGES.notYourPost)',
    replacement: '',
    tests: ['server/posts/posts.test.ts'],
  },
  {
    name: 'who is in no space writes in it',
    file: 'server/spaces/messages/send-message.ts',
    text: 'if (!(await queries.moveReadMark(trx, { spaceId, userId: sender.id }, seq)))',
    replacement:
      'if ((await queries.moveReadMark(trx, { spaceId, userId: sender.id }, seq)) === null)',
    tests: ['server/spaces/messages/chat.test.ts'],
  },
  {
    name: 'who is in no space changes what is said in it',
    file: 'server/spaces/messages/change-message.ts',
    text: 'if (!(await queries.isMember(trx, { spaceId, userId: actor.id })))',
    replacement: 'if (spaceId < 0)',
    tests: ['server/spaces/messages/chat.test.ts'],
  },
  {
    name: 'a private space is joined without asking',
    file: 'server/spaces/membership/membership.ts',
    text: 'space.is_private === 1 ? space.admin_id : undefined',
    replacement: 'space.is_private === 2 ? space.admin_id : undefined',
    tests: ['server/spaces/membership/membership.test.ts'],
  },
  {
    name: 'a full space takes one more',
    file: 'server/spaces/queries.ts',
    text: ".whereRef('member_count', '<', 'max_members')",
    replacement: ".whereRef('member_count', '<=', 'max_members')",
    tests: ['server/spaces/membership/membership.test.ts', 'server/spaces/races.test.ts'],
  },
  {
    name: 'any member takes others out of a space',
    file: 'server/spaces/membership/membership.ts',
    text: '    requireSpaceAdmin(actor, space)\n    if (userId',
    replacement: '    if (userId',
    tests: ['server/spaces/membership/membership.test.ts'],
  },
  {
    name: 'the admin leaves their space without one',
    file: 'server/spaces/membership/membership.ts',
    text: "if (isSpaceAdmin(actor, space)) throw new HttpError('conflict', MESSAGES.adminCannotLeave)",
    replacement: '',
    tests: ['server/spaces/membership/membership.test.ts', 'server/spaces/model.test.ts'],
  },
  {
    name: 'who asked to join answers their own request',
    file: 'server/spaces/membership/answer-join-request.ts',
    text: '    requireSpaceAdmin(actor, space)\n',
    replacement: '',
    tests: ['server/spaces/membership/membership.test.ts'],
  },
  {
    name: "anybody withdraws another's request to join",
    file: 'server/spaces/membership/join-requests.ts',
    text: "if (request.user_id !== actor.id) throw new HttpError('forbidden', MESSAGES.notYourRequest)",
    replacement: '',
    tests: ['server/spaces/membership/membership.test.ts'],
  },
  {
    name: 'any member reads who asks to join',
    file: 'server/spaces/membership/join-requests.ts',
    text: `  await requireAdminOf(actor, services.db, spaceId)
  const rows = await requestQueries.pendingRequests`,
    replacement: '  const rows = await requestQueries.pendingRequests',
    tests: [ACCESS],
  },
  {
    name: 'who was denied asks again at once',
    file: 'server/spaces/membership/join-request-queries.ts',
    text: "eb('join_requests.answered_at', '<=', now - ASK_AGAIN_AFTER_MS),",
    replacement: "eb('join_requests.answered_at', '<=', now),",
    tests: ['server/spaces/membership/membership.test.ts'],
  },
  {
    name: 'one accepts a request that somebody else was sent',
    file: 'server/friends/queries.ts',
    text: `    .where('sender_id', '=', senderId)
    .where('declined_at', 'is', null)
    .returning('sender_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteRequestBetween`,
    replacement: `    .where('declined_at', 'is', null)
    .returning('sender_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteRequestBetween`,
    tests: ['server/friends/friend-requests.test.ts'],
  },
  {
    name: 'the last administrator is deleted',
    file: 'server/admin/delete-member.ts',
    text: 'if (administrators.length === 1 && administrators[0] === memberId)',
    replacement: 'if (administrators.length === 0 && administrators[0] === memberId)',
    tests: ['server/admin/admin.test.ts'],
  },
  {
    name: 'a socket opens from any page',
    file: 'server/realtime/upgrade.ts',
    text: "if (!isOwnPage(request, publicUrl)) return 'forbidden'",
    replacement: '',
    tests: ['server/realtime/handshake.test.ts'],
  },
  {
    name: 'a socket goes on hearing a space that was left',
    file: 'server/realtime/hub.ts',
    text: "if (!kept.has(topic) && !topic.startsWith('feed:')) this.unsubscribe(subscriber, topic)",
    replacement: "if (!kept.has(topic) && topic === 'feed:') this.unsubscribe(subscriber, topic)",
    tests: ['server/realtime/event-dispatch.test.ts'],
  },
]
