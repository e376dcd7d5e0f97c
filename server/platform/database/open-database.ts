import { Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { retry } from '../concurrency/retry.ts'
import type { Log } from '../log.ts'
import { DatabaseAwayError, DatabaseUnfitError, databaseFailure } from './failures.ts'
import { migrate, migrationState } from './migrate.ts'
import { postgresDialect } from './postgres/postgres-dialect.ts'
import {
  cannotBeUsed,
  postgresProblem,
  refuseUnfitServer,
  safetyWarnings,
  unfinishedProblem,
} from './postgres/postgres-requirements.ts'
import { waitForDatabase } from './postgres/wait-for-database.ts'
import { keepSnapshot } from './snapshot.ts'
import { databaseFile } from './sqlite/database-file.ts'
import type { OnUnflushed } from './sqlite/group-commit.ts'
import { sqliteDialect } from './sqlite/sqlite-dialect.ts'
import { emptyLog, overwriteFormerlyDeleted } from './vacuum.ts'
import { type DatabasePlace, explainForeignVersion, updateAhead } from './version-rollback.ts'

const HELD =
  'The database in DATA_DIR is held by another program, such as a "snug move" under way. Wait for it.'

interface Opened {
  log: Log<'warn'>
  /** What is done when the disk fails to keep what the embedded database wrote. */
  onUnflushed?: OnUnflushed | undefined
}

/** When an update that lost the database meanwhile is begun again. */
const ASK_AGAIN_MS = 500
const PREPARE_TRIES = 20

/**
 * Opens the database with every migration made. Waits for a PostgreSQL that is not there yet, for
 * some minutes; of several processes one migrates and the others wait. Throws DatabaseUnfitError
 * when waiting does not help: a wrong password, no such database, too old a server.
 */
export async function openDatabase<Schema>(
  place: DatabasePlace,
  migrations: Record<string, Migration>,
  { log, onUnflushed }: Opened,
): Promise<Kysely<Schema>> {
  const { databaseUrl } = place
  if (databaseUrl !== null) {
    await preparePostgres(databaseUrl, migrations, log)
    return connect(place, log)
  }
  const db = connect<Schema>(place, log, { onUnflushed })
  try {
    await bringUpToDate(db, place, { migrations, warn: (line) => log.warn({}, line) })
    await overwriteFormerlyDeleted(db)
    // After a flush that failed the system may hold a log that the disk does not.
    await emptyLog(db)
    await undoInMemory(db)
    return db
  } catch (error) {
    await db.destroy()
    throw databaseFailure(error) === 'away' ? new DatabaseUnfitError(HELD) : error
  }
}

/**
 * Each transaction that shares a commit with one before it is a savepoint, for which SQLite copies
 * every page it changes, beyond some into a file: that cost as much as the commit. A migration may
 * change too many for memory, a request or one slice of a larger work never does.
 */
async function undoInMemory<Schema>(db: Kysely<Schema>) {
  await sql`pragma temp_store = memory`.execute(db)
}

/** Waits for nothing, checks and migrates nothing. Patient: a statement may take long. */
export function connect<Schema>(
  { databaseUrl, dataDir }: DatabasePlace,
  log: Log<'warn'>,
  {
    isPatient = false,
    onUnflushed,
  }: { isPatient?: boolean; onUnflushed?: OnUnflushed | undefined } = {},
): Kysely<Schema> {
  if (databaseUrl === null)
    return new Kysely({ dialect: sqliteDialect(databaseFile(dataDir), onUnflushed) })
  const onConnectionLost = (error: Error) =>
    log.warn({ reason: error.message }, 'a connection to the database ended')
  return new Kysely({ dialect: postgresDialect({ url: databaseUrl, isPatient, onConnectionLost }) })
}

/**
 * What the database loses when it goes away meanwhile is begun again: an update is whole or
 * nothing.
 */
async function preparePostgres(
  url: string,
  migrations: Record<string, Migration>,
  log: Log<'warn'>,
): Promise<void> {
  const place = { databaseUrl: url, dataDir: '' }
  const db = connect<unknown>(place, log, { isPatient: true })
  const prepare = async () => {
    await databaseThere(db, url, log)
    await refuseUnfitServer(db)
    const unfinished = await unfinishedProblem(db)
    if (unfinished !== null) throw new DatabaseUnfitError(unfinished)
    for (const warning of await safetyWarnings(db)) log.warn({}, warning)
    await bringUpToDate(db, place, { migrations, warn: (line) => log.warn({}, line) })
  }
  try {
    await retry(prepare, (error, attempt) =>
      error instanceof DatabaseAwayError && attempt < PREPARE_TRIES ? ASK_AGAIN_MS : null,
    )
  } catch (error) {
    throw postgresProblem(error, url) ?? error
  } finally {
    await db.destroy()
  }
}

/**
 * Makes the migrations that are missing and returns their names; before them, it tells what there
 * will be no way back from, and a copy of an embedded database is kept. Throws DatabaseUnfitError
 * when another version has used the database.
 */
export async function bringUpToDate<Schema>(
  db: Kysely<Schema>,
  place: DatabasePlace,
  { migrations, warn }: { migrations: Record<string, Migration>; warn: (line: string) => void },
): Promise<string[]> {
  const { made, pending } = await followed(db, place, migrations)
  const ahead = updateAhead({ made, pending }, place)
  if (ahead !== null) warn(ahead)
  const [next] = pending
  if (next === undefined) return []
  if (place.databaseUrl === null && made.length > 0) await keepSnapshot(place.dataDir, next)
  return migrate(db, migrations)
}

/** Which migrations were made and which are to be; throws DatabaseUnfitError as above. */
export async function followed<Schema>(
  db: Kysely<Schema>,
  place: DatabasePlace,
  migrations: Record<string, Migration>,
): Promise<{ made: string[]; pending: string[] }> {
  const { made, pending, foreign } = await migrationState(db, migrations)
  if (foreign === null) return { made, pending }
  const known = Object.keys(migrations)
  throw new DatabaseUnfitError(await explainForeignVersion({ made, known, foreign }, place))
}

async function databaseThere(db: Kysely<unknown>, url: string, log: Log<'warn'>) {
  try {
    await waitForDatabase(
      () => sql`select 1`.execute(db),
      {
        where: URL.parse(url)?.host ?? 'DATABASE_URL',
        warn: (sentence) => log.warn({}, sentence),
        isAway: (error) => databaseFailure(error) === 'away',
      },
      (sentence) => new DatabaseUnfitError(sentence),
    )
  } catch (error) {
    if (error instanceof DatabaseUnfitError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw postgresProblem(error, url) ?? new DatabaseUnfitError(cannotBeUsed(reason))
  }
}
