import { type Kysely, type RawBuilder, sql } from 'kysely'
import { clusteredByKey, isPostgres } from '../platform/database/portable-sql.ts'

// How many rows there are of what grows with the community, kept by the database itself: so that a
// number is at hand without reading a table through, and right whoever writes.

/** Those who write at once seldom wait for each other's row. */
const SLOTS = 16

interface Counted {
  table: string
  /** What a row is counted as: SQL over its columns. */
  name: (row: string) => string
  /** Which rows are counted; all without it. */
  when?: (row: string) => string
  /** What of a row may move it from one number to another. */
  column?: string
}

const COUNTED: Counted[] = [
  {
    table: 'users',
    name: () => `'members'`,
    when: (row) => `${row}.verified_at is not null`,
    column: 'verified_at',
  },
  {
    table: 'posts',
    name: () => `'posts'`,
    when: (row) => `${row}.removed_at is null`,
    column: 'removed_at',
  },
  {
    table: 'comments',
    name: () => `'comments'`,
    // The mark of a deleted one is none.
    when: (row) => `${row}.author_id is not null`,
    column: 'author_id',
  },
  { table: 'spaces', name: (row) => `'spaces ' || ${row}.vibe`, column: 'vibe' },
]

type Statement = RawBuilder<unknown>

/** The table and its triggers; what they count must be there, and be empty. */
export function countedRows(db: Kysely<never>): Statement[] {
  const triggers = isPostgres(db) ? postgresTriggers : sqliteTriggers
  return [
    sql`create table row_counts (
      name text not null,
      slot integer not null,
      count integer not null,
      constraint row_counts_key primary key (name, slot)
    ) ${clusteredByKey(db)}`,
    ...COUNTED.flatMap(triggers),
  ]
}

/** By its id, so that the same rows make the same counts in any database. */
function add({ name }: Counted, row: 'old' | 'new', difference: 1 | -1): string {
  return `insert into row_counts (name, slot, count)
    values (${name(row)}, ${row}.id % ${SLOTS}, ${difference})
    on conflict (name, slot) do update set count = row_counts.count + ${difference}`
}

function sqliteTriggers(counted: Counted): Statement[] {
  const { table, when, column } = counted
  const trigger = (name: string, event: string, row: 'old' | 'new', difference: 1 | -1) =>
    sql.raw(`create trigger ${table}_${name} after ${event} on ${table}
      ${when ? `when ${when(row)}` : ''} begin ${add(counted, row, difference)}; end`)
  const ofRows = [
    trigger('counted', 'insert', 'new', 1),
    trigger('discounted', 'delete', 'old', -1),
  ]
  if (!column) return ofRows
  const changed = `update of ${column}`
  return [
    ...ofRows,
    trigger('discounted_before', changed, 'old', -1),
    trigger('counted_after', changed, 'new', 1),
  ]
}

function postgresTriggers(counted: Counted): Statement[] {
  const { table, when, column } = counted
  const part = (unless: string, row: 'old' | 'new', difference: 1 | -1) => `
    if tg_op <> '${unless}' then
      if ${when?.(row) ?? 'true'} then ${add(counted, row, difference)}; end if;
    end if;`
  const events = `insert or delete${column ? ` or update of ${column}` : ''}`
  return [
    sql.raw(`create function count_${table}() returns trigger language plpgsql as $$ begin
      ${part('INSERT', 'old', -1)}
      ${part('DELETE', 'new', 1)}
      return null; end $$`),
    sql.raw(`create trigger ${table}_counted after ${events} on ${table}
      for each row execute function count_${table}()`),
  ]
}
