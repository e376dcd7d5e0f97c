import type { Kysely } from 'kysely'
import { DAY_MS, HOUR_MS } from '../../contract/durations.ts'
import type { Clock } from '../platform/clock.ts'
import { narrowTables } from '../platform/database/narrow-tables.ts'
import type { Log } from '../platform/log.ts'
import type { Mail, MailSender, MailTransport } from './mail.ts'
import {
  claimDueRow,
  deleteRow,
  giveUpRow,
  isThere,
  type OutboxRow,
  type OutboxTables,
  postponeRow,
} from './outbox-queries.ts'
import { renderMail } from './render-mail.ts'

/**
 * Makes the mail from what was queued, as it is sent, maybe twice; null: nothing to send any more.
 * It may ask, in a transaction of its own, whether the mail was withdrawn since it was taken up.
 */
export type Composer = (payload: unknown, isQueued: IsQueued) => Promise<Mail | null>
export type IsQueued = <S extends OutboxTables>(trx: Kysely<S>) => Promise<boolean>

/** What mail needs of the dependencies around it. */
export interface MailDependencies {
  db: Kysely<OutboxTables>
  clock: Clock
  log: Log<'info' | 'warn' | 'error'>
  transport: MailTransport
  composers: Record<string, Composer>
  /** Who writes now. */
  sender(): Promise<MailSender>
}

/** How long a worker has a mail for itself: longer than any sending may take. */
const LEASE_MS = 120_000

/** What is due the longest; false when none is. Throws only when the database fails. */
export async function deliverNext(dependencies: MailDependencies): Promise<boolean> {
  const now = dependencies.clock()
  const row = await claimDueRow(dependencies.db, now, now + LEASE_MS)
  if (!row) return false
  const failure = await composeAndSend(dependencies, row)
  if (failure) await afterFailure(dependencies, row, failure)
  else await deleteRow(dependencies.db, row.id)
  return true
}

interface Failure {
  error: unknown
  /** Nothing of it stays, once nobody tries it any more. */
  isEphemeral: boolean
}

async function composeAndSend(
  dependencies: MailDependencies,
  row: OutboxRow,
): Promise<Failure | null> {
  const { composers, transport, log } = dependencies
  let isEphemeral = false
  try {
    const compose = Object.hasOwn(composers, row.kind) ? composers[row.kind] : undefined
    if (!compose) throw new UnknownKind()
    const mail = await compose(JSON.parse(row.payload), (trx) => isThere(narrowTables(trx), row.id))
    if (!mail) return null
    isEphemeral = mail.isEphemeral === true
    await transport.send(renderMail(mail, await dependencies.sender()))
    log.info(logFields(row), 'mail sent')
    return null
  } catch (error) {
    return { error, isEphemeral }
  }
}

async function afterFailure(
  { db, clock, log }: MailDependencies,
  row: OutboxRow,
  { error, isEphemeral }: Failure,
) {
  const code = failureCode(error)
  const fields = { ...logFields(row), code }
  const retryAt = nextAttemptAt(row, error, clock())
  if (retryAt === null) {
    if (isEphemeral) await deleteRow(db, row.id)
    else await giveUpRow(db, row, { now: clock(), failure: code })
    log.error(fields, 'mail given up')
    return
  }
  await postponeRow(db, row, { until: retryAt, failure: code })
  log.warn(fields, 'mail not sent, will be tried again')
}

// Never the payload or the mail: they hold addresses and secret links.
function logFields({ id, kind, attempts }: OutboxRow) {
  return { mail: id, kind, attempts }
}

class UnknownKind extends Error {
  override name = 'UnknownKind'
}

const FIRST_DELAYS_MS = [5_000, 15_000, 45_000]
/** Mail must leave within 5 minutes of the mail server's return. */
const LATER_DELAY_MS = 120_000
/** Knocking every two minutes at an address that is refused for good makes a sender look bad. */
const REFUSED_DELAY_MS = HOUR_MS
const GIVE_UP_AFTER_MS = 3 * DAY_MS

/** Null when it was tried for long enough. `attempts` counts the failed one. */
export function nextAttemptAt(
  mail: { attempts: number; created_at: number },
  error: unknown,
  now: number,
): number | null {
  if (now - mail.created_at >= GIVE_UP_AFTER_MS) return null
  const laterDelay = isRefusedForGood(error) ? REFUSED_DELAY_MS : LATER_DELAY_MS
  return now + (FIRST_DELAYS_MS[mail.attempts - 1] ?? laterDelay)
}

// Not given up at once: a relay that is set up wrongly says the same of every mail.
function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, permanent } = error as Error & { code?: unknown; permanent?: unknown }
  return permanent === true && (code === 'EENVELOPE' || code === 'EMESSAGE')
}

/**
 * For the log, like `EENVELOPE 451`: a code or kind, never the message, which may hold an address.
 */
export function failureCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code, responseCode } = error as Error & { code?: unknown; responseCode?: unknown }
  const word = [code, error.name].find(isOneWord) ?? 'unknown'
  return typeof responseCode === 'number' ? `${word} ${responseCode}` : word
}

function isOneWord(value: unknown): value is string {
  return typeof value === 'string' && /^\w{1,60}$/.test(value)
}
