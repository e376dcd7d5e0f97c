import type { z } from 'zod'
import { type loginBody, MESSAGES } from '../../contract/accounts.ts'
import { SERVER_MESSAGES } from '../../contract/registration.ts'
import { MESSAGES as SUSPENSION_MESSAGES } from '../../contract/suspension.ts'
import { HttpError } from '../platform/http/http-error.ts'
import {
  addressKey,
  giveBackAll,
  type Limits,
  limitByAddress,
  takeAll,
  tooMany,
} from '../platform/limits.ts'
import type { UserRow } from '../schema.ts'
import type { Services } from '../services.ts'
import type { Visitor } from './known-devices.ts'
import * as queries from './queries.ts'
import { keyOf } from './registration.ts'
import { noteDevice } from './seen-devices.ts'
import { startSession } from './sessions.ts'
import { UNTIL_LIFTED } from './suspension.ts'

const GUESSES = 10
const WINDOW_SECONDS = 5 * 60
/** Of all addresses together: more than one attacker has, so that one does not lock the owner out. */
const GUESSES_AT_ACCOUNT = 3 * GUESSES

/**
 * Counts guesses before they are tried, per address, per network and per account over all
 * addresses; what was no guess is given back. A device on which the owner signed in before has a
 * count of its own, so that nobody who guesses elsewhere keeps them out.
 */
export function signInGuard(limits: Limits) {
  const byAddress = limitByAddress(limits, 'sign-in', GUESSES, WINDOW_SECONDS)
  const byAccount = limits.of('sign-in-account', GUESSES_AT_ACCOUNT, WINDOW_SECONDS)
  const byBoth = limits.of('sign-in-both', GUESSES, WINDOW_SECONDS)
  const byDevice = limits.of('sign-in-device', GUESSES, WINDOW_SECONDS)

  return {
    /** Takes the place of one guess, or refuses (429). Answers how to give it back. */
    async takeGuess(ip: string, email: string, device: string | null) {
      if (device !== null) {
        await byDevice.take(device)
        return () => byDevice.giveBack(device)
      }
      const places = [
        ...byAddress(ip),
        [byAccount, email] as const,
        [byBoth, `${addressKey(ip)} ${email}`] as const,
      ]
      const [, , ofAccount = 0, ofBoth = 0] = await takeAll(places)
      // An account under attack: one failure is all another address has.
      if (ofAccount > GUESSES && ofBoth > 1) {
        await giveBackAll(places)
        throw tooMany(WINDOW_SECONDS * 1_000)
      }
      return () => giveBackAll(places)
    },
  }
}
export type SignInGuard = ReturnType<typeof signInGuard>

/**
 * Checks the password and starts a session. A wrong email and a wrong password are refused
 * alike (400, same sentence, same time); an account that is not verified or suspended is refused
 * (403).
 */
export async function signIn(
  services: Services,
  guard: SignInGuard,
  visitor: Visitor,
  input: z.output<typeof loginBody>,
): Promise<{ token: string; user: UserRow; isKnownDevice: boolean }> {
  const { user, isKnownDevice } = await checkPassword(services, guard, visitor, input)
  if (user.waiting_since !== null)
    throw new HttpError('forbidden', SERVER_MESSAGES.stillWaiting, { reason: 'waiting' })
  if (user.verified_at === null)
    throw new HttpError('forbidden', MESSAGES.notVerified, { reason: 'not_verified' })
  if (user.suspended_until !== null) throw suspended(user.suspended_until, user.suspension_reason)
  const token = await startSession(services, user.id, input.rememberMe, visitor)
  await noteDevice(services, user.id, visitor, isKnownDevice)
  return { token, user, isKnownDevice }
}

/** Whose email and password these are; refuses (400) where they are nobody's. */
export async function checkPassword(
  services: Services,
  guard: SignInGuard,
  { ip, cookie }: Visitor,
  input: Pick<z.output<typeof loginBody>, 'email' | 'password'>,
): Promise<{ user: UserRow; isKnownDevice: boolean }> {
  const email = keyOf(input.email)
  const user = await queries.findUserByEmail(services.db, email)
  const device = services.knownDevices.find(cookie, user)
  const giveBack = await guard.takeGuess(ip, email, device)
  const isRight = await services.passwords
    .made(input.password, user?.password_hash ?? null, device ?? addressKey(ip))
    .catch(async (error: unknown) => {
      // There was no place in the queue: nothing was tried.
      await giveBack()
      throw error
    })
  if (!isRight || !user) throw wrongCredentials()
  await giveBack()
  return { user, isKnownDevice: device !== null }
}

function suspended(until: number, reason: string) {
  const end = until === UNTIL_LIFTED ? null : until
  return new HttpError('suspended', SUSPENSION_MESSAGES.suspended(end, reason))
}

function wrongCredentials() {
  return new HttpError('bad_request', MESSAGES.wrongCredentials, { reason: 'wrong_credentials' })
}
