import { z } from 'zod'
import { DATABASE_FILE } from '../../server/platform/database/sqlite/database-file.ts'
import { OperatorError } from '../../server/platform/operator-error.ts'

/** The last file of a backup: what it holds. An archive without it was cut off. */
export const MANIFEST = 'manifest.json'
/** The list of checksums of all other files, in their order. */
export const CHECKSUMS = 'SHA256SUMS'
/** Its name is part of the format: archives of before have it so. */
export const DATABASE = DATABASE_FILE
/** What pg_dump wrote, where the community lives in PostgreSQL. */
export const DUMP = 'snug.dump'
/** The folder of the pictures, in the data folder as in the archive. */
export const IMAGES = 'images'

export const manifest = z.object({
  format: z.literal('snug-backup-1'),
  version: z.string(),
  createdAt: z.iso.datetime(),
  database: z.enum(['sqlite', 'postgresql']),
  /** Those in a bucket are not in the archive. */
  images: z.enum(['archive', 'bucket']),
  /** Every migration the database has seen, in order. */
  migrations: z.array(z.string()),
  rows: z.record(z.string(), z.number().int()),
  /** The database's own, and those of the pictures. */
  files: z.number().int(),
  bytes: z.number().int(),
  /** Pictures the database names whose files were not there to be backed up. */
  missingFiles: z.number().int(),
  checksums: z.string(),
})
export type Manifest = z.infer<typeof manifest>

export const imageFilesOf = ({ files }: Manifest) => files - 1

/** Why a backup cannot be made or brought back, in a sentence for who asked for it. */
export class BackupError extends OperatorError {}

/** Why a restore failed once it had filled PostgreSQL: the cause, whatever it is. */
export class LeftFilledError extends Error {
  constructor(cause: unknown) {
    super(
      'What was restored stands in the database of DATABASE_URL: empty it before you try again, and do not start Snug on it.',
      { cause },
    )
  }
}
