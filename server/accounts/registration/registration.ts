import type { z } from 'zod'
import { MESSAGES } from '../../../contract/accounts.ts'
import type { ApprovalAnswer } from '../../../contract/admission.ts'
import type { CommunitySettings } from '../../../contract/community-settings.ts'
import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts'
import { MESSAGES as REGISTRATION_MESSAGES } from '../../../contract/registration.ts'
import type { registerBody } from '../../../contract/registration-proof.ts'
import { mutate } from '../../platform/database/mutate.ts'
import { conflictAt, HttpError, invalid } from '../../platform/http/http-error.ts'
import { newId, secretHash } from '../../platform/ids.ts'
import { ipKey, takeUnlessRefused } from '../../platform/limits.ts'
import type { Database, Queryable, UserRow } from '../../schema.ts'
import type { Services } from '../../services.ts'
import { mailboxLimit } from '../mail-limit.ts'
import { keyOf } from '../name-key.ts'
import { isCommonPassword } from '../password.ts'
import { findUserByEmail, findUserByUsername } from '../queries.ts'
import { takeInvitePlace } from './invites.ts'
import { isMailVerified } from './mail-verified.ts'
import { findMistyped, removeMistyped } from './mistyped-email.ts'
import * as queries from './registration-queries.ts'
import { requireMayRegister } from './who-may-register.ts'

/** So long an unverified registration keeps others from its name and its address. */
const NAMES_HELD_MS = HOUR_MS
const UNVERIFIED_KEPT_MS = 48 * HOUR_MS
/** So long somebody may wait to be let in; then the registration ends, and nobody is told. */
const WAITING_KEPT_MS = 14 * DAY_MS

/**
 * Makes an account that waits for its email to be verified, and queues that mail. Takes the place
 * of an unverified registration of an hour ago that has the same username or email, and of one just
 * now with the same username and password: its address was mistyped. Refuses a
 * common password, a used link for the first administrator and an invitation that has ended (400),
 * and a username or email that is taken in any case (409, at its field).
 */
export async function registerAccount(
  services: Services,
  input: z.output<typeof registerBody>,
  ip: string,
): Promise<void> {
  const { db, clock, limits, outbox, passwords, hostLink, formerUsernames, community } = services
  if (await isCommonPassword(input.password)) throw invalid('password', MESSAGES.passwordCommon)
  const isHost = input.host !== undefined
  if (isHost && !(await hostLink.isRight(db, input.host ?? '')))
    throw new HttpError('bad_request', MESSAGES.hostLinkUsed)
  const settings = await community.read()
  if (!isHost) await requireMayRegister(services, settings, input)
  const isAsked = !isHost && (input.invite === undefined || !settings.letsInvitedIn)
  const answers = isAsked ? answersTo(settings, input.answers) : []
  const names = { username_key: keyOf(input.username), email_key: keyOf(input.email) }
  // Hashing is slow on purpose; it must not hold the transaction.
  const mistyped = await findMistyped(services, names, input.password, ip)
  const refusal = await refusalOf(services, db, names, mistyped)
  if (refusal) throw refusal
  // Whoever corrects an address to and fro has a mail sent each time.
  const mails = mailboxLimit(limits, 'registration')
  const giveMailBack = await takeUnlessRefused(mails, names.email_key)
  const passwordHash = await passwords.hash(input.password, ipKey(ip)).catch(giveMailBack)
  await mutate(services, async ({ trx }) => {
    const id = newId()
    await queries.deleteUnverified(trx, clock() - NAMES_HELD_MS, names)
    if (mistyped) await removeMistyped(services, trx, mistyped)
    const invited = input.invite ? await takeInvitePlace(services, trx, settings, input.invite) : {}
    const inserted = await queries.insertUser(trx, {
      id,
      username: input.username,
      username_key: names.username_key,
      email: input.email,
      email_key: names.email_key,
      password_hash: passwordHash,
      user_number: null,
      verified_at: null,
      may_be_first_admin: isHost ? 1 : 0,
      is_admin: 0,
      is_private: 0,
      photo_image_id: null,
      about_me: '',
      pet_preference: '',
      currently_vibing_to: '',
      currently_vibing_to_spotify: '',
      created_at: clock(),
      approval_answers: JSON.stringify(answers),
      registered_browser: input.browserSecret ? secretHash(input.browserSecret) : null,
      ...invited,
    })
    if (await formerUsernames.isResting(trx, names, clock())) throw taken('username')
    // Somebody was faster by a moment.
    if (!inserted) throw (await refusalOf(services, trx, names)) ?? taken('username')
    await outbox.queue(trx, 'verify-email', { userId: id })
  }).catch(giveMailBack)
  outbox.wake()
}

/**
 * What is asked of who is let in by approval, with what they answered; refuses (400) too few
 * answers.
 */
function answersTo(
  { registration, approvalQuestions }: CommunitySettings,
  answers: string[] = [],
): ApprovalAnswer[] {
  if (registration !== 'approval') return []
  return approvalQuestions.map((question, index) => {
    const answer = answers[index]
    if (answer === undefined) throw invalid('answers', REGISTRATION_MESSAGES.answersMissing)
    return { question, answer }
  })
}

/**
 * Removes registrations that nobody verified for two days, and those nobody let in for two weeks.
 */
export async function deleteUnverifiedRegistrations(
  services: Pick<Services, 'db' | 'bus' | 'clock' | 'hooks'>,
) {
  const { db, clock, hooks } = services
  await queries.deleteUnverified(db, clock() - UNVERIFIED_KEPT_MS)
  await mutate(services, async (mutation) => {
    if (await queries.deleteLongWaiting(mutation.trx, clock() - WAITING_KEPT_MS))
      await hooks.admissionQueueChanged(mutation, { isNew: false })
  })
}

/** Lets an unverified registration of an hour ago have this username no longer. */
export async function releaseUsername({ clock }: Services, trx: Queryable, username_key: string) {
  await queries.deleteUnverified(trx, clock() - NAMES_HELD_MS, { username_key })
}

/**
 * The same of an address; whatever its age where somebody else just proved that the mailbox is
 * theirs.
 */
export async function releaseEmail(
  { clock }: Services,
  trx: Queryable,
  { email_key, isProved }: { email_key: string; isProved: boolean },
) {
  await queries.deleteUnverified(trx, clock() - (isProved ? 0 : NAMES_HELD_MS), { email_key })
}

type Names = Pick<UserRow, 'username_key' | 'email_key'>

async function refusalOf(
  { clock, formerUsernames }: Services,
  db: Database,
  names: Names,
  mistyped?: UserRow,
) {
  const holds = (user: UserRow | undefined) =>
    user && (isMailVerified(user) || user.created_at > clock() - NAMES_HELD_MS)
  const byEmail = await findUserByEmail(db, names.email_key)
  if (byEmail && !isMailVerified(byEmail) && holds(byEmail))
    return taken('email', MESSAGES.emailWaiting)
  const byUsername = await findUserByUsername(db, names.username_key)
  if (byUsername?.id !== mistyped?.id && holds(byUsername)) return taken('username')
  if (await formerUsernames.isResting(db, names, clock())) return taken('username')
  return holds(byEmail) ? taken('email') : undefined
}

const TAKEN = { username: MESSAGES.usernameTaken, email: MESSAGES.emailTaken }

function taken(field: keyof typeof TAKEN, sentence: string = TAKEN[field]) {
  return conflictAt(field, sentence)
}
