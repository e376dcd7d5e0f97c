import {
  approvalAnswers,
  MESSAGES,
  WAITING_SHOWN_MAX,
  type WaitingList,
} from '../../../contract/admission.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import type { Id } from '../../platform/ids.ts'
import { isoTimestamp } from '../../platform/timestamps.ts'
import type { UserRow } from '../../schema.ts'
import type { Mutation, Services } from '../../services.ts'
import { deleteUser } from '../deletion/deletion-queries.ts'
import { lockUser } from '../lock-queries.ts'
import * as queries from './registration-queries.ts'
import { becomeMember } from './verification.ts'

// Who verified their email and waits to be let in. They are no members yet: nobody sees them but
// administrators, and they see nothing.

export async function readWaiting({ db }: Pick<Services, 'db'>): Promise<WaitingList> {
  const rows = await queries.waitingUsers(db, WAITING_SHOWN_MAX)
  const people = rows.map((row) => ({
    _id: String(row.id),
    username: row.username,
    email: row.email,
    invitedBy: row.inviter,
    answers: approvalAnswers.parse(JSON.parse(row.approval_answers)),
    since: isoTimestamp(row.waiting_since ?? 0),
  }))
  return { people, total: Number(rows[0]?.total ?? 0) }
}

/** Within the caller's mutation. Refuses (404) who does not wait. Returns their member number. */
export async function admitWaiting(
  mutation: Mutation,
  services: Services,
  userId: Id,
  words: string,
): Promise<number> {
  const user = await lockWaiting(mutation, userId)
  const userNumber = await becomeMember(mutation, services, user)
  await services.outbox.queue(mutation.trx, 'let-in', { userId, words })
  return userNumber
}

/** Removes a registration that waits, within the caller's mutation; refuses (404) any other. */
export async function declineWaiting(
  mutation: Mutation,
  { outbox }: Pick<Services, 'outbox'>,
  userId: Id,
  { words, isTold }: { words: string; isTold: boolean },
): Promise<void> {
  const { trx } = mutation
  const { email, username, email_key } = await lockWaiting(mutation, userId)
  for (const payload of [{ userId }, { email: email_key }]) await outbox.withdraw(trx, payload)
  if (isTold) await outbox.queue(trx, 'not-let-in', { email, username, words })
  await deleteUser(trx, userId)
}

async function lockWaiting({ trx }: Mutation, userId: Id): Promise<UserRow> {
  const user = await lockUser(trx, userId)
  if (!user || user.waiting_since === null) throw new HttpError('not_found', MESSAGES.missing)
  return user
}
