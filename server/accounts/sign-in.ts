import type { z } from 'zod'
import { type loginBody, MESSAGES } from '../../contract/accounts.ts'
import { HttpError } from '../platform/http/http-error.ts'
import { addressKey, type Limits } from '../platform/limits.ts'
import type { UserRow } from '../schema.ts'
import type { Services } from '../services.ts'
import * as queries from './queries.ts'
import { keyOf } from './registration.ts'
import { startSession } from './sessions.ts'

const FAILURES = 10
const WINDOW_SECONDS = 5 * 60

/**
 * Counts failed sign-ins per address and per account. Who guesses at an account from many
 * places is stopped; its owner, coming from a place that has not failed, still gets in.
 */
export function signInGuard(limits: Limits) {
  const byAddress = limits.of('sign-in-address', FAILURES, WINDOW_SECONDS)
  const byAccount = limits.of('sign-in-account', FAILURES, WINDOW_SECONDS)
  const byBoth = limits.of('sign-in-both', FAILURES, WINDOW_SECONDS)
  const keys = (ip: string, email: string) => {
    const address = addressKey(ip)
    return { address, account: email, both: `${address} ${email}` }
  }
  return {
    async refuseIfTooMany(ip: string, email: string) {
      const { address, account, both } = keys(ip, email)
      await byAddress.refuseIfFull(address)
      if ((await byBoth.used(both)) > 0) await byAccount.refuseIfFull(account)
    },
    async countFailure(ip: string, email: string) {
      const { address, account, both } = keys(ip, email)
      // Simultaneous failures may overfill a window; that they failed is answered all the same.
      await Promise.allSettled([
        byAddress.take(address),
        byAccount.take(account),
        byBoth.take(both),
      ])
    },
  }
}
export type SignInGuard = ReturnType<typeof signInGuard>

/**
 * Checks the password and starts a session. A wrong email and a wrong password are refused
 * alike (400, same sentence, same time); an account that is not verified is refused (403).
 */
export async function signIn(
  services: Services,
  guard: SignInGuard,
  ip: string,
  input: z.output<typeof loginBody>,
): Promise<{ token: string; user: UserRow }> {
  const email = keyOf(input.email)
  await guard.refuseIfTooMany(ip, email)
  const user = await queries.findUserByEmail(services.db, email)
  const isRight = await services.passwords.made(input.password, user?.password_hash ?? null)
  if (!isRight || !user) {
    await guard.countFailure(ip, email)
    throw new HttpError('bad_request', MESSAGES.wrongCredentials)
  }
  if (user.verified_at === null) throw new HttpError('forbidden', MESSAGES.notVerified)
  return { token: await startSession(services, user.id, input.rememberMe), user }
}
