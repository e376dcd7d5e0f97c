import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { countedThings, type DeletionCounts } from '../../../contract/account-deletion.ts'
import { DAY_MS } from '../../../contract/durations.ts'
import type { MailKind } from '../../../contract/failed-mails.ts'
import type { Composer } from '../../mail/outbox.ts'
import { secretHash } from '../../platform/ids.ts'
import { utcDay, utcMinute } from '../../platform/timestamps.ts'
import type { Queryable } from '../../schema.ts'
import type { Services } from '../../services.ts'
import * as queries from './deletion-queries.ts'

// Who deletes their account gets a mail that says what went. All that is kept of it is the number
// of that mail as a hash, with the counts: who shows the number can be told that it is true.

const receipt = z.object({
  email: z.string(),
  username: z.string(),
  number: z.string(),
  at: z.number(),
  posts: z.number(),
  images: z.number(),
  comments: z.number(),
  messages: z.number(),
})

/** Queues the mail within the caller's transaction, as the account goes. */
export async function queueReceipt(
  { outbox, clock }: Pick<Services, 'outbox' | 'clock'>,
  trx: Queryable,
  to: { email: string; username: string },
  counts: DeletionCounts,
): Promise<void> {
  const { posts, images, comments, messages } = counts
  const number = randomBytes(10).toString('hex').toUpperCase()
  const at = clock()
  const kept = { deleted_at: at, posts, images, comments, messages }
  const number_hash = secretHash(number)
  await queries.insertDeletionReceipt(trx, { number_hash, ...kept })
  const { email, username } = to
  await outbox.queue(trx, 'account-deleted', { email, username, number, at, ...counts })
}

const deletion = z.object({
  email: z.string(),
  username: z.string(),
  reason: z.string(),
  at: z.number(),
})

/** Tells, within the caller's transaction, whose account an administrator deletes. */
export async function queueDeletionMail(
  { outbox, clock }: Pick<Services, 'outbox' | 'clock'>,
  trx: Queryable,
  to: { email: string; username: string },
  reason: string,
): Promise<void> {
  const { email, username } = to
  await outbox.queue(trx, 'account-removed', { email, username, reason, at: clock() })
}

interface Dependencies extends Pick<Services, 'community'> {
  /** Null where the operator does not say. */
  backupKeepDays: number | null
}

export function deletionMails({ community, backupKeepDays }: Dependencies) {
  return {
    async 'account-deleted'(payload) {
      const { email, username, number, at, ...counts } = receipt.parse(payload)
      const { name } = await community.read()
      return {
        to: email,
        subject: `Your account on ${name} is deleted`,
        greeting: `Hello ${username},`,
        paragraphs: [
          `Your account was deleted on ${utcMinute(at)}, and with it ${countedThings(counts)}. Nobody sees any of it since then, and what is left of it on the server goes within the hour.`,
          ofBackups(at, backupKeepDays),
          `The number of this receipt is ${number}. All that ${name} keeps is a hash of it and how much went.`,
        ],
        closing: 'Thank you for having been here. Take care.',
        isEphemeral: true,
      }
    },

    async 'account-removed'(payload) {
      const { email, username, reason, at } = deletion.parse(payload)
      const { name } = await community.read()
      const deleted = `An administrator deleted your account on ${utcMinute(at)}, with all you made on ${name}.`
      return {
        to: email,
        subject: `Your account on ${name} was deleted`,
        greeting: `Hello ${username},`,
        paragraphs: [
          reason === '' ? deleted : `${deleted} They say why: ${reason}`,
          ofBackups(at, backupKeepDays),
        ],
        closing: 'Nothing of this mail, nor your address, is kept once it is sent.',
        isEphemeral: true,
      }
    },
  } satisfies Partial<Record<MailKind, Composer>>
}

function ofBackups(at: number, keptDays: number | null): string {
  const before = `Backups made before ${utcDay(at)} still hold it`
  return keptDays === null
    ? `${before}, until whoever runs the server deletes them.`
    : `${before} until ${utcDay(at + keptDays * DAY_MS)}.`
}
