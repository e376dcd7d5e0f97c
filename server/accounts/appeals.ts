import type { z } from 'zod'
import {
  type appealBody,
  MESSAGES,
  type SuspendedMember,
  type Suspension,
  type suspensionBody,
} from '../../contract/suspension.ts'
import { mutate } from '../platform/database/mutate.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Id } from '../platform/ids.ts'
import { isoTimestamp } from '../platform/timestamps.ts'
import type { Mutation, Services } from '../services.ts'
import type { ClientInfo } from './client-info.ts'
import { lockUser } from './lock-queries.ts'
import { presentAuthor } from './present.ts'
import { checkPassword, type SignInGuard } from './sign-in.ts'
import { proveSuspended, type SuspendedGuards } from './suspended-member.ts'
import { UNTIL_LIFTED } from './suspension.ts'
import * as queries from './suspension-queries.ts'

// Who is suspended may write to the administrators once. They have no session, so each call brings
// email and password, and what they write a code too where the account asks for one; all are
// guarded as at sign-in.

/** Why and for how long somebody is suspended. Refuses (404) who is not. */
export async function readSuspension(
  services: Services,
  guard: SignInGuard,
  client: ClientInfo,
  input: z.output<typeof suspensionBody>,
): Promise<Suspension> {
  const { user } = await checkPassword(services, guard, client, input)
  const { suspended_until: until, suspension_reason: reason } = user
  if (until === null) throw new HttpError('not_found', MESSAGES.notSuspended)
  const appeal = await queries.findAppeal(services.db, user.id)
  return presentSuspension({ until, reason, appeal })
}

/** Refuses: 401 without a needed code, 404 who is not suspended, 409 who wrote before. */
export async function sendAppeal(
  services: Services,
  guards: SuspendedGuards,
  client: ClientInfo,
  input: z.output<typeof appealBody>,
): Promise<void> {
  const user = await proveSuspended(services, guards, client, input, async ({ id }) => {
    // Who did not hear that it arrived tries again with a code that is used up.
    if (await queries.findAppeal(services.db, id)) throw writtenAlready()
  })
  const appeal = { user_id: user.id, text: input.text, created_at: services.clock() }
  await mutate(services, async (mutation) => {
    // An administrator may have let them in again since they proved who they are.
    const now = await lockUser(mutation.trx, user.id)
    if (!now || now.suspended_until === null)
      throw new HttpError('not_found', MESSAGES.notSuspended)
    if (!(await queries.insertAppeal(mutation.trx, appeal))) throw writtenAlready()
    await services.hooks.appealSent(mutation)
  })
}

const writtenAlready = () => new HttpError('conflict', MESSAGES.appealSentAlready)

/** Answers what somebody wrote, within the caller's mutation. Refuses (404) where nothing waits. */
export async function answerAppeal({ trx }: Mutation, memberId: Id, answer: string) {
  if (!(await queries.updateAnswer(trx, memberId, answer)))
    throw new HttpError('not_found', MESSAGES.appealMissingToAnswer)
}

const SUSPENDED_SHOWN = 500

export async function readSuspended(
  services: Pick<Services, 'db' | 'images'>,
): Promise<SuspendedMember[]> {
  const rows = await queries.suspendedMembers(services.db, SUSPENDED_SHOWN)
  return rows.map((row) => ({
    member: presentAuthor(services.images, row.id, row),
    ...presentSuspension({
      until: row.suspended_until ?? UNTIL_LIFTED,
      reason: row.suspension_reason,
      appeal: appealOf(row),
    }),
  }))
}

function appealOf({ appeal_text, appeal_created_at, appeal_answer }: queries.SuspendedRow) {
  if (appeal_text === null || appeal_created_at === null) return undefined
  return { text: appeal_text, created_at: appeal_created_at, answer: appeal_answer ?? '' }
}

interface SuspensionNow {
  until: number
  reason: string
  appeal: { text: string; created_at: number; answer: string } | undefined
}

function presentSuspension({ until, reason, appeal }: SuspensionNow): Suspension {
  return {
    until: until === UNTIL_LIFTED ? null : isoTimestamp(until),
    reason,
    appeal: appeal
      ? {
          text: appeal.text,
          createdAt: isoTimestamp(appeal.created_at),
          answer: appeal.answer,
        }
      : null,
  }
}
