import type { z } from 'zod'
import { type loginBody, MESSAGES } from '../../contract/accounts.ts'
import { SERVER_MESSAGES } from '../../contract/registration.ts'
import {
  CHALLENGE_MINUTES,
  MESSAGES as FACTOR_MESSAGES,
  type secondFactorSignInBody,
} from '../../contract/second-factor.ts'
import { MESSAGES as SUSPENSION_MESSAGES } from '../../contract/suspension.ts'
import { mutate } from '../platform/database/mutate.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Id } from '../platform/ids.ts'
import { giveBackAll, ipKey, type Limits, limitByIp, takeAll, tooMany } from '../platform/limits.ts'
import type { Queryable, UserRow } from '../schema.ts'
import type { Services } from '../services.ts'
import type { ClientInfo } from './client-info.ts'
import { lockUser } from './lock-queries.ts'
import { keyOf } from './name-key.ts'
import { endOldestSessions } from './own-sessions.ts'
import * as queries from './queries.ts'
import {
  hasSecondFactor,
  type SecondFactorGuard,
  spendCode,
} from './second-factor/second-factor.ts'
import * as factorQueries from './second-factor/second-factor-queries.ts'
import { recordDevice } from './seen-devices.ts'
import { startSession } from './sessions.ts'
import { UNTIL_LIFTED } from './suspension.ts'

const GUESSES = 10
const WINDOW_SECONDS = 5 * 60
/**
 * Of all addresses together: more than one attacker has, so that one does not lock the owner out.
 */
const GUESSES_AT_ACCOUNT = 3 * GUESSES

/**
 * Counts guesses before they are tried, per address, per network and per account over all
 * addresses; what was no guess is given back. A device on which the owner signed in before has a
 * count of its own, so that nobody who guesses elsewhere keeps them out.
 */
