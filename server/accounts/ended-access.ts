import type { FastifyBaseLogger } from 'fastify'
import type { Services } from '../services.ts'
import * as queries from './queries.ts'

const HOUR_MS = 60 * 60_000
/** A used verification link is still answered kindly for a month. */
const LINKS_KEPT_MS = 30 * 24 * HOUR_MS

/** Removes sessions and links whose time is over, once an hour. They were worthless before. */
export function sweepEndedAccess(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  log: FastifyBaseLogger,
) {
  async function sweep() {
    await queries.deleteEndedSessions(db, clock())
    await queries.deleteEndedMailedLinks(db, clock() - LINKS_KEPT_MS)
  }
  const timer = setInterval(() => {
    sweep().catch((error: unknown) =>
      log.error({ err: error }, 'ended sessions could not be swept'),
    )
  }, HOUR_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
