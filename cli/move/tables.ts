import { type Kysely, sql } from 'kysely'

// Which tables there are is asked of the database that was just migrated, so that one a later
// version adds is moved without anybody thinking of it.

export interface Column {
  name: string
  /** As PostgreSQL writes it. */
  type: string
}

export interface Table {
  name: string
  columns: Column[]
  /** The columns of the primary key, in its order: rows are read in the order of it. */
  key: Column[]
}

/** The types whose values are the same in both databases as they are. */
const TYPES = ['uuid', 'text', 'integer', 'bigint', 'double precision']

/** Every table of the migrated target, each after those it refers to. */
export async function readTables(db: Kysely<unknown>, names: string[]): Promise<Table[]> {
  const columns = await readColumns(db)
  const references = await readReferences(db)
  return inOrder(names, references).map((name) => tableOf(name, columns))
}

export async function readTableNames(db: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
    order by relname`.execute(db)
  return rows.map(({ name }) => name)
}

interface ColumnRow extends Column {
  table: string
  /** Its place in the primary key; null outside of it. */
  place: number | null
}

async function readColumns(db: Kysely<unknown>): Promise<ColumnRow[]> {
  const { rows } = await sql<ColumnRow>`
    select tables.relname as table, columns.attname as name,
      format_type(columns.atttypid, columns.atttypmod) as type,
      array_position(keys.indkey::int2[], columns.attnum) as place
    from pg_class as tables
    join pg_attribute as columns on columns.attrelid = tables.oid
    left join pg_index as keys on keys.indrelid = tables.oid and keys.indisprimary
    where tables.relnamespace = current_schema()::regnamespace
      and columns.attnum > 0 and not columns.attisdropped
    order by columns.attnum`.execute(db)
  return rows
}

interface Reference {
  from: string
  to: string
}

/** But those of a table to itself: what refers there is the younger row, and copied after it. */
async function readReferences(db: Kysely<unknown>): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select referring.relname as from, referred.relname as to
    from pg_constraint
    join pg_class as referring on referring.oid = conrelid
    join pg_class as referred on referred.oid = confrelid
    where contype = 'f' and conrelid <> confrelid
      and connamespace = current_schema()::regnamespace`.execute(db)
  return rows
}

function tableOf(name: string, all: ColumnRow[]): Table {
  const columns = all.filter(({ table }) => table === name)
  const key = columns
    .filter(({ place }) => place !== null)
    .toSorted((one, other) => Number(one.place) - Number(other.place))
  if (key.length === 0) throw new MoveError(`The table ${name} has no key to be moved by.`)
  const strange = columns.find(({ type }) => !TYPES.includes(type))
  if (strange)
    throw new MoveError(`${name}.${strange.name} is of a type that is not moved: ${strange.type}.`)
  return { name, columns, key }
}

/** What is referred to comes first. */
function inOrder(names: string[], references: Reference[]): string[] {
  const ordered: string[] = []
  while (ordered.length < names.length) {
    const waits = (name: string) =>
      references.some(({ from, to }) => from === name && !ordered.includes(to))
    const next = names.filter((name) => !ordered.includes(name) && !waits(name))
    if (next.length === 0) throw new MoveError('The tables refer to each other in a circle.')
    ordered.push(...next)
  }
  return ordered
}

/** Why a community cannot be moved: a sentence for who asked for it. */
export class MoveError extends Error {}
