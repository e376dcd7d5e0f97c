import type { Compilable, CompiledQuery, DialectAdapter, Kysely } from 'kysely'

/** Stands in a query for a value that comes with each call. */
class Placeholder {
  readonly name: PropertyKey

  constructor(name: PropertyKey) {
    this.name = name
  }
}

/**
 * A query that is built once for each database and then only given its values: building one with
 * nested lists takes many times longer than answering it. `given` stands for the values while it
 * is built: they may be wherever the query takes a parameter; its shape must not depend on them.
 */
export function prepared<Values extends object, DB, Row>(
  build: (db: Kysely<DB>, given: Values) => Compilable<Row>,
): (db: Kysely<DB>, values: Values) => Promise<Row[]> {
  const compiled = new WeakMap<DialectAdapter, CompiledQuery<Row>>()

  function compile(db: Kysely<DB>, adapter: DialectAdapter) {
    const given = new Proxy({}, { get: (_, name) => new Placeholder(name) }) as Values
    const query = build(db, given).compile() as CompiledQuery<Row>
    compiled.set(adapter, query)
    return query
  }

  return async (db, values) => {
    const { adapter } = db.getExecutor()
    const query = compiled.get(adapter) ?? compile(db, adapter)
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
    )
    const { rows } = await db.executeQuery<Row>({ ...query, parameters })
    return rows
  }
}
