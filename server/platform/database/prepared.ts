import { hash } from 'node:crypto'
import type { Compilable, CompiledQuery, DialectAdapter, Kysely } from 'kysely'

/** A compiled query with the name a database may keep its plan under. */
type Named<Row> = CompiledQuery<Row> & { name: string }

/** The name of a query that was built by `prepared`; undefined of any other. */
export function nameOf(query: CompiledQuery): string | undefined {
  return 'name' in query && typeof query.name === 'string' ? query.name : undefined
}

// biome-ignore lint/suspicious/noExplicitAny: which tables there are does not matter here
type Executes = Pick<Kysely<any>, 'getExecutor'>

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
export function prepared<Values extends object, Database extends Executes, Row>(
  build: (db: Database, given: Values) => Compilable<Row>,
): (db: Database, values: Values) => Promise<Row[]> {
  const compiled = new WeakMap<DialectAdapter, Named<Row>>()

  function compile(db: Database, adapter: DialectAdapter) {
    const given = new Proxy({}, { get: (_, name) => new Placeholder(name) }) as Values
    const built = build(db, given).compile() as CompiledQuery<Row>
    // By its text, so that one name never stands for two queries.
    const query = { ...built, name: hash('sha256', built.sql, 'base64url') }
    compiled.set(adapter, query)
    return query
  }

  return async (db, values) => {
    const executor = db.getExecutor()
    const query = compiled.get(executor.adapter) ?? compile(db, executor.adapter)
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
    )
    const given = { ...query, parameters } as CompiledQuery<Row>
    // Not by the executor's own `executeQuery`: for plugins, of which there are none, it goes
    // through as many promises as all the rest, and in a transaction makes two executors for each
    // statement.
    const { rows } = await executor.provideConnection((to) => to.executeQuery<Row>(given))
    return rows
  }
}

/** The values of a list in a prepared query, by the names of its slots. */
export type Slots<Value> = Record<`slot${number}`, Value>

/**
 * A list of at most so many values for a prepared query, whose shape must not depend on how many
 * there are: `fill` gives every slot a value, those left over one that matches nothing.
 */
export function listSlots<Value>(count: number, none: Value) {
  const names = Array.from({ length: count }, (_, index) => `slot${index}` as const)
  return {
    in: (given: Slots<Value>): Value[] => names.map((name) => given[name] as Value),
    fill: (values: readonly Value[]): Slots<Value> =>
      Object.fromEntries(names.map((name, index) => [name, values[index] ?? none])),
  }
}
