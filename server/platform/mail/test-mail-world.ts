import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { expect } from 'vitest'
import { migrations } from '../../migrations/all.ts'
import { migrate } from '../database/migrate.ts'
import { sqliteDialect } from '../database/sqlite-dialect.ts'
import type { Composer, MailLog, MailWorld } from './delivery.ts'
import type { Mail, RenderedMail } from './mail.ts'
import { insertRow } from './outbox-queries.ts'
import type { OutboxTables } from './outbox-table.ts'

export const NOON = Date.UTC(2026, 0, 15, 12)

/** For what comes about in its own time: looks often, and is patient on a busy machine. */
export function eventually<T>(read: () => T) {
  return expect.poll(read, { interval: 5, timeout: 4_000 })
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

/** A migrated database file of its own, with a clock, a log and a transport that can be looked at. */
export async function openTestMailWorld() {
  const folder = await mkdtemp(join(tmpdir(), 'snug-mail-'))
  const file = join(folder, 'snug.sqlite')
  const connections: Kysely<OutboxTables>[] = []
  const connect = () => {
    const db = new Kysely<OutboxTables>({ dialect: sqliteDialect(file) })
    connections.push(db)
    return db
  }
  const db = connect()
  await migrate(db, migrations)

  let now = NOON
  const sent: RenderedMail[] = []
  const logged: string[] = []
  const world: MailWorld = {
    db,
    clock: () => now,
    log: recordingLog(logged),
    transport: { send: async (mail) => void sent.push(mail), close: async () => {} },
    composers: { welcome: (async (name) => welcome(String(name))) satisfies Composer },
  }
  return {
    world,
    sent,
    logged,
    /** A second connection to the same file, as another process has it. */
    connect,
    recipients: () => sent.map((mail) => mail.to),
    passTime(ms: number) {
      now += ms
    },
    rows: () => db.selectFrom('mail_outbox').selectAll().orderBy('id').execute(),
    /** Leaves a mail as another process would have: without a wake. */
    leave: (id: string, payload: unknown, kind = 'welcome') =>
      insertRow(db, {
        id,
        kind,
        payload: JSON.stringify(payload),
        attempts: 0,
        next_attempt_at: now,
        created_at: now,
      }),
    async close() {
      for (const connection of connections) await connection.destroy()
      await rm(folder, { recursive: true })
    },
  }
}

export type TestMailWorld = Awaited<ReturnType<typeof openTestMailWorld>>

function recordingLog(lines: string[]): MailLog {
  const at = (level: string) => (fields: object, message: string) => {
    lines.push(`${level} ${message} ${JSON.stringify(fields)}`)
  }
  return { info: at('info'), warn: at('warn'), error: at('error') }
}
