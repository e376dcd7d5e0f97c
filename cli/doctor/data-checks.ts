import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { relyingPartyId } from '../../server/accounts/second-factor/passkey-ceremony.ts'
import { countEndedPasskeys } from '../../server/accounts/second-factor/passkeys.ts'
import { countLostApps } from '../../server/accounts/second-factor/second-factor.ts'
import { createSecondFactorKeys } from '../../server/accounts/second-factor/second-factor-keys.ts'
import type { Config } from '../../server/config.ts'
import { migrations } from '../../server/migrations/all.ts'
import { databaseFailure } from '../../server/platform/database/failures.ts'
import { migrationState } from '../../server/platform/database/migrate.ts'
import { narrowTables } from '../../server/platform/database/narrow-tables.ts'
import { connect } from '../../server/platform/database/open-database.ts'
import {
  postgresProblem,
  refuseUnfitServer,
  safetyWarnings,
  unfinishedProblem,
} from '../../server/platform/database/postgres/postgres-requirements.ts'
import { findSnapshot } from '../../server/platform/database/snapshot.ts'
import { FilesAwayError } from '../../server/platform/files/file-store.ts'
import { readSecret, SECRET_FILE } from '../../server/platform/secret.ts'
import { isSecretOf, keysOf, secretProblem } from '../../server/platform/server-keys.ts'
import { utcDay } from '../../server/platform/timestamps.ts'
import type { Database, Schema } from '../../server/schema.ts'
import { reasonOf } from '../command-error.ts'
import { requireCommunity } from '../with-services.ts'
import { CheckFailed, CheckWarning } from './check.ts'
import { countStrayImages } from './stray-images.ts'
import { countStrayObjects } from './stray-objects.ts'

/** Clocks of two machines are never quite the same. */
const CLOCK_TOLERANCE_MS = 60_000

export async function database(config: Config): Promise<string> {
  return inDatabase(config, async (db) => {
    if (config.databaseUrl !== null) return postgres(narrowTables(db))
    const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db)
    const found = rows[0]?.quick_check
    if (found !== 'ok') throw new CheckFailed(`it is damaged: ${found}. Restore a backup.`)
    return 'is whole'
  })
}

async function postgres(db: Kysely<unknown>): Promise<string> {
  await refuseUnfitServer(db)
  const unfinished = await unfinishedProblem(db)
  if (unfinished !== null) throw new CheckFailed(unfinished)
  const [unsafe] = await safetyWarnings(db)
  if (unsafe) throw new CheckFailed(unsafe)
  return 'PostgreSQL answers'
}

const FOREIGN = {
  newer: 'a newer version of Snug has used the database',
  prerelease: 'the database was made by Snug before its first release: begin with an empty one',
}

export async function migrated(config: Config): Promise<string> {
  return inDatabase(config, async (db) => {
    const { pending, foreign } = await migrationState(db, migrations)
    if (foreign) throw new CheckFailed(FOREIGN[foreign])
    if (pending.length > 0)
      throw new CheckFailed(`${pending.length} to be made: run "snug migrate" or start Snug`)
    return `all made${await snapshotKept(config)}`
  })
}

async function snapshotKept({ databaseUrl, dataDir }: Config): Promise<string> {
  const snapshot = databaseUrl === null ? await findSnapshot(dataDir) : null
  if (!snapshot) return ''
  const day = utcDay(snapshot.keptUntil)
  return `; the database as it was before ${snapshot.migration} is kept in ${snapshot.path} until ${day}`
}

export async function secret(config: Config): Promise<string> {
  return inDatabase(config, async (db) => {
    const problem = await secretProblem(db, config)
    if (problem !== null) throw new CheckFailed(problem)
    if (config.secretKey) return 'SECRET_KEY, as the database was used with'
    const file = join(config.dataDir, SECRET_FILE)
    const found = await stat(file).catch(() => null)
    if (!found) return 'made at the first start'
    if ((found.mode & 0o077) !== 0)
      throw new CheckFailed(`others can read ${file}: chmod 600, then "snug keys rotate"`)
    return `${SECRET_FILE}, as the database was used with, for its owner alone`
  })
}

