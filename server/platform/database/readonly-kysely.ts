import type { Kysely } from 'kysely'

/** A database, or a transaction, to read from: it knows no way to write. */
export type ReadonlyKysely<Schema> = Pick<
  Kysely<Schema>,
  'selectFrom' | 'getExecutor' | 'executeQuery'
>
