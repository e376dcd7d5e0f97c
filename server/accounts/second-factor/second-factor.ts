import { Secret, TOTP } from 'otpauth'
import {
  CODE_DIGITS,
  CODE_SECONDS,
  MESSAGES,
  SECOND_FACTOR_TRIES,
  type SecondFactorSetup,
  type SecondFactorStatus,
} from '../../../contract/second-factor.ts'
import { mutate } from '../../platform/database/mutate.ts'
import { HttpError, invalid } from '../../platform/http/http-error.ts'
import type { Id } from '../../platform/ids.ts'
import { ipKey, type Limits } from '../../platform/limits.ts'
import { isoTimestamp } from '../../platform/timestamps.ts'
import type { Queryable, UserRow } from '../../schema.ts'
import type { Actor, Services } from '../../services.ts'
import { publishAccountChanged } from '../account-events.ts'
import { requireConfirmation } from '../confirmation.ts'
import { lockOwnAccount } from '../lock-account.ts'
import * as accountQueries from '../queries.ts'
import { sessionEndedError } from '../session-ended.ts'
import { makeRecoveryCodes, readRecoveryCode } from './recovery-codes.ts'
import type { SecondFactorKeys } from './second-factor-keys.ts'
import * as queries from './second-factor-queries.ts'

// The second step of a sign-in: a code of six digits that an app makes of a secret and the time
// (RFC 6238), or one of ten recovery codes. The secret is encrypted with a key that is not in the
// database.

const SECRET_BYTES = 20
const STEP_MS = CODE_SECONDS * 1_000
const TRIES_SECONDS = 5 * 60
const LOOKED_AT = 200

/** Counts tries before they are tried, per account; a device its owner knows has a count apart. */
export function secondFactorGuard(limits: Limits) {
  return limits.of('second-factor', SECOND_FACTOR_TRIES, TRIES_SECONDS)
}
export type SecondFactorGuard = ReturnType<typeof secondFactorGuard>

interface Try {
  code: string
  field?: string
  ip: string
  /** The mark of a device on which the owner signed in before; null for any other. */
  device: string | null
}

export async function readSecondFactor(
  actor: Actor,
  { db, clock }: Pick<Services, 'db' | 'clock'>,
): Promise<SecondFactorStatus> {
  const factor = await queries.findSecondFactor(db, actor.id)
  const isOn = isAsked(factor, clock())
  return {
    isOn,
    since: isOn ? isoMomentOrNull(factor?.confirmed_at) : null,
    recoveryCodesLeft: isOn ? await queries.countRecoveryCodes(db, actor.id) : 0,
    endsAt: isOn ? isoMomentOrNull(factor?.ends_at) : null,
  }
}

export async function hasSecondFactor({ db, clock }: Pick<Services, 'db' | 'clock'>, userId: Id) {
  return isAsked(await queries.findSecondFactor(db, userId), clock())
}

/** Begins, or begins anew. Refuses (403) without a confirmation, and (409) where it is on. */
export async function beginSecondFactor(
  actor: Actor,
  services: Services,
): Promise<SecondFactorSetup> {
  const { clock, secondFactorKeys } = services
  await requireConfirmation(actor, services)
  const secret = new Secret({ size: SECRET_BYTES })
  await mutate(services, async ({ trx }) => {
    await lockOwnAccount(trx, actor)
    const now = await queries.findSecondFactor(trx, actor.id)
    if (isAsked(now, clock())) throw new HttpError('conflict', MESSAGES.alreadyOn)
    if (now?.confirmed_at) await queries.deleteSecondFactor(trx, actor.id)
    await queries.beginSecondFactor(
      trx,
      actor.id,
      secondFactorKeys.encrypt(secret.base32, actor.id),
    )
  })
  const { name } = await services.community.read()
  const app = appOf(secret.base32, { issuer: name, label: actor.username })
  return { secret: secret.base32, uri: app.toString() }
}

/** Answers the recovery codes. Refuses (400, at `code`) a wrong one, (409) where none was begun. */
export async function confirmSecondFactor(
  actor: Actor,
  services: Services,
  guard: SecondFactorGuard,
  { code, ip }: { code: string; ip: string },
): Promise<string[]> {
  const { clock, outbox, secondFactorKeys } = services
  await requireConfirmation(actor, services)
  await guard.take(String(actor.id))
  const codes = await makeRecoveryCodes(services, ip)
  await mutate(services, async (mutation) => {
    const { trx } = mutation
    await lockOwnAccount(trx, actor)
    const factor = await queries.findSecondFactor(trx, actor.id)
    if (!factor || factor.confirmed_at !== null)
      throw new HttpError('conflict', factor ? MESSAGES.alreadyOn : MESSAGES.notStarted)
    const secret = secondFactorKeys.decrypt(factor.secret, actor.id)
    const step = secret && stepOf(secret, code, clock())
    if (!step || !(await queries.spendStep(trx, actor.id, step)))
      throw invalid('code', MESSAGES.codeWrong)
    await queries.confirmSecondFactor(trx, actor.id, clock())
    await queries.replaceRecoveryCodes(trx, actor.id, codes.rows)
    await outbox.queue(trx, 'second-factor-on', { userId: actor.id })
    publishAccountChanged(mutation, actor.id)
  })
  await guard.giveBack(String(actor.id))
  outbox.wake()
  return codes.shown
}

