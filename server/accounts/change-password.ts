import type { z } from 'zod'
import {
  type newPasswordBody,
  MESSAGES as SECURITY_MESSAGES,
} from '../../contract/account-security.ts'
import { MESSAGES } from '../../contract/accounts.ts'
import { mutate } from '../platform/database/mutate.ts'
import { invalid } from '../platform/http/http-error.ts'
import { ipKey } from '../platform/limits.ts'
import type { UserRow } from '../schema.ts'
import type { Actor, Services } from '../services.ts'
import { withdrawEmailChange } from './change-email.ts'
import { requirePassword } from './confirmation.ts'
import { lockOwnAccount } from './lock-account.ts'
import * as linkQueries from './mailed-link-queries.ts'
import { endOtherSessions } from './own-sessions.ts'
import { isCommonPassword } from './password.ts'
import * as queries from './queries.ts'
import { hasSecondFactor } from './second-factor/second-factor.ts'
import * as sessionQueries from './session-queries.ts'

/**
 * Sets another password, signs every other device out and mails the owner. Refuses (400, at its
 * field) a wrong current password, also one that another device changed meanwhile, and a common
 * new one. Returns the account.
 */
export async function changePassword(
  actor: Actor,
  services: Services,
  { currentPassword, password }: z.output<typeof newPasswordBody>,
  ip: string,
): Promise<UserRow> {
  const { clock, outbox, passwords } = services
  const former = await requirePassword(actor, services, currentPassword, ip, 'currentPassword')
  if (await isCommonPassword(password)) throw invalid('password', MESSAGES.passwordCommon)
  const passwordHash = await passwords.hash(password, ipKey(ip))
  const user = await mutate(services, async (mutation) => {
    const { trx } = mutation
    const now = await lockOwnAccount(trx, actor)
    // What was proved is the password of before.
    if (now.password_hash !== former.password_hash)
      throw invalid('currentPassword', SECURITY_MESSAGES.passwordWrong)
    await endOtherSessions(actor, mutation)
    await linkQueries.deleteUnusedMailedLinks(trx, actor.id, 'reset')
    // Whoever asked for it may have known the password of before alone.
    await withdrawEmailChange(services, trx, actor.id)
    // Where codes are on, the password is half of a confirmation.
    if (!(await hasSecondFactor({ db: trx, clock }, actor.id)))
      await sessionQueries.confirmSession(trx, actor.sessionId, clock())
    await outbox.queue(trx, 'password-changed-here', { userId: actor.id, at: clock() })
    return queries.updatePasswordHash(trx, actor.id, passwordHash)
  })
  outbox.wake()
  return user
}
