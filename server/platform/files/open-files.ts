import { join } from 'node:path'
import type { Log } from '../log.ts'
import type { FileStore } from './file-store.ts'
import { createLocalFiles } from './local-files.ts'
import type { S3Config } from './s3-files.ts'

/** Where pictures or archives are kept: in a bucket, or in a folder of the data folder. */
export async function openFiles(
  { s3, dataDir }: { s3: S3Config | null; dataDir: string },
  log: Log<'info' | 'warn'>,
  folder: 'images' | 'archives' = 'images',
): Promise<FileStore> {
  if (!s3) return createLocalFiles(join(dataDir, folder))
  // Not even loaded where nobody uses it.
  const { createS3Files } = await import('./s3-files.ts')
  return createS3Files(s3, log)
}
