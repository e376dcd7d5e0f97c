import { type QueryExecutorProvider, sql } from 'kysely'

/**
 * Reads what is the same only as long as no other process has written: for that, one small
 * statement is enough. On PostgreSQL our own writes make it another as well.
 */
export function databaseState(
  db: QueryExecutorProvider,
  isPostgres: boolean,
): () => Promise<string> {
  // SQLite runs a pragma on the connection that writes, so it tells only of the writes of others.
  const question = isPostgres
    ? sql<{ state: string }>`select pg_current_snapshot()::text as state`
    : sql<{ data_version: number }>`pragma data_version`
  return async () => {
    const { rows } = await question.execute(db)
    return JSON.stringify(rows)
  }
}
