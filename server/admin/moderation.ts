import { type AdministeredUsersPage, MESSAGES, type UsersOnly } from '../../contract/admin.ts'
import { deleteAccount } from '../accounts/account-deletion.ts'
import { mutateAs, requireAccount } from '../accounts/lock-account.ts'
import { memberNumber } from '../accounts/present.ts'
import { notifyOfRemoval } from '../notifications/notify.ts'
import { mutate } from '../platform/database/mutate.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Id } from '../platform/ids.ts'
import { deleteComment } from '../posts/comments.ts'
import { deletePost } from '../posts/create-post.ts'
import type { Actor, Mutation, Services } from '../services.ts'
import { removeMessage } from '../spaces/remove-message.ts'
import { recordAdminAct } from './audit-log.ts'
import { presentUser } from './present.ts'
import * as queries from './queries.ts'

const USERS_AT_ONCE = 500

/** A page of accounts, newest first, or of those whose username or email begins with `q`. */
export async function listUsers(
  { db, images }: Pick<Services, 'db' | 'images'>,
  { page, limit, q, only }: { page: number; limit: number; q: string; only: UsersOnly },
): Promise<AdministeredUsersPage> {
  const offset = (page - 1) * limit
  const start = q.toLowerCase()
  const range = { start, end: `${start}\u{10ffff}`, only }
  const rows = q
    ? await queries.findUsers(db, { ...range, limit, offset })
    : await queries.newestUsers(db, { limit, offset, only })
  const total = q ? await queries.countUsersFound(db, range) : await queries.countUsers(db, only)
  return { users: rows.map((row) => presentUser({ images }, row)), page, total }
}

/** Every account, newest first, as the text of a JSON list that is read as it is sent. */
export async function* streamUsers({ db, images }: Pick<Services, 'db' | 'images'>) {
  let text = '['
  for (let before: Id | null = null; ; ) {
    const rows: queries.UserRow[] = await queries.usersBefore(db, before, USERS_AT_ONCE)
    text += rows.map((row) => JSON.stringify(presentUser({ images }, row))).join()
    before = rows.at(-1)?.id ?? null
    if (rows.length < USERS_AT_ONCE) break
    yield text
    text = ','
  }
  yield text === ',' ? ']' : `${text}]`
}

const CSV_COLUMNS = [
  ...(['userNumber', 'username', 'email', 'isVerified', 'isAdmin', 'isPrivate'] as const),
  ...(['invitedBy', 'createdAt'] as const),
]

/** Every account as a table for a spreadsheet, newest first, as it is sent. */
export async function* streamUsersCsv({ db, images }: Pick<Services, 'db' | 'images'>) {
  let text = `${CSV_COLUMNS.join()}\r\n`
  for (let before: Id | null = null; ; text = '') {
    const rows: queries.UserRow[] = await queries.usersBefore(db, before, USERS_AT_ONCE)
    for (const row of rows) {
      const user = presentUser({ images }, row)
      text += `${CSV_COLUMNS.map((column) => csvCell(user[column])).join()}\r\n`
    }
    yield text
    before = rows.at(-1)?.id ?? null
    if (rows.length < USERS_AT_ONCE) return
  }
}

