// Rows that a statement asks for in no order come in another than they lie in: nothing passes
// because they happened to lie so. Two always change places, so whoever relies on it sees it at
// once.
import { type CompiledQuery, type DatabaseConnection, DefaultQueryExecutor } from 'kysely'

type Consumer = (connection: DatabaseConnection) => unknown

const { prototype } = DefaultQueryExecutor
const IS_DISPLACING = Symbol.for('the rows of this connection are displaced')
// A worker runs this file again for each test file.
if (!Object.hasOwn(prototype, IS_DISPLACING))
  Object.assign(prototype, {
    [IS_DISPLACING]: true,
    provideConnection: new Proxy(prototype.provideConnection, {
      apply: (provide, executor, [consumer, ...options]: [Consumer]) =>
        Reflect.apply(provide, executor, [
          (connection: DatabaseConnection) => consumer(displacing(connection)),
          ...options,
        ]),
    }),
  })

/** The same connection, once and for all. */
function displacing(connection: DatabaseConnection): DatabaseConnection {
  if (Object.hasOwn(connection, IS_DISPLACING)) return connection
  const execute = connection.executeQuery.bind(connection)
  return Object.assign(connection, {
    [IS_DISPLACING]: true,
    async executeQuery<Row>(query: CompiledQuery) {
      const result = await execute<Row>(query)
      return isInNoOrder(query.sql) ? { ...result, rows: displaced(result.rows) } : result
    },
  })
}

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

function displaced<Row>(rows: readonly Row[]): Row[] {
  const half = Math.floor(rows.length / 2)
  return [...rows.slice(half), ...rows.slice(0, half)]
}
