import type { z } from 'zod'
import type { confirmBody } from '../../contract/account-security.ts'
import { MESSAGES as FACTOR_MESSAGES } from '../../contract/second-factor.ts'
import { invalid } from '../platform/http/http-error.ts'
import type { Actor, Services } from '../services.ts'
import { requirePassword } from './confirmation.ts'
import {
  hasSecondFactor,
  type SecondFactorGuard,
  spendCode,
} from './second-factor/second-factor.ts'
import * as sessionQueries from './session-queries.ts'

/** Refuses (400) a wrong password, and a missing or wrong code where one is asked for. */
export async function confirmWithPassword(
  actor: Actor,
  services: Services,
  guard: SecondFactorGuard,
  { password, confirmationCode: code, ip }: z.output<typeof confirmBody> & { ip: string },
): Promise<void> {
  const field = 'confirmationCode'
  const user = await requirePassword(actor, services, password, ip, 'password')
  if (await hasSecondFactor(services, actor.id)) {
    if (!code?.trim()) throw invalid(field, FACTOR_MESSAGES.codeRequired)
    await spendCode(services, guard, user, { code, field, ip, device: null })
  }
  await sessionQueries.confirmSession(services.db, actor.sessionId, services.clock())
}
