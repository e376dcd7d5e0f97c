import { MESSAGES } from '../../contract/admin.ts'
import { findAccount, lockAdministrators, setAdministrator } from '../accounts/administrators.ts'
import { memberNumber } from '../accounts/present.ts'
import { admitWaiting } from '../accounts/registration/admission.ts'
import { notify } from '../notifications/notify.ts'
import { mutate } from '../platform/database/mutate.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Queryable, UserRow } from '../schema.ts'
import type { Mutation, Services } from '../services.ts'
import { notifyOfWaiting } from './admission-notifications.ts'
import { recordAdminAct, UNEXPLAINED } from './audit-log.ts'

// Who is an administrator. Only whoever runs the server decides that, by the command line: no
// route leads here. The member is told.

interface RoleChange {
  user: UserRow
  /** False when it was so already. */
  isNew: boolean
  /** Whether they waited to be let in until now. */
  isLetIn: boolean
}

/**
 * Makes a member an administrator, and lets them in where they wait for that; the reason may be
 * empty. Refuses (404) who is not there.
 */
export async function grantAdministrator(
  services: Services,
  username: string,
  reason: string,
): Promise<RoleChange> {
  const change = await mutate(services, (mutation) =>
    changeRole(services, mutation, username, { act: 'grant', reason }),
  )
  services.outbox.wake()
  return change
}

/** Takes it back. Refuses (404) who is not there and (409) the last administrator. */
export function revokeAdministrator(
  services: Services,
  username: string,
  reason: string,
): Promise<RoleChange> {
  return mutate(services, async (mutation) => {
    const administrators = await lockAdministrators(mutation.trx)
    const { id } = await requireMember(mutation.trx, username)
    if (administrators.length === 1 && administrators[0] === id)
      throw new HttpError('conflict', MESSAGES.lastAdministratorStays)
    return changeRole(services, mutation, username, { act: 'revoke', reason })
  })
}

async function changeRole(
  services: Services,
  mutation: Mutation,
  username: string,
  { act, reason }: { act: 'grant' | 'revoke'; reason: string },
): Promise<RoleChange> {
  const { id } = await requireMember(mutation.trx, username)
  const isNew = await setAdministrator(mutation, id, act === 'grant')
  const isLetIn = act === 'grant' && (await letInWaiting(services, mutation, username, reason))
  const user = await requireMember(mutation.trx, username)
  if (!isNew) return { user, isNew, isLetIn }
  await recordAdminAct(services, mutation.trx, {
    adminId: null,
    act,
    memberNumber: memberNumber(user),
    reason: reason || UNEXPLAINED,
  })
  const kind = act === 'grant' ? 'administration_given' : 'administration_taken'
  await notify(services, mutation, { kind, params: { reason }, to: user.id, senderId: null })
  if (act === 'grant') await services.hooks.administratorAdded(mutation, user.id)
  return { user, isNew, isLetIn }
}

/** False where they do not wait. */
async function letInWaiting(
  services: Services,
  mutation: Mutation,
  username: string,
  reason: string,
): Promise<boolean> {
  // Read once their account is held: they may have verified their email meanwhile.
  const user = await requireMember(mutation.trx, username)
  if (user.waiting_since === null) return false
  const number = await admitWaiting(mutation, services, user.id, '')
  await recordAdminAct(services, mutation.trx, {
    adminId: null,
    act: 'let_in',
    memberNumber: number,
    reason: reason || UNEXPLAINED,
  })
  await notifyOfWaiting(services, mutation, { isNew: false })
  return true
}

async function requireMember(db: Queryable, username: string): Promise<UserRow> {
  const user = await findAccount(db, username)
  if (!user) throw new HttpError('not_found', MESSAGES.userMissing)
  return user
}