export async function renewRecoveryCodes(
  actor: Actor,
  services: Services,
  ip: string,
): Promise<string[]> {
  await requireConfirmation(actor, services)
  const codes = await makeRecoveryCodes(services, ip)
  await mutate(services, async ({ trx }) => {
    await lockOwnAccount(trx, actor)
    if (!isAsked(await queries.findSecondFactor(trx, actor.id), services.clock()))
      throw new HttpError('conflict', MESSAGES.notOn)
    await queries.replaceRecoveryCodes(trx, actor.id, codes.rows)
  })
  return codes.shown
}

/**
 * Turns it off, with a code of the app or a recovery code (400, at `code`), and mails the owner.
 */
export async function endSecondFactor(
  actor: Actor,
  services: Services,
  guard: SecondFactorGuard,
  { code, ip }: { code: string; ip: string },
): Promise<void> {
  const { db, clock, outbox } = services
  await requireConfirmation(actor, services)
  const user = await accountQueries.findUser(db, actor.id)
  if (!user) throw sessionEndedError()
  if (!isAsked(await queries.findSecondFactor(db, actor.id), clock()))
    throw new HttpError('conflict', MESSAGES.notOn)
  await spendCode(services, guard, user, { code, ip, device: null })
  await mutate(services, async (mutation) => {
    await lockOwnAccount(mutation.trx, actor)
    await queries.deleteSecondFactor(mutation.trx, actor.id)
    await outbox.queue(mutation.trx, 'second-factor-off', { userId: actor.id })
    publishAccountChanged(mutation, actor.id)
  })
  outbox.wake()
}

/**
 * Uses a code up. Refuses (400, at the field) one that is wrong or was used, or of an app whose
 * secret is lost, and (429) too many tries.
 */
export async function spendCode(
  services: Services,
  guard: SecondFactorGuard,
  user: UserRow,
  { code, field = 'code', ip, device }: Try,
): Promise<void> {
  const place = device ?? String(user.id)
  await guard.take(place)
  const refusal = await codeRefusal(services, user.id, code, ip)
  if (refusal !== null) throw invalid(field, refusal)
  await guard.giveBack(place)
}

/** Why the code does not count; null where it did, and is used up. */
async function codeRefusal(
  { db, clock, secondFactorKeys, passwords }: Services,
  userId: Id,
  typed: string,
  ip: string,
): Promise<string | null> {
  const recovery = readRecoveryCode(typed)
  if (recovery) {
    const { code, prefix } = recovery
    const kept = await queries.findRecoveryCode(db, userId, prefix)
    const isRight = await passwords.verify(code, kept?.code_hash ?? null, ipKey(ip))
    const isSpent = isRight && (await queries.spendRecoveryCode(db, userId, prefix))
    return isSpent ? null : MESSAGES.codeWrong
  }
  const factor = await queries.findSecondFactor(db, userId)
  if (!factor || tokenOf(typed) === null) return MESSAGES.codeWrong
  const secret = secondFactorKeys.decrypt(factor.secret, userId)
  if (secret === null) return MESSAGES.appLost
  const step = stepOf(secret, typed, clock())
  const isSpent = step !== null && (await queries.spendStep(db, userId, step))
  return isSpent ? null : MESSAGES.codeWrong
}

/**
 * Brings the secrets of all apps under the keys of another secret of the server. Answers of how
 * many members who are asked for codes none of these keys reads theirs: their recovery codes still
 * count.
 */
export async function recryptSecondFactors(
  trx: Queryable,
  { from, to, now }: { from: SecondFactorKeys[]; to: SecondFactorKeys; now: number },
): Promise<number> {
  let lost = 0
  for (const { user_id, secret, ...factor } of await queries.allSecondFactors(trx)) {
    if (to.decrypt(secret, user_id) !== null) continue
    const readable = from.map((keys) => keys.decrypt(secret, user_id)).find((each) => each !== null)
    if (readable) await queries.setSecondFactorSecret(trx, user_id, to.encrypt(readable, user_id))
    else if (isAsked(factor, now)) lost++
  }
  return lost
}

/** Of some members who are asked for codes, how many of their apps these keys do not read. */
export async function countLostApps(
  db: Queryable,
  keys: SecondFactorKeys,
): Promise<{ lost: number; lookedAt: number }> {
  const some = await queries.someSecondFactors(db, LOOKED_AT)
  const lost = some.filter(({ user_id, secret }) => keys.decrypt(secret, user_id) === null)
  return { lost: lost.length, lookedAt: some.length }
}

/** Whether a code is asked for: it was confirmed, and its end has not come. */
export function isAsked(
  factor: { confirmed_at: number | null; ends_at: number | null } | undefined,
  now: number,
): boolean {
  if (!factor || factor.confirmed_at === null) return false
  return factor.ends_at === null || factor.ends_at > now
}

/**
 * The step of time this code is of, one before and one after the present allowed; null: of none.
 */
function stepOf(secret: string, typed: string, now: number): number | null {
  const token = tokenOf(typed)
  if (token === null) return null
  const delta = appOf(secret).validate({ token, timestamp: now, window: 1 })
  return delta === null ? null : Math.floor(now / STEP_MS) + delta
}

/** Six digits, however they were typed; null for anything else. */
function tokenOf(typed: string): string | null {
  const token = typed.replace(/[\s-]/g, '')
  return /^\d{6}$/.test(token) ? token : null
}

function appOf(secret: string, shown: { issuer?: string; label?: string } = {}) {
  const kind = { algorithm: 'SHA1', digits: CODE_DIGITS, period: CODE_SECONDS }
  return new TOTP({ ...shown, ...kind, secret: Secret.fromBase32(secret) })
}

function isoMomentOrNull(ms: number | null | undefined): string | null {
  return ms ? isoTimestamp(ms) : null
}