/** A spreadsheet would run what begins like a formula; after an apostrophe it is text. */
function csvCell(value: string | number | boolean | null): string {
  const text = String(value ?? '')
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/**
 * Deletes a member with all they made; `actor` is null for the command line. Refuses (404) who is not there and (409) the last
 * administrator, also when two are deleted at the same moment.
 */
export async function deleteMember(
  actor: Actor | null,
  services: Services,
  memberId: Id,
  reason: string,
): Promise<void> {
  await mutate(services, async (mutation) => {
    const administrators = await queries.lockAdministrators(mutation.trx)
    if (administrators.length === 1 && administrators[0] === memberId)
      throw new HttpError('conflict', MESSAGES.lastAdministrator)
    if (actor) await requireAccount(mutation.trx, actor)
    const user = await deleteAccount(mutation, services, memberId)
    if (!user) throw new HttpError('not_found', MESSAGES.userMissing)
    const adminId = actor && memberId !== actor.id ? actor.id : null
    const act = { adminId, act: 'delete_user', memberNumber: memberNumber(user), reason } as const
    await recordAdminAct(services, mutation.trx, act)
  })
  await services.unfinishedAccounts.finishSoon(memberId)
}

/** Deletes anybody's post, and tells its author why. Refuses (404) one that is not there. */
export async function deleteMembersPost(
  actor: Actor,
  services: Services,
  postId: Id,
  reason: string,
): Promise<void> {
  await mutateAs(actor, services, (mutation) =>
    removeMembersPost(actor, services, mutation, postId, reason),
  )
  services.images.sweepSoon()
}

/** The same within the caller's mutation; its picture follows with the next sweep of `images`. */
export async function removeMembersPost(
  actor: Actor,
  services: Services,
  mutation: Mutation,
  postId: Id,
  reason: string,
): Promise<void> {
  const { trx } = mutation
  const authorId = await deletePost(mutation, services, postId)
  if (!authorId) throw new HttpError('not_found', MESSAGES.postMissing)
  const memberNumber = await queries.memberNumberOf(trx, authorId)
  const act = { adminId: actor.id, act: 'delete_post', memberNumber, reason } as const
  await recordAdminAct(services, trx, act)
  const news = { kind: 'post_removed', params: { reason } } as const
  await notifyOfRemoval(actor, services, mutation, { ...news, to: authorId })
}

/** Deletes anybody's comment, and tells its author why. Refuses (404) one that is not there. */
export async function deleteMembersComment(
  actor: Actor,
  services: Services,
  commentId: Id,
  reason: string,
): Promise<void> {
  await mutate(services, (mutation) =>
    removeMembersComment(actor, services, mutation, commentId, reason),
  )
}

/** The same within the caller's mutation. */
export async function removeMembersComment(
  actor: Actor,
  services: Services,
  mutation: Mutation,
  commentId: Id,
  reason: string,
): Promise<void> {
  const { trx } = mutation
  const authorId = await deleteComment(mutation, commentId)
  if (!authorId) throw new HttpError('not_found', MESSAGES.commentMissing)
  const memberNumber = await queries.memberNumberOf(trx, authorId)
  const act = { adminId: actor.id, act: 'delete_comment', memberNumber, reason } as const
  await recordAdminAct(services, trx, act)
  const news = { kind: 'comment_removed', params: { reason } } as const
  await notifyOfRemoval(actor, services, mutation, { ...news, to: authorId })
}

/** Deletes anybody's message, and tells its sender why. Refuses (404) one that is not there. */
export async function deleteMembersMessage(
  actor: Actor,
  services: Services,
  messageId: Id,
  reason: string,
): Promise<void> {
  await mutate(services, (mutation) =>
    removeMembersMessage(actor, services, mutation, messageId, reason),
  )
}

/** The same within the caller's mutation. */
export async function removeMembersMessage(
  actor: Actor,
  services: Services,
  mutation: Mutation,
  messageId: Id,
  reason: string,
): Promise<void> {
  const { trx } = mutation
  const removed = await removeMessage(mutation, messageId)
  if (!removed) throw new HttpError('not_found', MESSAGES.messageMissing)
  const { senderId, spaceId, spaceName } = removed
  const memberNumber = await queries.memberNumberOf(trx, senderId)
  const act = { adminId: actor.id, act: 'delete_message', memberNumber, reason } as const
  await recordAdminAct(services, trx, act)
  const news = { kind: 'message_removed', params: { spaceName, reason } } as const
  await notifyOfRemoval(actor, services, mutation, { ...news, to: senderId, spaceId })
}
