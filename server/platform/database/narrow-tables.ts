import type { Kysely } from 'kysely'

/** TypeScript cannot see that whatever holds more tables also holds these. */
export function narrowTables<Tables, S extends Tables>(db: Kysely<S>): Kysely<Tables> {
  return db as unknown as Kysely<Tables>
}

/** A database, or a transaction, to read from: it knows no way to write. */
export type ReadonlyKysely<Schema> = Pick<Kysely<Schema>, 'selectFrom' | 'getExecutor'>
