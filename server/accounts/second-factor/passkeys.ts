import { EMAIL_UNDO_DAYS } from '../../../contract/account-security.ts'
import { DAY_MS } from '../../../contract/durations.ts'
import {
  type CreatedCredential,
  MESSAGES,
  PASSKEYS_MAX,
  type PasskeyCreation,
  type PasskeyList,
  type PasskeyRequest,
  type UsedCredential,
} from '../../../contract/passkeys.ts'
import { isUniqueViolation } from '../../platform/database/failures.ts'
import { mutate } from '../../platform/database/mutate.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import { type Id, newId } from '../../platform/ids.ts'
import { isoTimestamp } from '../../platform/timestamps.ts'
import type { Queryable } from '../../schema.ts'
import type { Actor, Services } from '../../services.ts'
import { requireConfirmation } from '../confirmation.ts'
import { lockOwnAccount } from '../lock-account.ts'
import * as accountQueries from '../queries.ts'
import { sessionEndedError } from '../session-ended.ts'
import * as sessionQueries from '../session-queries.ts'
import type { PasskeysTable } from '../tables.ts'
import { relyingPartyId } from './passkey-ceremony.ts'
import type { ChallengePurpose } from './passkey-challenges.ts'
import * as queries from './passkey-queries.ts'

// Passkeys of a member: a sign-in by itself, and the proof that they are here. The device asks its
// owner for a finger, a face or a PIN each time, so it stands for password and code together.

export async function listPasskeys(
  actor: Actor,
  { db, passkeyCeremony: { rpId } }: Services,
): Promise<PasskeyList> {
  const passkeys = await queries.passkeysOf(db, actor.id)
  return {
    rpId,
    passkeys: passkeys.map(({ id, name, created_at, last_used_at, works_at }) => ({
      ...{ _id: String(id), name, createdAt: isoTimestamp(created_at) },
      lastUsedAt: last_used_at === null ? null : isoTimestamp(last_used_at),
      worksAt: works_at === rpId ? null : works_at,
    })),
  }
}

/** What a browser makes a passkey of. Refuses (403) without a confirmation, (409) an eleventh. */
export async function beginPasskey(actor: Actor, services: Services): Promise<PasskeyCreation> {
  const { db, community, passkeyCeremony } = services
  await requireConfirmation(actor, services)
  const user = await accountQueries.findUser(db, actor.id)
  if (!user) throw sessionEndedError()
  const had = await queries.passkeysOf(db, actor.id)
  if (had.length >= PASSKEYS_MAX) throw tooMany()
  return passkeyCeremony.creation(user, (await community.read()).name, had)
}

/** Keeps a passkey, and mails the owner. Refuses as `beginPasskey`, and (400) what is not right. */
export async function addPasskey(
  actor: Actor,
  services: Services,
  { name, credential }: { name: string; credential: CreatedCredential },
): Promise<void> {
  const { db, clock, outbox, passkeyCeremony } = services
  await requireConfirmation(actor, services)
  const user = await accountQueries.findUser(db, actor.id)
  if (!user) throw sessionEndedError()
  const made = await passkeyCeremony.verifyCreated(user, credential)
  await onceOnly(() =>
    mutate(services, async ({ trx }) => {
      await lockOwnAccount(trx, actor)
      if ((await queries.passkeysOf(trx, actor.id)).length >= PASSKEYS_MAX) throw tooMany()
      if (await queries.findPasskey(trx, made.credential_id)) throw alreadyHere()
      const kept = { user_id: actor.id, name, created_at: clock(), last_used_at: null }
      await queries.insertPasskey(trx, { id: newId(), ...made, ...kept })
      await outbox.queue(trx, 'passkey-added', { userId: actor.id, name })
    }),
  )
  outbox.wake()
}

/** Refuses (403) without a confirmation, and (404) one that is not the actor's. */
export async function removePasskey(actor: Actor, services: Services, id: Id): Promise<void> {
  await requireConfirmation(actor, services)
  const isDone = await mutate(services, ({ trx }) => queries.deletePasskey(trx, actor.id, id))
  if (!isDone) throw new HttpError('not_found', MESSAGES.missing)
}

/** What a browser signs for `confirmWithPasskey`. Refuses (409) who has none that works here. */
export async function beginConfirmation(actor: Actor, services: Services): Promise<PasskeyRequest> {
  const { db, passkeyCeremony } = services
  const had = await queries.passkeysOf(db, actor.id)
  const working = had.filter(({ works_at }) => works_at === passkeyCeremony.rpId)
  if (working.length === 0) throw new HttpError('conflict', MESSAGES.unknown)
  return passkeyCeremony.request(`confirm ${actor.id}`, working)
}

/** Counts as the password: the actor is here. Refuses (400) a passkey that is not theirs. */
export async function confirmWithPasskey(
  actor: Actor,
  services: Services,
  credential: UsedCredential,
): Promise<void> {
  const { user_id } = await requirePasskey(services, `confirm ${actor.id}`, credential)
  if (user_id !== actor.id) throw unknownPasskey()
  await sessionQueries.confirmSession(services.db, actor.sessionId, services.clock())
}

/**
 * The passkey that signed this. Refuses (400) one that is not known, a signature that is not right,
 * and one that counts as often as another before: then there are two of what should be one.
 */
export async function requirePasskey(
  { db, clock, passkeyCeremony }: Services,
  purpose: ChallengePurpose,
  credential: UsedCredential,
): Promise<PasskeysTable> {
  const passkey = await queries.findPasskey(db, credential.id)
  const count = await passkeyCeremony.verifyUsed(purpose, credential, async () => {
    if (!passkey) throw unknownPasskey()
    return passkey
  })
  if (!passkey || !isOf(passkey, credential)) throw unknownPasskey()
  if (!(await queries.countSignature(db, passkey.id, count, clock())))
    throw new HttpError('bad_request', MESSAGES.copied, { reason: 'passkey_count' })
  return passkey
}

/** Ends those that whoever held the account of late may have added. */
export async function deleteLatePasskeys(trx: Queryable, userId: Id, now: number) {
  await queries.deletePasskeysSince(trx, userId, now - EMAIL_UNDO_DAYS * DAY_MS)
}

/** How many were added at another address than the community has now: they work no more. */
export async function countEndedPasskeys(db: Queryable, publicUrl: string): Promise<number> {
  return queries.countPasskeysElsewhere(db, relyingPartyId(publicUrl))
}

/** A device says whose it takes the passkey for, which must be who it is kept for. */
function isOf({ user_id }: PasskeysTable, { response: { userHandle } }: UsedCredential): boolean {
  return !userHandle || Buffer.from(userHandle, 'base64url').toString() === String(user_id)
}

/** Of two that bring the same passkey at once, one adds it. */
async function onceOnly(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw isUniqueViolation(error) ? alreadyHere() : error
  }
}

function alreadyHere() {
  return new HttpError('conflict', MESSAGES.alreadyHere)
}

function tooMany() {
  return new HttpError('conflict', MESSAGES.tooMany)
}

export function unknownPasskey() {
  return new HttpError('bad_request', MESSAGES.unknown, { reason: 'unknown_passkey' })
}
