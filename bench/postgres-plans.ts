import type { CompiledQuery } from 'kysely'
import { Client } from 'pg'
import { nameOf } from '../server/platform/database/prepared.ts'

// How PostgreSQL answers queries: each is run and explained, and nothing it changes stays. What is
// prepared is explained once PostgreSQL has settled on a plan for it, as it does on a connection.

/** Tables that stay small whatever the community does. */
const SMALL_TABLES = ['counters', 'server_state']

export interface QueryPlan {
  /** The indexes in the order they are read, with `all of TABLE` for a table read through. */
  readBy: string[]
  /** How many rows were looked at in tables and indexes. */
  rows: number
  /** How many pages of 8 kB were touched. */
  pages: number
  ms: number
  /** The tables that grow, and the indexes, that were read through. */
  scanned: string[]
}

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Actual Total Time': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Node[]
}

/** What PostgreSQL would choose if its tables were much larger. */
const LARGE_TABLE_SETTINGS = ['seqscan', 'hashjoin', 'mergejoin'].map(
  (way) => `set local enable_${way} = off`,
)

export async function openPlans(url: string) {
  const client = new Client(url)
  await client.connect()
  // A plan for one process, whose time is that of the work and not of compiling it.
  await client.query('set max_parallel_workers_per_gather = 0; set jit = off')
  const firstColumns = await firstColumnsOfIndexes(client)
  const explainAll = async (queries: CompiledQuery[], settings: string[]) => {
    await client.query(['begin', ...settings].join('; '))
    const roots: Node[] = []
    for (const query of queries) roots.push(await explain(client, query))
    await client.query('rollback')
    return summary(roots, firstColumns)
  }
  return {
    /**
     * Where PostgreSQL reads a table through because here that is less work than its index, the
     * plan is the one it comes to as the table grows.
     */
    async explain(queries: CompiledQuery[]): Promise<QueryPlan> {
      const chosen = await explainAll(queries, [])
      return chosen.scanned.length > 0 ? explainAll(queries, LARGE_TABLE_SETTINGS) : chosen
    },
    /** The bytes a row takes in each table that is not small, with its indexes. */
    async bytesOfRows() {
      const { rows } = await client.query<{ name: string; bytes: number }>(
        `select relname as name, (pg_total_relation_size(oid) / reltuples)::float8 as bytes
         from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
         and reltuples > 1000 order by relname`,
      )
      return rows
    },
    close: () => client.end(),
  }
}

/** The first column of each index: who does not name it reads the index through. */
async function firstColumnsOfIndexes(client: Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; front: string }>(
    `select indexrelid::regclass::text as name, attname as front from pg_index
     join pg_attribute on attrelid = indexrelid and attnum = 1`,
  )
  return new Map(rows.map(({ name, front }) => [name, front]))
}

/** So often PostgreSQL plans a prepared statement for its values before it compares. */
const CUSTOM_PLANS = 5

async function explain(client: Client, query: CompiledQuery): Promise<Node> {
  const { sql, parameters } = query
  await client.query(`prepare asked as ${sql}`)
  const values = parameters.map((value) => (value === null ? 'null' : literal(client, value)))
  const call = `execute asked${values.length > 0 ? `(${values.join(', ')})` : ''}`
  if (nameOf(query))
    for (let turn = 0; turn <= CUSTOM_PLANS; turn++) await client.query(`explain ${call}`)
  const { rows } = await client.query(`explain (analyze, buffers, format json) ${call}`)
  await client.query('deallocate asked')
  return rows[0]['QUERY PLAN'][0].Plan
}

function literal(client: Client, value: unknown): string {
  return typeof value === 'number' ? String(value) : client.escapeLiteral(String(value))
}

function summary(roots: Node[], firstColumns: Map<string, string>): QueryPlan {
  const scans = roots.flatMap(allOf).filter(isScan)
  const readsThrough = (node: Node) => {
    const { 'Relation Name': table = '', 'Index Name': index = '', 'Index Cond': cond } = node
    if (node['Node Type'] === 'Seq Scan') return SMALL_TABLES.includes(table) ? undefined : table
    return cond?.includes(`${firstColumns.get(index)} `) === false ? index : undefined
  }
  const names = scans.map((node) =>
    readsThrough(node) ? `**all of ${readsThrough(node)}**` : (node['Index Name'] ?? 'small'),
  )
  return {
    readBy: [...new Set(names)],
    rows: sum(scans.map(rowsRead)),
    pages: sum(roots.map((root) => root['Shared Hit Blocks'] + root['Shared Read Blocks'])),
    ms: sum(roots.map((root) => root['Actual Total Time'])),
    scanned: [...new Set(scans.map(readsThrough).filter((name) => name !== undefined))],
  }
}

function allOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(allOf)]
}

/** What reads a table or an index; the heap of a bitmap follows the index it came from. */
function isScan(node: Node): boolean {
  return ['Seq Scan', 'Index Scan', 'Index Only Scan', 'Bitmap Index Scan'].includes(
    node['Node Type'],
  )
}

function rowsRead(node: Node): number {
  const dropped =
    (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return (node['Actual Rows'] + dropped) * node['Actual Loops']
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