export async function images(config: Config): Promise<string> {
  const { s3, dataDir } = config
  return inDatabase(config, async (db) => {
    const found = s3
      ? await countStrayObjects(db, s3).catch(sayThatBucketIsAway)
      : await countStrayImages(db, join(dataDir, 'images'))
    if (found.missingFiles > 0)
      throw new CheckFailed(
        `${found.missingFiles} files are missing. ${s3 ? LOST_IN_BUCKET : 'Restore them from a backup.'}`,
      )
    if (found.unknownFiles > 0)
      throw new CheckFailed(`${found.unknownFiles} files belong to nothing in the database`)
    return `${found.images}, each with its files`
  })
}

const LOST_IN_BUCKET =
  'Restore them from what the bucket keeps of former versions, or take the S3_ settings away where they lie in DATA_DIR/images.'

function sayThatBucketIsAway(error: unknown): never {
  if (!(error instanceof FilesAwayError)) throw error
  throw new CheckFailed(`the bucket does not say which it holds: ${reasonOf(error.cause)}`)
}

/** They work at the address where they were added, and nowhere else. */
export async function passkeys(config: Config): Promise<string> {
  return inDatabase(config, async (db) => {
    const rpId = relyingPartyId(config.publicUrl)
    const ended = await countEndedPasskeys(db, config.publicUrl)
    if (ended > 0)
      throw new CheckFailed(
        `${ended} were added at another address than ${config.publicUrl} and do not work any more. Bring PUBLIC_URL back, or have members sign in with their passwords and add new ones.`,
      )
    return rpId === null ? 'only over https, at a name' : `work at ${rpId}`
  })
}

/** A restore without the secret of before ends them. */
export async function apps(config: Config): Promise<string> {
  return inDatabase(config, async (db) => {
    const secret = await readSecret(config)
    if (!secret || !(await isSecretOf(db, secret))) return 'not looked at without the secret'
    const keys = createSecondFactorKeys(keysOf(secret))
    const { lost, lookedAt } = await countLostApps(db, keys)
    if (lost > 0)
      throw new CheckWarning(
        `${lost} of ${lookedAt} that were looked at were set up with another secret and count no more. These members sign in with a recovery code or a passkey; "snug admin reset-second-factor NAME" is for who has neither.`,
      )
    return lookedAt === 0 ? 'none is set up' : `${lookedAt} were looked at, all count`
  })
}

/** What was made last cannot have been made in the future, and PostgreSQL has a clock, too. */
export async function clock(config: Config): Promise<string> {
  return inDatabase(config, async (db) => {
    const latest = await latestMoment(db)
    const now = new Date()
    if (latest > now.getTime() + CLOCK_TOLERANCE_MS)
      throw new CheckFailed(
        `it says ${now.toISOString()}, but something was made on ${new Date(latest).toISOString()}: ${SET_CLOCK}`,
      )
    const there = config.databaseUrl === null ? now.getTime() : await clockOfPostgres(db)
    if (Math.abs(there - Date.now()) > CLOCK_TOLERANCE_MS)
      throw new CheckFailed(
        `it says ${now.toISOString()}, that of PostgreSQL ${new Date(there).toISOString()}: ${SET_CLOCK}`,
      )
    return now.toISOString()
  })
}

const SET_CLOCK = 'have it set by the network, as by "timedatectl set-ntp true"'

async function latestMoment(db: Database): Promise<number> {
  const newest = (table: 'users' | 'posts') =>
    db.selectFrom(table).select('created_at as at').orderBy('id', 'desc').limit(1)
  const user = await newest('users').executeTakeFirst()
  const post = await newest('posts').executeTakeFirst()
  const session = await db
    .selectFrom('sessions')
    .select((eb) => eb.fn.max<number | null>('created_at').as('at'))
    .executeTakeFirst()
  return Math.max(...[user, post, session].map((found) => Number(found?.at ?? 0)))
}

async function clockOfPostgres(db: Database): Promise<number> {
  const { rows } = await sql<{ at: number }>`
    select extract(epoch from clock_timestamp()) * 1000 as at`.execute(db)
  return Number(rows[0]?.at)
}

async function inDatabase(
  config: Config,
  look: (db: Database) => Promise<string>,
): Promise<string> {
  requireCommunity(config)
  const db = connect<Schema>(config, { warn() {} })
  try {
    return await look(db)
  } catch (error) {
    if (databaseFailure(error) === 'damaged')
      throw new CheckFailed(`it is damaged: ${reasonOf(error)}. Restore a backup.`)
    throw postgresProblem(error, config.databaseUrl ?? '') ?? error
  } finally {
    await db.destroy()
  }
}
