import { type AdministeredUser, SAYS } from '../../contract/admin.ts'
import { deleteAccount } from '../accounts/account-deletion.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { change } from '../platform/realtime/change.ts'
import { deletePost } from '../posts/authoring.ts'
import type { Actor, Services } from '../services.ts'
import { recordAct } from './acts.ts'
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
  memberId: string,
  reason: string,
): Promise<void> {
  await change(services, async (changing) => {
    const administrators = await queries.lockAdministrators(changing.trx)
    if (administrators.length === 1 && administrators[0] === memberId)
      throw new Refusal('conflict', SAYS.lastAdministrator)
    const user = await deleteAccount(changing, services, memberId)
    if (!user) throw new Refusal('not_found', SAYS.userMissing)
    const adminId = actor && memberId !== actor.id ? actor.id : null
    const act = { adminId, act: 'delete_user', memberNumber: user.user_number, reason } as const
    await recordAct(services, changing.trx, act)
  })
  services.images.sweepSoon()
}

/** Deletes anybody's post. Refuses (404) one that is not there. */
export async function deleteMembersPost(
  actor: Actor,
  services: Services,
  postId: string,
  reason: string,
): Promise<void> {
  await change(services, async (changing) => {
    const { trx } = changing
    const authorId = await deletePost(changing, services, postId)
    if (!authorId) throw new Refusal('not_found', SAYS.postMissing)
    const memberNumber = await queries.memberNumberOf(trx, authorId)
    const act = { adminId: actor.id, act: 'delete_post', memberNumber, reason } as const
    await recordAct(services, trx, act)
  })
  services.images.sweepSoon()
}
