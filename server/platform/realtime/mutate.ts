import type { Kysely, Transaction } from 'kysely'
import { inTransaction } from '../database/transaction.ts'
import type { Bus, DomainEvent } from './bus.ts'

/** A transaction under way, and what is to be told once it is committed. */
export interface Mutation<Schema> {
  trx: Transaction<Schema>
  publish(event: DomainEvent): void
}

/**
 * Runs several writes as one transaction. What they announce goes out in order once it is
 * committed, and not at all if it fails.
 */
export async function mutate<Schema, Result>(
  { db, bus }: { db: Kysely<Schema>; bus: Bus },
  work: (change: Mutation<Schema>) => Promise<Result>,
): Promise<Result> {
  const { result, domainEvents } = await inTransaction(db, async (trx) => {
    // Made anew for each try: what a transaction that failed announced is never told.
    const domainEvents: DomainEvent[] = []
    const publish = (event: DomainEvent) => void domainEvents.push(event)
    return { result: await work({ trx, publish }), domainEvents }
  })
  for (const event of domainEvents) bus.publish(event)
  return result
}
