import { type AdministeredUser, MESSAGES } from '../../contract/admin.ts'
import { deleteAccount } from '../accounts/account-deletion.ts'
import { mutateAs, requireAccount } from '../accounts/lock-account.ts'
import { memberNumber } from '../accounts/present.ts'
import { notifyOfRemoval } from '../notifications/notify.ts'
import { mutate } from '../platform/database/mutate.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Id } from '../platform/ids.ts'
import { deletePost } from '../posts/create-post.ts'
import type { Actor, Services } from '../services.ts'
import { recordAdminAct } from './audit-log.ts'
import { presentUser } from './present.ts'
import * as queries from './queries.ts'

/** A page of accounts, newest first, or those whose username or email begins with `q`. */
export async function listUsers(
  services: Services,
  { page, limit, q }: { page: number; limit: number; q: string },
): Promise<AdministeredUser[]> {
  const offset = (page - 1) * limit
  const start = q.toLowerCase()
  const rows = q
    ? await queries.findUsers(services.db, { start, end: `${start}\u{10ffff}`, limit, offset })
    : await queries.newestUsers(services.db, { limit, offset })
  return rows.map((row) => presentUser(services, row))
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
  await mutateAs(actor, services, async (mutation) => {
    const { trx } = mutation
    const authorId = await deletePost(mutation, services, postId)
    if (!authorId) throw new HttpError('not_found', MESSAGES.postMissing)
    const memberNumber = await queries.memberNumberOf(trx, authorId)
    const act = { adminId: actor.id, act: 'delete_post', memberNumber, reason } as const
    await recordAdminAct(services, trx, act)
    const news = { kind: 'post_removed', params: { reason } } as const
    await notifyOfRemoval(actor, services, mutation, { ...news, to: authorId })
  })
  services.images.sweepSoon()
}
