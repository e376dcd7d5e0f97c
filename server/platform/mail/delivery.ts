import type { Kysely } from 'kysely'
import type { Clock } from '../clock.ts'
import { failureCode, nextAttemptAt } from './failed-delivery.ts'
import type { Mail, MailTransport } from './mail.ts'
import type { OutboxTables } from './outbox-queries.ts'
import { claimDueRow, deleteRow, type OutboxRow, postponeRow } from './outbox-queries.ts'
import { renderMail } from './render-mail.ts'

/**
 * Makes the mail of its kind from the payload that was queued, at the moment it is sent; null
 * when there is nothing to send any more. It may be asked again for one payload.
 */
export type Composer = (payload: unknown) => Promise<Mail | null>

/** Takes pino's loggers. */
export interface MailLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** What mail needs of the world around it. */
export interface MailDependencies {
  db: Kysely<OutboxTables>
  clock: Clock
  log: MailLog
  transport: MailTransport
  composers: Record<string, Composer>
}

/** How long a worker has a mail for itself: longer than any sending may take. */
const LEASE_MS = 120_000

/**
 * Sends the mail that has been due the longest, or sees to it that it is tried again; false when
 * none is due. Throws only when the database fails.
 */
export async function deliverNext(world: MailDependencies): Promise<boolean> {
  const now = world.clock()
  const row = await claimDueRow(world.db, now, now + LEASE_MS)
  if (!row) return false
  const failure = await composeAndSend(world, row)
  if (failure) await afterFailure(world, row, failure.error)
  else await deleteRow(world.db, row.id)
  return true
}

async function composeAndSend({ composers, transport, log }: MailDependencies, row: OutboxRow) {
  try {
    const compose = Object.hasOwn(composers, row.kind) ? composers[row.kind] : undefined
    if (!compose) throw new UnknownKind()
    const mail = await compose(JSON.parse(row.payload))
    if (!mail) return null
    await transport.send(renderMail(mail))
    log.info(told(row), 'mail sent')
    return null
  } catch (error) {
    return { error }
  }
}

async function afterFailure({ db, clock, log }: MailDependencies, row: OutboxRow, error: unknown) {
  const fields = { ...told(row), code: failureCode(error) }
  const retryAt = nextAttemptAt(row, error, clock())
  if (retryAt === null) {
    await deleteRow(db, row.id)
    log.error(fields, 'mail given up')
    return
  }
  await postponeRow(db, row, retryAt)
  log.warn(fields, 'mail not sent, will be tried again')
}

// Never the payload or the mail: they hold addresses and secret links.
function told({ id, kind, attempts }: OutboxRow) {
  return { mail: id, kind, attempts }
}

class UnknownKind extends Error {
  override name = 'UnknownKind'
}
