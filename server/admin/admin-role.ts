import { MESSAGES } from '../../contract/admin.ts'
import { findAccount, setAdministrator } from '../accounts/administrators.ts'
import { memberNumber } from '../accounts/present.ts'
import { notify } from '../notifications/notify.ts'
import { mutate } from '../platform/database/mutate.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Queryable, UserRow } from '../schema.ts'
import type { Mutation, Services } from '../services.ts'
import { recordAdminAct, UNEXPLAINED } from './audit-log.ts'
import * as queries from './queries.ts'

// Who is an administrator. Only whoever runs the server decides that, by the command line: no
// route leads here. The member is told.

interface RoleChange {
  user: UserRow
  /** False when it was so already. */
  isNew: boolean
}

/** Makes a member an administrator; the reason may be empty. Refuses (404) who is not there. */
export function grantAdministrator(
  services: Services,
  username: string,
  reason: string,
): Promise<RoleChange> {
  return mutate(services, (mutation) =>
    changeRole(services, mutation, username, { act: 'grant', reason }),
  )
}

/** Takes it back. Refuses (404) who is not there and (409) the last administrator. */
export function revokeAdministrator(
  services: Services,
  username: string,
  reason: string,
): Promise<RoleChange> {
  return mutate(services, async (mutation) => {
    const administrators = await queries.lockAdministrators(mutation.trx)
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
  const user = await requireMember(mutation.trx, username)
  const isNew = await setAdministrator(mutation, user.id, act === 'grant')
  if (!isNew) return { user, isNew }
  await recordAdminAct(services, mutation.trx, {
    ...{ adminId: null, act, memberNumber: memberNumber(user), reason: reason || UNEXPLAINED },
  })
  const kind = act === 'grant' ? 'administration_given' : 'administration_taken'
  await notify(services, mutation, { kind, params: { reason }, to: user.id, senderId: null })
  return { user, isNew }
}

async function requireMember(db: Queryable, username: string): Promise<UserRow> {
  const user = await findAccount(db, username)
  if (!user) throw new HttpError('not_found', MESSAGES.userMissing)
  return user
}
