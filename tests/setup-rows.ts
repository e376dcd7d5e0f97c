// Rows that a statement asks for in no order come in another than they lie in: nothing passes because
// they happened to lie so. Two always change places, so whoever relies on it sees it at once.
import { type CompiledQuery, DefaultQueryExecutor, type QueryResult } from 'kysely'

const { prototype } = DefaultQueryExecutor
// Inherited until then: a worker runs this file again for each test file.
if (!Object.hasOwn(prototype, 'executeQuery'))
  prototype.executeQuery = new Proxy(prototype.executeQuery, {
    async apply(execute, executor, [query]: [CompiledQuery]) {
      const result: QueryResult<unknown> = await Reflect.apply(execute, executor, [query])
      return isInNoOrder(query.sql) ? { ...result, rows: displaced(result.rows) } : result
    },
  })

/** The statements asked so far, since the same are asked again and again. */
const known = new Map<string, boolean>()

function isInNoOrder(sql: string): boolean {
  const isIt =
    known.get(sql) ?? (/^\s*(select|with|insert|update|delete)\b/i.test(sql) && !ordersItself(sql))
  known.set(sql, isIt)
  return isIt
}

/** Whether the statement itself says an order, and not only one that stands inside of it. */
function ordersItself(sql: string): boolean {
  const outside = sql.replace(/'[^']*'/g, '').replace(/\([^()]*\)/g, '')
  return outside === sql ? /\border by\b/i.test(sql) : ordersItself(outside)
}

function displaced(rows: readonly unknown[]): unknown[] {
  const half = Math.floor(rows.length / 2)
  return [...rows.slice(half), ...rows.slice(0, half)]
}
