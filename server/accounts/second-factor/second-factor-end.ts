import { EMAIL_UNDO_DAYS } from '../../../contract/account-security.ts'
import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts'
import { MESSAGES, RESET_DELAY_HOURS } from '../../../contract/second-factor.ts'
import { mutate } from '../../platform/database/mutate.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import type { Id } from '../../platform/ids.ts'
import type { Queryable } from '../../schema.ts'
import type { Mutation, Services } from '../../services.ts'
import { publishAccountChanged } from '../account-events.ts'
import { isAsked } from './second-factor.ts'
import * as queries from './second-factor-queries.ts'

// The end of codes for who has none: in a day, unless a code signs in before. Whoever holds the
// mailbox alone does not get past them at once, and whoever has the app keeps them.

const LATE_MS = EMAIL_UNDO_DAYS * DAY_MS
const ENDED_AT_ONCE = 100

type Ending = { userId: Id } & ({ by: 'host'; reason: string } | { by: 'owner' })

/** Mails the owner, with why. Refuses (409) where it is off. */
export async function resetSecondFactor(
  services: Pick<Services, 'clock' | 'outbox'>,
  { trx }: Mutation,
  userId: Id,
  reason: string,
): Promise<number> {
  if (!isAsked(await queries.findSecondFactor(trx, userId), services.clock()))
    throw new HttpError('conflict', MESSAGES.notOn)
  return endInADay(services, trx, { userId, by: 'host', reason })
}

/**
 * Ends, and mails it, what whoever held the account of late may have turned on. Answers when;
 * null: there is no such. Asked for again, it ends no later.
 */
export async function endLateSecondFactor(
  services: Pick<Services, 'clock' | 'outbox'>,
  trx: Queryable,
  userId: Id,
): Promise<number | null> {
  const now = services.clock()
  const factor = await queries.findSecondFactor(trx, userId)
  if (!factor?.confirmed_at || !isAsked(factor, now) || factor.confirmed_at < now - LATE_MS)
    return null
  return factor.ends_at ?? endInADay(services, trx, { userId, by: 'owner' })
}

export async function deleteExpiredSecondFactors(
  services: Pick<Services, 'db' | 'bus' | 'clock'>,
): Promise<void> {
  const { db, clock } = services
  const now = clock()
  for (const { user_id } of await queries.findEndedSecondFactors(db, now, ENDED_AT_ONCE))
    await mutate(services, async (mutation) => {
      if (await queries.deleteEndedSecondFactor(mutation.trx, user_id, now))
        publishAccountChanged(mutation, user_id)
    })
}

async function endInADay(
  { clock, outbox }: Pick<Services, 'clock' | 'outbox'>,
  trx: Queryable,
  ending: Ending,
): Promise<number> {
  const endsAt = clock() + RESET_DELAY_HOURS * HOUR_MS
  await queries.endSecondFactorAt(trx, ending.userId, endsAt)
  await outbox.queue(trx, 'second-factor-ending', { ...ending, at: endsAt })
  return endsAt
}
