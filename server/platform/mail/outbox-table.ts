import type { Id } from '../ids.ts'
/** Mail that is still to be sent: one row for each, gone once it is sent or given up. */
export interface MailOutboxTable {
  id: Id
  /** Names the composer that makes the mail when its turn comes. */
  kind: string
  /** JSON: what the kind's composer needs. */
  payload: string
  /** How often it was taken up, the present time included. */
  attempts: number
  /** When it is due; while a worker has it in hand, when that worker's lease ends. */
  next_attempt_at: number
  created_at: number
}

/** What the outbox needs of a database. */
export interface OutboxTables {
  mail_outbox: MailOutboxTable
}
