import { CONFIRMED_FOR_MS, MESSAGES } from '../../contract/account-security.ts'
import { HttpError, invalid } from '../platform/http/http-error.ts'
import { ipKey } from '../platform/limits.ts'
import type { UserRow } from '../schema.ts'
import type { Actor, Services } from '../services.ts'
import * as queries from './queries.ts'
import { sessionEndedError } from './session-ended.ts'
import * as sessionQueries from './session-queries.ts'

// What could be done with a stolen session asks for the password again, unless it was typed a
// moment ago.

/** Refuses (403, `confirmation_needed`) an actor who has not proved lately who they are. */
export async function requireConfirmation(
  actor: Actor,
  { db, clock }: Pick<Services, 'db' | 'clock'>,
): Promise<void> {
  const confirmedAt = await sessionQueries.findConfirmation(db, actor.sessionId)
  // It ended a moment ago.
  if (confirmedAt === undefined) throw sessionEndedError()
  if (clock() - confirmedAt > CONFIRMED_FOR_MS)
    throw new HttpError('confirmation_needed', MESSAGES.confirmationNeeded)
}

/** The actor's account; refuses (400, at this field) a password that is not theirs. */
export async function requirePassword(
  actor: Actor,
  { db, passwords }: Services,
  password: string,
  ip: string,
  field: string,
): Promise<UserRow> {
  const user = await queries.findUser(db, actor.id)
  if (!user) throw sessionEndedError()
  if (!(await passwords.verify(password, user.password_hash, ipKey(ip))))
    throw invalid(field, MESSAGES.passwordWrong)
  return user
}
