import { existsSync } from 'node:fs'
import type { Kysely } from 'kysely'
import type { Config } from '../../server/config.ts'
import { type ImageTables, imageFiles } from '../../server/images/image-store.ts'
import { narrowTables } from '../../server/platform/database/narrow-tables.ts'
import { connect } from '../../server/platform/database/open-database.ts'
import { databaseFile } from '../../server/platform/database/sqlite/database-file.ts'
import { FilesAwayError } from '../../server/platform/files/file-store.ts'
import type { S3Config } from '../../server/platform/files/s3-files.ts'
import type { Database, Schema } from '../../server/schema.ts'
import { isShown, shownImages } from '../doctor/stray-images.ts'
import { BackupError } from './manifest.ts'

/** Files of the pictures that a backup names, in the bucket that keeps them. */
export interface BucketImages {
  /** That are there. */
  files: number
  /** That are not, of pictures that the community shows today. */
  lost: number
  /** That are not, of pictures that nothing shows any more since the backup was made. */
  removedSince: number
}

/** Throws BackupError when the bucket does not say. */
export async function compareImages(
  restored: Database,
  config: Config & { s3: S3Config },
): Promise<BucketImages> {
  const { openS3Listing } = await import('../../server/platform/files/s3-listing.ts')
  using listing = openS3Listing(config.s3)
  await using today = await openToday(config)
  const found: BucketImages = { files: 0, lost: 0, removedSince: 0 }
  for await (const images of shownImages(narrowTables<ImageTables, Schema>(restored))) {
    const there = await listing.among(images.flatMap(imageFiles)).catch(sayThatItIsAway)
    for (const image of images) {
      const files = imageFiles(image)
      const missing = files.filter((key) => !there.has(key)).length
      found.files += files.length - missing
      if (missing === 0) continue
      if (await today.shows(image.id)) found.lost += missing
      else found.removedSince += missing
    }
  }
  return found
}

/** Where there is no community beside the backup, whatever is missing counts as shown. */
async function openToday(config: Config) {
  const isHere = config.databaseUrl !== null || existsSync(databaseFile(config.dataDir))
  const db = isHere ? connect<Schema>(config, { warn() {} }) : null
  const known = db && (await knowsImages(db)) ? narrowTables<ImageTables, Schema>(db) : null
  return {
    shows: async (id: string) => known === null || (await isShown(known, id)),
    [Symbol.asyncDispose]: async () => db?.destroy(),
  }
}

async function knowsImages(db: Kysely<Schema>): Promise<boolean> {
  const tables = await db.introspection.getTables()
  return tables.some(({ name }) => name === 'images')
}

function sayThatItIsAway(error: unknown): never {
  if (!(error instanceof FilesAwayError)) throw error
  throw new BackupError(
    `The bucket does not say which pictures it holds: ${error.cause instanceof Error ? error.cause.message : error.cause}.`,
  )
}
