import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { migrations } from '../../migrations/all.ts'
import { migrationState } from '../../platform/database/migrate.ts'
import { isMoveUnderWay } from '../../platform/database/move/mark.ts'
import { narrowTables } from '../../platform/database/narrow-tables.ts'
import { connect, HALF_MOVED } from '../../platform/database/open-database.ts'
import {
  postgresProblem,
  refuseUnfitServer,
  safetyWarnings,
} from '../../platform/database/postgres-fitness.ts'
import { countStrayPictures } from '../../platform/images/stray-pictures.ts'
import type { Database, Schema } from '../../schema.ts'
import type { Settings } from '../../settings.ts'
import { requireCommunity } from '../opened.ts'
import { NotWell } from './finding.ts'

/** Clocks of two machines are never quite the same. */
const CLOCK_TOLERANCE_MS = 60_000

export async function database(settings: Settings): Promise<string> {
  return inDatabase(settings, async (db) => {
    if (settings.databaseUrl !== null) return postgres(narrowTables(db))
    const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db)
    const found = rows[0]?.quick_check
    if (found !== 'ok') throw new NotWell(`it is damaged: ${found}. Restore a backup.`)
    return 'is whole'
  })
}

async function postgres(db: Kysely<unknown>): Promise<string> {
  await refuseUnfitServer(db)
  if (await isMoveUnderWay(db)) throw new NotWell(HALF_MOVED)
  const [unsafe] = await safetyWarnings(db)
  if (unsafe) throw new NotWell(unsafe)
  return 'PostgreSQL answers'
}

export async function migrated(settings: Settings): Promise<string> {
  return inDatabase(settings, async (db) => {
    const { pending, unknown } = await migrationState(db, migrations)
    if (unknown.length > 0) throw new NotWell('a newer version of Snug has used the database')
    if (pending.length > 0)
      throw new NotWell(`${pending.length} to be made: run "snug migrate" or start Snug`)
    return 'all made'
  })
}

export async function pictures(settings: Settings): Promise<string> {
  if (settings.s3 !== null) return 'kept in S3, which is not looked through'
  return inDatabase(settings, async (db) => {
    const found = await countStrayPictures(db, join(settings.dataDir, 'images'))
    if (found.missingFiles > 0)
      throw new NotWell(`${found.missingFiles} files are missing. Restore them from a backup.`)
    if (found.unknownFiles > 0)
      throw new NotWell(`${found.unknownFiles} files belong to nothing in the database`)
    return `${found.pictures}, each with its files`
  })
}

/** What was made last cannot have been made in the future. */
export async function clock(settings: Settings): Promise<string> {
  return inDatabase(settings, async (db) => {
    const newest = await db
      .selectFrom('users')
      .select('created_at')
      .orderBy('user_number', 'desc')
      .limit(1)
      .executeTakeFirst()
    const post = await db
      .selectFrom('posts')
      .select('created_at')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    const latest = Math.max(Number(newest?.created_at ?? 0), Number(post?.created_at ?? 0))
    const now = new Date().toISOString()
    if (latest > Date.now() + CLOCK_TOLERANCE_MS)
      throw new NotWell(
        `it says ${now}, but something was made on ${new Date(latest).toISOString()}`,
      )
    return now
  })
}

async function inDatabase(
  settings: Settings,
  look: (db: Database) => Promise<string>,
): Promise<string> {
  requireCommunity(settings)
  const db = connect<Schema>(settings, { warn() {} })
  try {
    return await look(db)
  } catch (error) {
    throw postgresProblem(error, settings.databaseUrl ?? '') ?? error
  } finally {
    await db.destroy()
  }
}
