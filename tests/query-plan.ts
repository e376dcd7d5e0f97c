import { CompiledQuery, type KyselyPlugin } from 'kysely'
import type { Database } from '../server/schema.ts'

/**
 * How SQLite answers what is asked of a database in `run`, a step in a line: by which index it
 * searches, and what it reads through.
 */
export async function planOf(db: Database, run: (db: Database) => Promise<unknown>) {
  const nodes: Parameters<KyselyPlugin['transformQuery']>[0][] = []
  const asked: CompiledQuery[] = []
  const recording: KyselyPlugin = {
    transformQuery(query) {
      nodes.push(query)
      return query.node
    },
    // Of subqueries there is no result.
    async transformResult({ queryId, result }) {
      const query = nodes.findLast((it) => it.queryId === queryId)
      if (query) asked.push(db.getExecutor().compileQuery(query.node, queryId))
      return result
    },
  }
  await run(db.withPlugin(recording))
  const steps: string[] = []
  for (const { sql, parameters } of asked) {
    const plan = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters])
    const { rows } = await db.executeQuery<{ detail: string }>(plan)
    steps.push(...rows.map(({ detail }) => detail))
  }
  return steps
}
