import type { Page, TestInfo } from '@playwright/test'
import { Client } from 'pg'
import type { Witness } from './page-errors.ts'
import type { JourneyServer } from './server.ts'

const LINES_MAX = 300
const PATIENCE_MS = 5_000

/**
 * Adds to the report of a failed journey what was going on: one that hangs tells nothing else. What
 * its pages show is printed as well: a run's list tells only the beginning of what is attached, and
 * the pictures may be out of reach.
 */
export async function attachState(
  info: TestInfo,
  { server, witness, pages }: { server: JourneyServer; witness: Witness; pages: Page[] },
) {
  const screens = await Promise.all(pages.map(screenOf))
  process.stdout.write(`When “${info.title}” failed:\n${screens.join('\n')}\n`)
  const lines = [
    'Requests without an answer:',
    ...witness.unanswered(),
    'Statements of the database:',
    ...(await statements(server.databaseUrl)),
    'The last lines of the log:',
    ...server.output.slice(-LINES_MAX),
  ]
  await info.attach('state', { body: lines.join('\n'), contentType: 'text/plain' })
}

/** A page's address, and what a screen reader finds on it. */
async function screenOf(page: Page): Promise<string> {
  const tree = page.locator('body').ariaSnapshot({ timeout: PATIENCE_MS })
  // The report of one failure must not become another.
  return `${page.url()}\n${await tree.catch((error) => `It did not say: ${error}`)}`
}

/** Those under way and those that wait, on PostgreSQL. */
async function statements(databaseUrl: string | null): Promise<string[]> {
  if (databaseUrl === null) return []
  const client = new Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
  })
  try {
    await client.connect()
    const { rows } = await client.query(`
      select concat_ws(' ', pid, state, wait_event_type, wait_event, now() - state_change,
        'waits for', pg_blocking_pids(pid)::text, query) as line
      from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`)
    return rows.map(({ line }) => line)
  } catch (error) {
    // The report of one failure must not become another.
    return [`It did not say: ${error}`]
  } finally {
    await client.end()
  }
}
