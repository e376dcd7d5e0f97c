import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Config } from '../../server/config.ts'
import { migrations } from '../../server/migrations/all.ts'
import { systemClock } from '../../server/platform/clock.ts'
import { rehearsalFolder } from '../../server/platform/data-folder.ts'
import { migrate } from '../../server/platform/database/migrate.ts'
import { connect } from '../../server/platform/database/open-database.ts'
import type { Database, Schema } from '../../server/schema.ts'
import { CommandError } from '../command-error.ts'
import { countStrayImages } from '../doctor/stray-images.ts'
import type { Terminal } from '../terminal.ts'
import { counted } from './backup-commands.ts'
import { type BucketImages, compareImages } from './bucket-images.ts'
import { decryptWith } from './encryption.ts'
import { BackupError, DATABASE, DUMP, IMAGES, imageFilesOf, type Manifest } from './manifest.ts'
import { fillPostgres, requireRows } from './postgres-copy.ts'
import { restore } from './restore.ts'
import { differingCounts, readSnapshot } from './snapshot.ts'

// A restore to a place of its own, which goes again: a backup is good only once it was brought
// back.

export interface RehearseChoices {
  /** A file with the age identity that an encrypted backup is for. */
  identity?: string
}

/** Throws BackupError with what is wrong with the backup. The server may be running. */
export async function rehearseRestore(
  config: Config,
  terminal: Terminal,
  file: string,
  { identity }: RehearseChoices,
) {
  if (!existsSync(file)) throw new CommandError(`There is no file ${file}.`)
  const place = rehearsalFolder(config.dataDir)
  await rm(place, { recursive: true, force: true })
  let inBucket: BucketImages | null = null
  try {
    const { manifest } = await restore({
      file,
      dataDir: place,
      database: config.databaseUrl === null ? 'sqlite' : 'postgresql',
      imagesInBucket: config.s3 !== null,
      migrations: Object.keys(migrations),
      ...(identity === undefined ? {} : { decrypt: await decryptWith(identity) }),
      async prepare(folder, manifest) {
        inBucket = await openAndCompare(folder, manifest, config)
      },
      now: systemClock,
      progress: terminal.progress('Rehearsing'),
    })
    tell(terminal, file, manifest, inBucket)
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

function tell(terminal: Terminal, file: string, manifest: Manifest, inBucket: BucketImages | null) {
  const { createdAt, rows, files, missingFiles } = manifest
  const tables = Object.keys(rows).length
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
  const images = inBucket
    ? `${counted(inBucket.files, 'picture file')} in the bucket`
    : counted(imageFilesOf(manifest), 'picture file')
  terminal.say(
    `The backup of ${createdAt} can be brought back: all ${total.toLocaleString('en')} rows of ${tables} tables and ${images} were there. Nothing was changed.`,
    { file, createdAt, tables, rows: total, files, missingFiles, ...(inBucket && { inBucket }) },
  )
  if (missingFiles > 0)
    terminal.warn(
      `${counted(missingFiles, 'picture file')} ${missingFiles === 1 ? 'was' : 'were'} missing when it was made already.`,
    )
  const removed = inBucket?.removedSince ?? 0
  if (removed > 0)
    terminal.warn(
      `${counted(removed, 'picture file')} ${removed === 1 ? 'was' : 'were'} removed from the bucket since. After a restore, bring them back from what it keeps of removed files.`,
    )
}

/** Null where the pictures are in the archive. */
async function openAndCompare(
  folder: string,
  manifest: Manifest,
  config: Config,
): Promise<BucketImages | null> {
  if (config.databaseUrl === null) return compareEmbedded(folder, manifest, config)
  return inPassingDatabase(config.databaseUrl, async (databaseUrl) => {
    await fillPostgres(databaseUrl, join(folder, DUMP))
    await requireRows(databaseUrl, manifest.rows)
    return compareUpdated({ databaseUrl, folder }, manifest, config)
  })
}

async function compareEmbedded(folder: string, manifest: Manifest, config: Config) {
  const found = countRows(join(folder, DATABASE))
  const differing = differingCounts(manifest.rows, found)
  if (differing.length > 0)
    throw new BackupError(`Not every row came back: ${differing.join(', ')}.`)
  return compareUpdated({ databaseUrl: null, folder }, manifest, config)
}

function countRows(file: string) {
  using snapshot = readSnapshot(file)
  return snapshot.rowCounts()
}

/** As this version would serve it. */
async function compareUpdated(
  { databaseUrl, folder }: { databaseUrl: string | null; folder: string },
  { images, missingFiles }: Manifest,
  config: Config,
): Promise<BucketImages | null> {
  const db = connect<Schema>({ databaseUrl, dataDir: folder }, { warn() {} }, { isPatient: true })
  try {
    await migrate(db, migrations)
    if (images === 'bucket') return await compareBucket(db, config)
    const found = await countStrayImages(db, join(folder, IMAGES))
    if (found.missingFiles !== missingFiles)
      throw new BackupError(`${found.missingFiles} picture files did not come back.`)
    return null
  } finally {
    await db.destroy()
  }
}

async function compareBucket(db: Database, config: Config): Promise<BucketImages> {
  const { s3 } = config
  if (s3 === null)
    throw new BackupError(
      'The pictures of this backup are in a bucket: set S3_BUCKET to look there.',
    )
  const found = await compareImages(db, { ...config, s3 })
  if (found.lost > 0)
    throw new BackupError(
      `${counted(found.lost, 'picture file')} of pictures that are shown today ${found.lost === 1 ? 'is' : 'are'} not in the bucket.`,
    )
  return found
}

const MAY_NOT_MAKE = '42501'

/** A database beside the community's own, which goes again. */
async function inPassingDatabase<Found>(
  url: string,
  work: (url: string) => Promise<Found>,
): Promise<Found> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const ours = await dropCutOff(client)
    const name = `${ours}${randomBytes(4).toString('hex')}`
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    await client
      .query(`create database ${name} encoding 'UTF8' template template0`)
      .catch((error) => {
        throw error.code === MAY_NOT_MAKE ? new BackupError(mayNotMake(url)) : error
      })
    const passing = new URL(url)
    passing.pathname = `/${name}`
    try {
      return await work(passing.href)
    } finally {
      await client.query(`drop database if exists ${name} with (force)`)
    }
  } finally {
    await client.end()
  }
}

/**
 * Removes what a rehearsal of this community left where it was killed: one under way holds the lock
 * of its database's name. Answers how these names begin.
 */
async function dropCutOff(client: Client): Promise<string> {
  const { rows } = await client.query(
    'select oid from pg_database where datname = current_database()',
  )
  const ours = `snug_rehearsal_${rows[0].oid}_`
  const left = await client.query(
    `select datname as name from pg_database
    where starts_with(datname, $1) and pg_has_role(datdba, 'usage')
    and pg_try_advisory_lock(hashtext(datname))`,
    [ours],
  )
  for (const { name } of left.rows)
    await client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`)
  return ours
}

function mayNotMake(url: string): string {
  const user = decodeURIComponent(new URL(url).username)
  return `A rehearsal needs a database of its own, and ${user} may not make one: "alter role ${user} createdb".`
}
