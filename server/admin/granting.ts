import { SAYS } from '../../contract/admin.ts'
import { findAccount, setAdministrator } from '../accounts/administrators.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { change } from '../platform/realtime/change.ts'
import type { Queryable, UserRow } from '../schema.ts'
import type { Changing, Services } from '../services.ts'
import { recordAct } from './acts.ts'
import * as queries from './queries.ts'

// Who is an administrator. Only whoever runs the server decides that, by the command line: no
// route leads here.

interface Decision {
  user: UserRow
  /** False when it was so already. */
  isNew: boolean
}

/** Makes a member an administrator. Refuses (404) who is not there. */
export function grantAdministrator(services: Services, username: string): Promise<Decision> {
  return change(services, (changing) => decide(services, changing, username, 'grant'))
}

/** Takes it back. Refuses (404) who is not there and (409) the last administrator. */
export function revokeAdministrator(services: Services, username: string): Promise<Decision> {
  return change(services, async (changing) => {
    const administrators = await queries.lockAdministrators(changing.trx)
    const { id } = await memberNamed(changing.trx, username)
    if (administrators.length === 1 && administrators[0] === id)
      throw new Refusal('conflict', SAYS.lastAdministratorStays)
    return decide(services, changing, username, 'revoke')
  })
}

async function decide(
  services: Services,
  changing: Changing,
  username: string,
  act: 'grant' | 'revoke',
): Promise<Decision> {
  const user = await memberNamed(changing.trx, username)
  const isNew = await setAdministrator(changing, user.id, act === 'grant')
  const entry = { adminId: null, act, memberNumber: user.user_number, reason: '' }
  if (isNew) await recordAct(services, changing.trx, entry)
  return { user, isNew }
}

async function memberNamed(db: Queryable, username: string): Promise<UserRow> {
  const user = await findAccount(db, username)
  if (!user) throw new Refusal('not_found', SAYS.userMissing)
  return user
}
