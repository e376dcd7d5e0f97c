import type { z } from 'zod'
import { MESSAGES, type registerBody } from '../../contract/accounts.ts'
import { mutate } from '../platform/database/mutate.ts'
import { HttpError, invalid } from '../platform/http/http-error.ts'
import { newId } from '../platform/ids.ts'
import { addressKey } from '../platform/limits.ts'
import type { Database } from '../schema.ts'
import type { Services } from '../services.ts'
import { readMailedLink, redeemMailedLink } from './mailed-links.ts'
import { isCommonPassword } from './password.ts'
import * as queries from './queries.ts'

/**
 * Makes an account that waits for its email to be verified, and queues that mail. The first
 * account of an empty server is its administrator. Refuses a common password (400) and a
 * username or email that is taken in any case (409, at its field).
 */
export async function registerAccount(
  services: Services,
  input: z.output<typeof registerBody>,
  ip: string,
): Promise<void> {
  const { db, clock, outbox, passwords } = services
  if (await isCommonPassword(input.password)) throw invalid('password', MESSAGES.passwordCommon)
  // Hashing is slow on purpose; it must not hold the transaction.
  await refuseTaken(db, input)
  const passwordHash = await passwords.hash(input.password, addressKey(ip))
  await mutate(services, async ({ trx }) => {
    const userNumber = await queries.takeUserNumber(trx)
    // Who registers at the same time waits for that number, so one of them finds nobody here.
    const isFirst = !(await queries.hasAnyUser(trx))
    const id = newId()
    const inserted = await queries.insertUser(trx, {
      id,
      username: input.username,
      username_key: keyOf(input.username),
      email: input.email,
      email_key: keyOf(input.email),
      password_hash: passwordHash,
      user_number: userNumber,
      verified_at: null,
      is_admin: isFirst ? 1 : 0,
      is_private: 0,
      photo_image_id: null,
      about_me: '',
      pet_preference: '',
      currently_vibing_to: '',
      currently_vibing_to_spotify: '',
      created_at: clock(),
    })
    // Somebody was faster by a moment: the number goes back with the transaction.
    if (!inserted) throw await takenError(trx, input)
    await outbox.queue(trx, 'verify-email', { userId: id })
  })
  outbox.wake()
}

/**
 * Verifies the account a mailed link belongs to. A link that was used before is fine as long
 * as the account is verified; any other that does not work is refused (400).
 */
export async function verifyEmail(services: Services, secret: string): Promise<void> {
  const { db, clock, hooks } = services
  const now = clock()
  const isVerified = await mutate(services, async (mutation) => {
    const { trx } = mutation
    const userId = await redeemMailedLink(trx, secret, 'verify', now)
    if (!userId) return false
    await queries.markVerified(trx, userId, now)
    await hooks.searchTermsChanged(mutation, userId)
    return true
  })
  if (isVerified) return
  const link = await readMailedLink(db, secret, 'verify')
  if (!link?.used_at || !link.verified_at)
    throw new HttpError('bad_request', MESSAGES.verificationFailed)
}

/** Queues a fresh verification mail. Whether the address is known shows neither in answer nor time. */
export async function resendVerification(services: Services, email: string): Promise<void> {
  const { outbox } = services
  const payload = { email: keyOf(email) }
  await mutate(services, ({ trx }) => outbox.queue(trx, 'verify-email-again', payload))
  outbox.wake()
}

/** How usernames and emails compare: without case. */
export function keyOf(text: string): string {
  return text.toLowerCase()
}

type Names = { username: string; email: string }

async function refuseTaken(db: Database, names: Names) {
  const { usernameTaken, emailTaken } = await whatIsTaken(db, names)
  if (usernameTaken || emailTaken) throw conflict(usernameTaken)
}

async function takenError(trx: Database, names: Names) {
  return conflict((await whatIsTaken(trx, names)).usernameTaken)
}

async function whatIsTaken(db: Database, names: Names) {
  const usernameTaken = await queries.isUsernameTaken(db, keyOf(names.username))
  const emailTaken = (await queries.findUserByEmail(db, keyOf(names.email))) !== undefined
  return { usernameTaken, emailTaken }
}

function conflict(usernameTaken: boolean) {
  const [field, sentence] = usernameTaken
    ? (['username', MESSAGES.usernameTaken] as const)
    : (['email', MESSAGES.emailTaken] as const)
  return new HttpError('conflict', sentence, { fields: { [field]: sentence } })
}
