import type { z } from 'zod'
import type { UsedCredential } from '../../contract/passkeys.ts'
import { MESSAGES as FACTOR_MESSAGES } from '../../contract/second-factor.ts'
import { MESSAGES, type suspendedProof } from '../../contract/suspension.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable, UserRow } from '../schema.ts'
import type { Services } from '../services.ts'
import type { ClientInfo } from './client-info.ts'
import * as queries from './queries.ts'
import { type PasskeyGuard, passkeyGuard, provePasskey } from './second-factor/passkey-sign-in.ts'
import {
  hasSecondFactor,
  type SecondFactorGuard,
  secondFactorGuard,
  spendCode,
} from './second-factor/second-factor.ts'
import { checkPassword, type SignInGuard, signInGuard } from './sign-in.ts'

// Who is suspended proves who they are as at sign-in, and no session comes of it.

export interface SuspendedGuards {
  password: SignInGuard
  code: SecondFactorGuard
  passkey: PasskeyGuard
}

/** Counts as the sign-in does, together with it. */
export function suspendedGuards({ limits }: Pick<Services, 'limits'>): SuspendedGuards {
  return {
    password: signInGuard(limits),
    code: secondFactorGuard(limits),
    passkey: passkeyGuard(limits),
  }
}

/** Refuses as the sign-in (400), without a needed code (401), who is not suspended (404). */
export async function proveSuspended(
  services: Services,
  guards: SuspendedGuards,
  client: ClientInfo,
  { email, password, code }: z.output<typeof suspendedProof>,
  /** What the password alone may be told, before a code is used up. */
  check: (user: UserRow) => Promise<void> = async () => {},
): Promise<UserRow> {
  const { user } = await checkPassword(services, guards.password, client, { email, password })
  requireSuspended(user)
  await check(user)
  if (!(await hasSecondFactor(services, user.id))) return user
  if (code === undefined) throw new HttpError('second_factor_needed', FACTOR_MESSAGES.needed)
  const device = services.deviceCookie.find(client.cookie, user)
  await spendCode(services, guards.code, user, { code, ip: client.ip, device })
  return user
}

/** The same by a passkey, which stands for password and code. */
export async function proveSuspendedByPasskey(
  services: Services,
  guards: SuspendedGuards,
  client: ClientInfo,
  credential: UsedCredential,
): Promise<UserRow> {
  const user = await provePasskey(services, guards.passkey, client, credential)
  requireSuspended(user)
  return user
}

/** Undefined for whoever is not suspended, or gone. */
export async function findSuspended(db: Queryable, id: Id): Promise<UserRow | undefined> {
  const user = await queries.findUser(db, id)
  return user && user.suspended_until !== null ? user : undefined
}

function requireSuspended({ suspended_until }: UserRow): void {
  if (suspended_until === null) throw new HttpError('not_found', MESSAGES.notSuspended)
}
