import { type Kysely, sql } from 'kysely'
import { type Config, readConfig } from '../../server/config.ts'
import { ConfigError } from '../../server/config-error.ts'
import { migrations } from '../../server/migrations/all.ts'
import {
  FOREIGN_VERSIONS,
  foreignVersion,
  migrate,
  migrationState,
} from '../../server/platform/database/migrate.ts'
import { connect } from '../../server/platform/database/open-database.ts'
import {
  MOVE_MARK,
  refuseUnfitServer,
  safetyWarnings,
} from '../../server/platform/database/postgres/postgres-requirements.ts'
import { databaseFile } from '../../server/platform/database/sqlite/database-file.ts'
import { CommandError } from '../command-error.ts'
import type { Terminal } from '../terminal.ts'
import { requireCommunity } from '../with-services.ts'
import { type Comparison, compareTable } from './compare.ts'
import { copyTable } from './copy.ts'
import { copyImages } from './copy-images.ts'
import { explainFailure } from './move-failures.ts'
import { beginMove, deleteMoveState, endMove, readyFor } from './move-state.ts'
import { NOT_MOVED, openSource, type Source } from './source.ts'
import { MoveError, readTableNames, readTables, type Table } from './tables.ts'

// Carries an embedded community over to PostgreSQL. The embedded database is only read, so the way
// back is to take DATABASE_URL away again; the target must be empty, or hold the beginning of this
// very move, which goes on then. Nothing is done until every row was compared.

type Target = Kysely<unknown>

/** Throws CommandError with a sentence; what is there already the next run finds. */
export async function moveToPostgres(config: Config, terminal: Terminal, to: string) {
  const url = databaseUrl(to)
  if (config.databaseUrl !== null)
    throw new CommandError(
      'DATABASE_URL is set: Snug serves from PostgreSQL already. Set it after the move.',
    )
  requireCommunity(config)
  using source = openSource(databaseFile(config.dataDir))
  if (!source) throw new CommandError(`Snug is running on ${config.dataDir}. Stop it first.`)
  requireUpToDate(source)
  const log = { warn: (_: object, message: string) => terminal.warn(message) }
  const target = connect<unknown>({ ...config, databaseUrl: url }, log, { isPatient: true })
  const progress = { hasBegun: false }
  try {
    await moveInto(target, { source, config, terminal, progress })
  } catch (error) {
    throw explainFailure(error, url, progress.hasBegun)
  } finally {
    await target.destroy()
  }
}

interface Move {
  source: Source
  config: Config
  terminal: Terminal
  progress: { hasBegun: boolean }
}

async function moveInto(target: Target, move: Move) {
  const { source, config, terminal, progress } = move
  await refuseUnfitServer(target)
  for (const warning of await safetyWarnings(target)) terminal.warn(warning)
  await requireKnownMigrations(target)
  const names = source.tableNames()
  await beginMove(target, source.community(), names)
  progress.hasBegun = true
  await migrate(target, migrations)
  await requireSameTables(target, names)
  const tables = await readTables(target, names)
  requireSameColumns(source, tables)
  const isResumed = await readyFor(target, source.state(), names)
  await copyTables(target, move, tables, isResumed)
  terminal.print(await copyImages(source, config, terminal))
  const compared = await compareTables(target, move, tables)
  await requireSame(target, compared, terminal)
  await sql`analyze ${sql.join(names.map((name) => sql.table(name)))}`.execute(target)
  await endMove(target)
  const rows = Object.fromEntries(compared.map(({ table, there }) => [table, there]))
  terminal.say('The community is in PostgreSQL. Set DATABASE_URL to it and start Snug.', { rows })
  terminal.print(
    `What is in ${config.dataDir} is as it was: without DATABASE_URL Snug serves that.`,
  )
}

function requireUpToDate(source: Source) {
  const made = source.migrations()
  const known = Object.keys(migrations)
  const foreign = foreignVersion(made, known)
  if (foreign) throw new CommandError(FOREIGN_VERSIONS[foreign])
  if (made.length < known.length)
    throw new CommandError('The database is of an older version of Snug. Run "snug migrate" first.')
}

async function requireKnownMigrations(target: Target) {
  const { foreign } = await migrationState(target, migrations)
  if (foreign)
    throw new MoveError(
      'The other database was used by another version of Snug: update Snug, or make an empty one.',
    )
}

/** Both were made by the same migrations: where they differ somebody changed one by hand. */
async function requireSameTables(target: Target, names: string[]) {
  const known = [...NOT_MOVED, MOVE_MARK]
  const there = (await readTableNames(target)).filter((name) => !known.includes(name))
  const [strange] = new Set(names).symmetricDifference(new Set(there))
  if (strange !== undefined)
    throw new MoveError(`The table "${strange}" is in one of the databases only.`)
}

function requireSameColumns(source: Source, tables: Table[]) {
  for (const { name, columns } of tables) {
    const here = source.columnsOf(name).toSorted()
    const there = columns.map((column) => column.name).toSorted()
    if (here.join() !== there.join())
      throw new MoveError(`The table ${name} has other columns in PostgreSQL than here.`)
  }
}

async function copyTables(target: Target, move: Move, tables: Table[], isResumed: boolean) {
  const { source, terminal } = move
  const reportProgress = counter(move, 'Copying', tables)
  let found = 0
  for (const table of tables) found += await copyTable(target, source, table, reportProgress)
  if (isResumed) terminal.print(`Went on behind the ${counted(found)} that were there already.`)
}

async function compareTables(target: Target, move: Move, tables: Table[]) {
  const reportProgress = counter(move, 'Comparing', tables)
  const found: Comparison[] = []
  for (const table of tables)
    found.push(await compareTable(target, move.source, table, reportProgress))
  return found
}

async function requireSame(target: Target, found: Comparison[], terminal: Terminal) {
  const width = Math.max(...found.map(({ table }) => table.length))
  for (const { table, here, there, differsAt } of found) {
    const verdict = differsAt === null ? 'the same' : `not the same, first at ${differsAt}`
    const counts = here === there ? counted(here) : `${here} rows here, ${there} there`
    terminal.print(`${table.padEnd(width)}  ${counts}, ${verdict}`)
  }
  if (found.every(({ here, there, differsAt }) => here === there && differsAt === null)) return
  await deleteMoveState(target)
  throw new MoveError('The databases differ, so the move is not done. The next run copies anew.')
}

function counter({ source, terminal }: Move, what: string, tables: Table[]) {
  const total = tables.reduce((sum, { name }) => sum + source.countOf(name), 0)
  const reportProgress = terminal.progress(what)
  let done = 0
  return (rows: number) => {
    // The end is told once.
    if (rows === 0) return
    done += rows
    reportProgress(done, total)
  }
}

function counted(rows: number): string {
  return `${rows.toLocaleString('en')} row${rows === 1 ? '' : 's'}`
}

function databaseUrl(to: string): string {
  try {
    return readConfig({ DATABASE_URL: to }).databaseUrl ?? ''
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw new CommandError('--to must look like postgres://user:password@host:5432/snug.')
  }
}