export function signInGuard(limits: Limits) {
  const byIp = limitByIp(limits, 'sign-in', GUESSES, WINDOW_SECONDS)
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
        ...byIp(ip),
        [byAccount, email] as const,
        [byBoth, `${ipKey(ip)} ${email}`] as const,
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

export interface SignedIn {
  token: string
  user: UserRow
  isKnownDevice: boolean
}

/**
 * Checks the password and starts a session. A wrong email and a wrong password are refused
 * alike (400, same sentence, same time); an account that is not verified or suspended is refused
 * (403), and so is one that signs in with a code besides (401, with a challenge).
 */
export async function signIn(
  services: Services,
  guard: SignInGuard,
  client: ClientInfo,
  input: z.output<typeof loginBody>,
): Promise<SignedIn> {
  const { user, isKnownDevice } = await checkPassword(services, guard, client, input)
  requireMaySignIn(user)
  const { rememberMe } = input
  if (await hasSecondFactor(services, user.id)) {
    const expiresAt = services.clock() + CHALLENGE_MINUTES * 60_000
    const challenge = services.secondFactorKeys.challenge(
      { userId: user.id, rememberMe, expiresAt },
      user,
    )
    throw new HttpError('second_factor_needed', FACTOR_MESSAGES.needed, { challenge })
  }
  const requireProof = samePassword(user, wrongCredentials)
  return startProvenSession(services, client, user, { rememberMe, isKnownDevice, requireProof })
}

/** Refuses (400) a code that is not right, and (401) a challenge that is over. */
export async function signInWithCode(
  services: Services,
  guard: SecondFactorGuard,
  client: ClientInfo,
  { challenge, code }: z.output<typeof secondFactorSignInBody>,
): Promise<SignedIn> {
  const { db, clock, deviceCookie, secondFactorKeys } = services
  const read = secondFactorKeys.readChallenge(challenge)
  const user = read ? await queries.findUser(db, read.userId) : undefined
  if (!read || !user || !secondFactorKeys.isChallengeOf(challenge, user, clock))
    throw challengeOver()
  requireMaySignIn(user)
  const device = deviceCookie.find(client.cookie, user)
  const hasCode = await hasSecondFactor(services, user.id)
  if (hasCode) await spendCode(services, guard, user, { code, ip: client.ip, device })
  const { rememberMe } = read
  const isKnownDevice = device !== null
  const requireProof = samePassword(user, challengeOver)
  return startProvenSession(services, client, user, {
    rememberMe,
    isKnownDevice,
    hasCode,
    requireProof,
  })
}

/** Refuses (403) an account that is not verified, still waits to be let in, or is suspended. */
export function requireMaySignIn(user: UserRow): void {
  if (user.waiting_since !== null)
    throw new HttpError('forbidden', SERVER_MESSAGES.stillWaiting, { reason: 'waiting' })
  if (user.verified_at === null)
    throw new HttpError('forbidden', MESSAGES.notVerified, { reason: 'not_verified' })
  if (user.suspended_until !== null) throw suspended(user.suspended_until, user.suspension_reason)
}

interface SessionStart {
  rememberMe: boolean
  isKnownDevice: boolean
  /** A code was right: who has the app still needs no help of the host's. */
  hasCode?: boolean
  /** Refuses what proved who they are where it is no proof any more. */
  requireProof: (trx: Queryable, now: UserRow) => Promise<void> | void
}

/** In one transaction with what is known of where; an end of all sessions meanwhile ends it too. */
export async function startProvenSession(
  services: Services,
  client: ClientInfo,
  user: UserRow,
  { rememberMe, isKnownDevice, hasCode = false, requireProof }: SessionStart,
): Promise<SignedIn> {
  const { token, isMailed } = await mutate(services, async (mutation) => {
    const { trx } = mutation
    const now = await lockUser(trx, user.id)
    if (!now) throw wrongCredentials()
    await requireProof(trx, now)
    requireMaySignIn(now)
    if (hasCode) await factorQueries.cancelSecondFactorEnd(trx, user.id)
    const token = await startSession({ ...services, db: trx }, user.id, rememberMe, client)
    await endOldestSessions(user.id, mutation)
    const isMailed = await recordDevice(trx, services, now, client)
    return { token, isMailed }
  })
  if (isMailed) services.outbox.wake()
  return { token, user, isKnownDevice }
}

/** Signs in the browser that registered, once its email is verified; else null. */
export async function signInVerified(
  services: Services,
  client: ClientInfo,
  userId: Id,
): Promise<SignedIn | null> {
  const user = await queries.findUser(services.db, userId)
  if (!user || user.suspended_until !== null || (await hasSecondFactor(services, user.id)))
    return null
  const requireProof = samePassword(user, wrongCredentials)
  return startProvenSession(services, client, user, {
    rememberMe: false,
    isKnownDevice: false,
    requireProof,
  })
}

function samePassword({ password_hash }: UserRow, refusal: () => HttpError) {
  return (_trx: Queryable, now: UserRow) => {
    if (now.password_hash !== password_hash) throw refusal()
  }
}

/** Whose email and password these are; refuses (400) where they are nobody's. */
export async function checkPassword(
  services: Services,
  guard: SignInGuard,
  { ip, cookie }: ClientInfo,
  input: Pick<z.output<typeof loginBody>, 'email' | 'password'>,
): Promise<{ user: UserRow; isKnownDevice: boolean }> {
  const email = keyOf(input.email)
  const user = await queries.findUserByEmail(services.db, email)
  const device = services.deviceCookie.find(cookie, user)
  const giveBack = await guard.takeGuess(ip, email, device)
  const isRight = await services.passwords
    .verify(input.password, user?.password_hash ?? null, device ?? ipKey(ip))
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

function challengeOver() {
  return new HttpError('unauthorized', FACTOR_MESSAGES.challengeOver)
}

function wrongCredentials() {
  return new HttpError('bad_request', MESSAGES.wrongCredentials, { reason: 'wrong_credentials' })
}
