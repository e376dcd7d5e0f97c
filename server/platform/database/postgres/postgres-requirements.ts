import { type Kysely, sql } from 'kysely'
import { DatabaseUnfitError } from '../failures.ts'

// What a PostgreSQL must be before a community's data goes into it.

/** 15, as the server counts. */
const OLDEST_VERSION = 150_000

/** What `pg` says when the server asks for a password and the address has none. */
const NO_PASSWORD = 'client password must be a string'

/** The table by which `snug move` marks a database that its move has not filled yet. */
export const MOVE_MARK = 'snug_move'

/** The table by which `snug restore` marks one that is not fit to be served yet. */
export const RESTORE_MARK = 'snug_restore'

const HALF_MOVED =
  'The move of a community into this database is not finished: run "snug move" again, or take DATABASE_URL away.'

const HALF_RESTORED =
  'A backup was being restored into this database when that was cut off: make an empty one, set DATABASE_URL to it and run "snug restore" again.'

/** Throws DatabaseUnfitError. */
export async function refuseUnfitServer(db: Kysely<unknown>): Promise<void> {
  const { version, name, encoding } = await shown(db, {
    version: 'server_version_num',
    name: 'server_version',
    encoding: 'server_encoding',
  })
  if (Number(version) < OLDEST_VERSION)
    throw new DatabaseUnfitError(`Snug needs PostgreSQL 15 or newer; this is ${name}.`)
  if (encoding !== 'UTF8')
    throw new DatabaseUnfitError(
      `The database must be made with the encoding UTF8; this one has ${encoding}.`,
    )
}

/** In a sentence each: where what was acknowledged could be lost with the power. */
export async function safetyWarnings(db: Kysely<unknown>): Promise<string[]> {
  const settings = ['fsync', 'full_page_writes', 'synchronous_commit']
  const values = await shown(db, Object.fromEntries(settings.map((name) => [name, name])))
  return settings
    .filter((name) => values[name] === 'off')
    .map((name) => `PostgreSQL runs with ${name} = off: a power cut loses what members wrote`)
}

/**
 * Why nobody may serve what is in this database, in a sentence; null where one may. What was written
 * into it now, the rest of the move would not know of, nor has a restore ended its sessions yet.
 */
export async function unfinishedProblem(db: Kysely<unknown>): Promise<string | null> {
  if (await isMoveUnderWay(db)) return HALF_MOVED
  return (await isThere(db, RESTORE_MARK)) ? HALF_RESTORED : null
}

/** Whether a move into this database has begun and not ended. */
export function isMoveUnderWay(db: Kysely<unknown>): Promise<boolean> {
  return isThere(db, MOVE_MARK)
}

async function isThere(db: Kysely<unknown>, table: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select to_regclass(${table}) is not null as is`.execute(db)
  return rows[0]?.is ?? false
}

async function shown<Names extends Record<string, string>>(
  db: Kysely<unknown>,
  names: Names,
): Promise<{ [Name in keyof Names]: string }> {
  const columns = Object.entries(names).map(
    ([column, setting]) => sql`current_setting(${sql.lit(setting)}) as ${sql.id(column)}`,
  )
  const { rows } = await sql<{
    [Name in keyof Names]: string
  }>`select ${sql.join(columns)}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The database does not tell its settings.')
  return row
}

/** What is wrong with the way the database is set up; undefined for any other failure. */
export function postgresProblem(error: unknown, url: string): DatabaseUnfitError | undefined {
  const reason = setUpReason(error, url)
  return reason === undefined ? undefined : new DatabaseUnfitError(cannotBeUsed(reason))
}

export function setUpReason(error: unknown, url: string): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error.message.includes(NO_PASSWORD)) return 'it asks for a password'
  const { code } = error as Error & { code?: string }
  const { username = '', pathname = '' } = URL.parse(url) ?? {}
  const said: Record<string, string> = {
    '28P01': `the password of "${decoded(username)}" is not right`,
    '28000': `"${decoded(username)}" may not sign in (${error.message})`,
    '3D000': `there is no database "${decoded(pathname.slice(1))}"`,
    '42501': `"${decoded(username)}" may not make tables: make it the owner of the database`,
  }
  return said[String(code)]
}

export function cannotBeUsed(why: string): string {
  return `DATABASE_URL cannot be used: ${why}.`
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
