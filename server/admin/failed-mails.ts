import type { AdminAct } from '../../contract/admin.ts'
import { FAILED_MAILS_SHOWN, type FailedMail, MESSAGES } from '../../contract/failed-mails.ts'
import { recipientOf } from '../accounts/mail-recipients.ts'
import { mutateAs } from '../accounts/mutate-as.ts'
import { memberNumber, presentAuthor } from '../accounts/present.ts'
import type { QueuedMail } from '../mail/outbox.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Id } from '../platform/ids.ts'
import { isoTimestamp } from '../platform/timestamps.ts'
import type { Actor, Mutation, Services } from '../services.ts'
import { recordAdminAct } from './audit-log.ts'
import * as queries from './failed-mail-queries.ts'

type Reads = Pick<Services, 'db' | 'images' | 'outbox'>

/** What could not be sent and waits to be tried again, or was given up; the newest first. */
export async function readFailedMails(
  services: Reads,
): Promise<{ mails: FailedMail[]; total: number }> {
  const { mails, total } = await services.outbox.failed(FAILED_MAILS_SHOWN)
  const ids = mails.flatMap(({ payload }) => recipientOf(payload).memberId ?? [])
  const people = new Map<Id, queries.RecipientRow>()
  for (const row of await queries.recipients(services.db, ids)) people.set(row.id, row)
  return { mails: mails.map((mail) => presentMail(services, mail, people)), total }
}

function presentMail(
  { images }: Pick<Reads, 'images'>,
  mail: QueuedMail,
  people: Map<Id, queries.RecipientRow>,
): FailedMail {
  const { memberId, email } = recipientOf(mail.payload)
  const member = memberId === null ? undefined : people.get(memberId)
  return {
    _id: String(mail.id),
    kind: mail.kind,
    member: member ? presentAuthor(images, member.id, member) : null,
    email: email ?? member?.email ?? '',
    failure: mail.failure ?? '',
    attempts: mail.attempts,
    createdAt: isoTimestamp(mail.created_at),
    nextAttemptAt: mail.given_up_at === null ? isoTimestamp(mail.next_attempt_at) : null,
  }
}

/**
 * Has it tried now rather than later. Refuses (404) what was sent meanwhile, or is not there any
 * more.
 */
export async function retryFailedMail(actor: Actor, services: Services, id: Id): Promise<void> {
  await mutateAs(actor, services, async (mutation) => {
    const mail = await services.outbox.hurry(mutation.trx, id)
    await record(actor, services, mutation, { mail, act: 'retry_mail', reason: '' })
  })
  services.outbox.wake()
}

/** Keeps it from ever being sent. Refuses (404) as `retryFailedMail`. */
export function deleteFailedMail(
  actor: Actor,
  services: Services,
  id: Id,
  reason: string,
): Promise<void> {
  return mutateAs(actor, services, async (mutation) => {
    const mail = await services.outbox.discard(mutation.trx, id)
    await record(actor, services, mutation, { mail, act: 'delete_mail', reason })
  })
}

async function record(
  actor: Actor,
  services: Services,
  { trx }: Mutation,
  { mail, act, reason }: { mail: QueuedMail | undefined; act: AdminAct; reason: string },
) {
  if (!mail) throw new HttpError('not_found', MESSAGES.missing)
  const { memberId } = recipientOf(mail.payload)
  const [member] = memberId === null ? [] : await queries.recipients(trx, [memberId])
  const number = member ? memberNumber(member) : 0
  await recordAdminAct(services, trx, { adminId: actor.id, act, memberNumber: number, reason })
}
