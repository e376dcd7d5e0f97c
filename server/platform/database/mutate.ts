import type { Kysely, Transaction } from 'kysely'
import type { Clock } from '../clock.ts'
import {
  claimKey,
  findCreated,
  type IdempotencyTables,
  type IdempotentRequest,
} from '../idempotency.ts'
import { type Id, newId } from '../ids.ts'
import { CommitUnknownError } from './failures.ts'
import { inTransaction } from './transaction.ts'

// How the features write. One statement that neither publishes anything nor makes an id may go
// straight to the database; all else is a `mutate`, or a `createOnce` where a client may send the
// same request again.

/** A transaction under way, and what is published once it is committed. */
export interface Mutation<Schema, Event> {
  trx: Transaction<Schema>
  publish(event: Event): void
}

/** Who hears of what was written, or that there may be something to read that is never told. */
interface Publisher<Event> {
  publish(event: Event | { kind: 'events-lost' }): void
}

/**
 * Runs several writes as one transaction. What they publish goes out in order once it is
 * committed, and not at all if it fails; where nobody can tell, everybody reads what is true. After
 * a collision `work` runs a second time, so it makes its ids itself and does nothing outside of its
 * transaction.
 */
export async function mutate<Schema, Event, Result>(
  { db, bus }: { db: Kysely<Schema>; bus: Publisher<Event> },
  work: (mutation: Mutation<Schema, Event>) => Promise<Result>,
): Promise<Result> {
  let toPublish: Event[] = []
  const result = await inTransaction(db, async (trx) => {
    // Made anew for each try: what a transaction that failed wanted to publish is dropped.
    const events: Event[] = []
    toPublish = events
    return work({ trx, publish: (event) => void events.push(event) })
  }).catch((error: unknown) => {
    // Asked for again it may find all done, and publish nothing.
    if (error instanceof CommitUnknownError && toPublish.length > 0)
      bus.publish({ kind: 'events-lost' })
    throw error
  })
  for (const event of toPublish) bus.publish(event)
  return result
}

interface Creation<Schema, Event, Prepared, Begun, Result> {
  /** What is slow or outside of the database: done before the transaction, and only if needed. */
  prepare?: () => Promise<Prepared>
  /** Done first in the transaction, also where a request before this one created it. */
  begin?: (trx: Transaction<Schema>) => Promise<Begun>
  /** Creates the row with this id, as `mutate` does its work. `begun`: what `begin` found. */
  create(
    mutation: Mutation<Schema, Event>,
    id: Id,
    prepared: Prepared,
    begun: Begun,
  ): Promise<Result>
}

/**
 * Creates something once for a request, however often it comes, also at the same time. `created`
 * is undefined where a request before this one did it; `id` is the same for all of them. Refuses
 * (409) a key that came before with other content. Without a key it always creates.
 */
export async function createOnce<Schema extends IdempotencyTables, Event, Prepared, Begun, Result>(
  services: { db: Kysely<Schema>; bus: Publisher<Event>; clock: Clock },
  request: IdempotentRequest | null,
  { prepare, begin, create }: Creation<Schema, Event, Prepared, Begun, Result>,
): Promise<{ id: Id; created?: Result }> {
  if (request && prepare) {
    const id = await findCreated(services.db, request)
    if (id) return { id }
  }
  // Without `prepare`, nothing says what `Prepared` is, and `create` does not ask for it; nor for
  // `Begun` without `begin`.
  const prepared = (await prepare?.()) as Prepared
  return mutate(services, async (mutation) => {
    const begun = (await begin?.(mutation.trx)) as Begun
    const id = newId()
    const claimed = request ? await claimKey(mutation.trx, request, id, services.clock()) : id
    if (claimed !== id) return { id: claimed }
    return { id, created: await create(mutation, id, prepared, begun) }
  })
}
