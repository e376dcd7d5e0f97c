import { expect } from 'vitest'
import { openTestDatabase } from '../../tests/database.ts'
import type { Id } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import type { Composer, MailDependencies } from './delivery.ts'
import type { Mail, RenderedMail } from './mail.ts'
import type { OutboxTables } from './outbox-queries.ts'
import { insertRow } from './outbox-queries.ts'

export const NOON = Date.UTC(2026, 0, 15, 12)

/** For what comes about in its own time: looks often, and is patient on a busy machine. */
export function eventually<T>(read: () => T) {
  return expect.poll(read, { interval: 5 })
}

/** The id of a mail that a test calls by a short name. */
export function mailId(name: string): Id {
  return Number.parseInt(Buffer.from(name).toString('hex'), 16)
}

/** A mail to one of the cast, who is named by its payload. */
export function welcome(name: string): Mail {
  return {
    to: `${name}@example.org`,
    subject: 'Verify your email for Snug',
    greeting: `Hello ${name},`,
    paragraphs: ['Welcome to Snug.'],
    action: { label: 'Verify my email', url: `https://snug.example.org/verify/${name}` },
    closing: 'The link works for 24 hours.',
  }
}

/** A migrated database of its own, with a clock, a log and a transport that can be looked at. */
export async function openTestMailSetup() {
  const database = await openTestDatabase()
  const connect = () => database.connect<OutboxTables>()
  const db = connect()

  let now = NOON
  const sent: RenderedMail[] = []
  const logged: string[] = []
  const dependencies: MailDependencies = {
    db,
    clock: () => now,
    log: recordingLog(logged),
    transport: { send: async (mail) => void sent.push(mail), close: async () => {} },
    sender: async () => ({ name: 'Snug', tagline: 'Warm' }),
    composers: { welcome: (async (name) => welcome(String(name))) satisfies Composer },
  }
  return {
    dependencies,
    sent,
    logged,
    /** A second connection to the same database, as another process has it. */
    connect,
    recipients: () => sent.map((mail) => mail.to),
    passTime(ms: number) {
      now += ms
    },
    rows: () => db.selectFrom('mail_outbox').selectAll().orderBy('id').execute(),
    /** Leaves a mail as another process would have: without a wake. */
    leave: (name: string, payload: unknown, kind = 'welcome') =>
      insertRow(db, {
        id: mailId(name),
        kind,
        payload: JSON.stringify(payload),
        attempts: 0,
        next_attempt_at: now,
        created_at: now,
      }),
    close: () => database.close(),
  }
}

export type TestMailSetup = Awaited<ReturnType<typeof openTestMailSetup>>

function recordingLog(lines: string[]): Log<'info' | 'warn' | 'error'> {
  const at = (level: string) => (fields: object, message: string) => {
    lines.push(`${level} ${message} ${JSON.stringify(fields)}`)
  }
  return { info: at('info'), warn: at('warn'), error: at('error') }
}
