import type { Kysely, Transaction } from 'kysely'
import { inTransaction } from '../database/transaction.ts'
import type { Announcement, Bus } from './bus.ts'

/** A transaction under way, and what is to be told once it is committed. */
export interface Change<Schema> {
  trx: Transaction<Schema>
  announce(announcement: Announcement): void
}

/**
 * Runs several writes as one transaction. What they announce goes out in order once it is
 * committed, and not at all if it fails.
 */
export async function change<Schema, Result>(
  { db, bus }: { db: Kysely<Schema>; bus: Bus },
  work: (change: Change<Schema>) => Promise<Result>,
): Promise<Result> {
  const { result, announcements } = await inTransaction(db, async (trx) => {
    // Made anew for each try: what a transaction that failed announced is never told.
    const announcements: Announcement[] = []
    const announce = (announcement: Announcement) => void announcements.push(announcement)
    return { result: await work({ trx, announce }), announcements }
  })
  for (const announcement of announcements) bus.publish(announcement)
  return result
}
