import type { z } from 'zod'
import type { passkeySignInBody, UsedCredential } from '../../../contract/passkeys.ts'
import { giveBackAll, type Limits, limitByIp, takeAll } from '../../platform/limits.ts'
import type { Queryable, UserRow } from '../../schema.ts'
import type { Services } from '../../services.ts'
import type { ClientInfo } from '../client-info.ts'
import * as queries from '../queries.ts'
import { requireMaySignIn, type SignedIn, startProvenSession } from '../sign-in.ts'
import { findPasskey } from './passkey-queries.ts'
import { requirePasskey, unknownPasskey } from './passkeys.ts'

const TRIES = 30
const WINDOW_SECONDS = 5 * 60

/** Nobody guesses a signature: what is counted is the work of checking those that are wrong. */
export function passkeyGuard(limits: Limits) {
  return limitByIp(limits, 'passkey-sign-in', TRIES, WINDOW_SECONDS)
}
export type PasskeyGuard = ReturnType<typeof passkeyGuard>

/** Refuses (400) a passkey that is not right, and (403) an account as with a password. */
export async function signInWithPasskey(
  services: Services,
  guard: PasskeyGuard,
  client: ClientInfo,
  { credential, rememberMe }: z.output<typeof passkeySignInBody>,
): Promise<SignedIn> {
  const user = await provePasskey(services, guard, client, credential)
  requireMaySignIn(user)
  const isKnownDevice = services.deviceCookie.find(client.cookie, user) !== null
  const requireProof = async (trx: Queryable) => {
    if (!(await findPasskey(trx, credential.id))) throw unknownPasskey()
  }
  return startProvenSession(services, client, user, { rememberMe, isKnownDevice, requireProof })
}

/** Whose passkey it is; refuses (400) one that is not known or not right. */
export async function provePasskey(
  services: Services,
  guard: PasskeyGuard,
  { ip }: ClientInfo,
  credential: UsedCredential,
): Promise<UserRow> {
  const places = guard(ip)
  await takeAll(places)
  const passkey = await requirePasskey(services, 'sign-in', credential)
  await giveBackAll(places)
  const user = await queries.findUser(services.db, passkey.user_id)
  if (!user) throw unknownPasskey()
  return user
}
