import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  formerFolder,
  isDataFolderHeld,
  ownPlace,
  stagingFolder,
} from '../../server/platform/data-folder.ts'
import { databaseFailure } from '../../server/platform/database/failures.ts'
import { foreignVersion } from '../../server/platform/database/migrate.ts'
import { ifMissing } from '../../server/platform/files/if-missing.ts'
import { syncFolder } from '../../server/platform/files/local-files.ts'
import { ArchiveError, type Passage } from './archive.ts'
import { AGE_MAGIC } from './encryption.ts'
import { BackupError, DATABASE, imageFilesOf, type Manifest } from './manifest.ts'
import { requireRoom } from './require-room.ts'
import { lockDatabase, readSnapshot } from './snapshot.ts'
import { UNPACKING_LEFTOVERS, unpack } from './unpack.ts'

// Brings a backup back. Everything is unpacked and proved beside the data folder first, so that a
// damaged archive changes nothing; then the folders change places, and what was there is kept.

export interface RestoreOptions {
  file: string
  dataDir: string
  /** What the settings say the community lives in. */
  database: Manifest['database']
  /** Whether that is where the settings have pictures, and a server looks for them. */
  imagesInBucket?: boolean
  /** Names of every migration this version knows. */
  migrations: string[]
  /** Reads the archive where it is encrypted. */
  decrypt?: Passage
  /** Brings the unpacked folder up to date, and ends what must not come back with it. */
  prepare: (folder: string, manifest: Manifest) => Promise<void>
  now: () => number
  progress?: (done: number, total: number) => void
}

export interface Restored {
  manifest: Manifest
  /** Where what was there before is kept; null when nothing was there. */
  formerly: string | null
}

/** Throws BackupError with a sentence; then the data folder is as it was. */
export async function restore(options: RestoreOptions): Promise<Restored> {
  const dataDir = ownPlace(options.dataDir)
  const size = await archiveSize(options.file)
  await requireIdentity(options)
  requireNobodyInside(dataDir)
  await mkdir(dirname(dataDir), { recursive: true })
  await requireRoom(dirname(dataDir), size)
  const staging = stagingFolder(dataDir)
  await rm(staging, { recursive: true, force: true })
  await mkdir(staging, { mode: 0o700 })
  try {
    const manifest = await prove(options, staging, size)
    const formerly = await changePlaces(staging, dataDir, options.now())
    return { manifest, formerly }
  } catch (error) {
    if (error instanceof ArchiveError) throw new BackupError(error.message)
    throw error
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

/** Whether there is something in the folder that a restore would take the place of. */
export async function isOccupied(dataDir: string): Promise<boolean> {
  const names = await readdir(dataDir).catch(ifMissing<string[]>([]))
  return names.length > 0
}

async function prove(options: RestoreOptions, staging: string, size: number): Promise<Manifest> {
  const { progress } = options
  const manifest = await unpack(options.file, staging, options.decrypt, (done) =>
    progress?.(done, size),
  )
  refuseForeign(manifest, options.migrations)
  for (const name of UNPACKING_LEFTOVERS) await rm(join(staging, name), { force: true })
  refuseOtherDatabase(manifest, options.database)
  if (options.imagesInBucket) refuseImages(manifest)
  const damage = manifest.database === 'sqlite' ? damageOf(join(staging, DATABASE)) : null
  if (damage !== null) throw new BackupError(`The database in the archive is damaged: ${damage}.`)
  await options.prepare(staging, manifest)
  return manifest
}

function refuseOtherDatabase({ database }: Manifest, expected: Manifest['database']) {
  if (database === expected) return
  throw new BackupError(
    database === 'postgresql'
      ? 'This backup is of PostgreSQL: set DATABASE_URL to an empty database.'
      : 'This backup is of an embedded database: take DATABASE_URL away, and use "snug move" after it.',
  )
}

/** None of them would be shown, and nothing would say so. */
function refuseImages(manifest: Manifest) {
  if (manifest.images === 'archive' && imageFilesOf(manifest) > 0)
    throw new BackupError(
      'The pictures of this backup are in it, and with S3_BUCKET set Snug looks for them in the bucket: take the S3_ settings away.',
    )
}

function refuseForeign({ migrations, version }: Manifest, known: string[]) {
  const foreign = foreignVersion(migrations, known)
  if (foreign === 'newer')
    throw new BackupError(
      `This backup was made by a newer version of Snug (${version}). Update Snug first.`,
    )
  if (foreign === 'prerelease')
    throw new BackupError(
      'This backup was made by Snug before its first release and cannot be brought up to date.',
    )
}

function damageOf(database: string): string | null {
  try {
    using snapshot = readSnapshot(database)
    return snapshot.damage()
  } catch {
    return 'it is no database'
  }
}

async function changePlaces(staging: string, dataDir: string, now: number) {
  requireNobodyInside(dataDir)
  const formerly = await setAside(dataDir, now)
  try {
    await rename(staging, dataDir)
  } catch (error) {
    if (formerly !== null) await rename(formerly, dataDir)
    throw error
  }
  await syncFolder(dirname(dataDir))
  return formerly
}

async function setAside(dataDir: string, now: number): Promise<string | null> {
  if (!existsSync(dataDir)) return null
  if (!(await isOccupied(dataDir))) {
    await rmdir(dataDir)
    return null
  }
  const formerly = formerFolder(dataDir, now)
  await rename(dataDir, formerly)
  // A server may have started since it was looked at: then it keeps its folder.
  if (isFree(formerly)) return formerly
  await rename(formerly, dataDir)
  throw inUse(dataDir)
}

function requireNobodyInside(dataDir: string) {
  if (!isFree(dataDir)) throw inUse(dataDir)
}

function isFree(dataDir: string): boolean {
  if (isDataFolderHeld(dataDir)) return false
  try {
    using lock = lockDatabase(join(dataDir, DATABASE))
    return lock !== null
  } catch (error) {
    // Nobody can be in a damaged one, and it is what a backup is brought back for.
    if (databaseFailure(error) === 'damaged') return true
    throw error
  }
}

function inUse(dataDir: string) {
  return new BackupError(`Snug is running on ${dataDir}. Stop it first.`)
}

async function archiveSize(file: string): Promise<number> {
  const archive = await stat(file).catch(() => null)
  if (!archive?.isFile()) throw new BackupError(`There is no file ${file}.`)
  return archive.size
}

async function requireIdentity({ file, decrypt }: RestoreOptions) {
  const isEncrypted = await beginsWith(file, AGE_MAGIC)
  if (isEncrypted && !decrypt)
    throw new BackupError('The backup is encrypted: name the file of the age key with --identity.')
  if (decrypt && !isEncrypted)
    throw new BackupError('The backup is not encrypted: leave --identity away.')
}

async function beginsWith(file: string, text: string): Promise<boolean> {
  await using archive = await open(file, 'r')
  const beginning = Buffer.alloc(text.length)
  await archive.read(beginning, 0, beginning.length, 0)
  return beginning.equals(Buffer.from(text))
}
