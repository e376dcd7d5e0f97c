import type { Clock } from '../platform/clock.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import type { Database } from '../schema.ts'
import { createArchiveStore } from './export/archive-store.ts'
import { createLinkSignatures } from './export/link-signatures.ts'
import { createImportStore } from './import/import-store.ts'

interface Options {
  db: Database
  clock: Clock
  files: FileStore
  isInBucket: boolean
  dataDir: string
  signingKey: Buffer
}

export function createArchiveStores({
  db,
  clock,
  files,
  isInBucket,
  dataDir,
  signingKey,
}: Options) {
  return {
    archives: createArchiveStore({ files, db, clock, folder: isInBucket ? null : dataDir }),
    archiveSignatures: createLinkSignatures(signingKey),
    imports: createImportStore({ dataDir, db, clock, bucket: isInBucket ? files : null }),
  }
}
