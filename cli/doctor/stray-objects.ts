import type { Kysely } from 'kysely'
import type { ImageKind } from '../../server/images/decoding/decode-image.ts'
import type { ImageTables } from '../../server/images/image-store.ts'
import { narrowTables } from '../../server/platform/database/narrow-tables.ts'
import type { S3Config } from '../../server/platform/files/s3-files.ts'
import type { S3Listing, S3Object } from '../../server/platform/files/s3-listing.ts'
import { countMissing, knownImages, SETTLED_AFTER_MS, type StrayImages } from './stray-images.ts'

const KINDS = Object.keys({
  post: true,
  photo: true,
  logo: true,
  link: true,
} satisfies Record<ImageKind, true>)

/** The same as `countStrayImages` where a bucket keeps the files. Throws FilesAwayError. */
export async function countStrayObjects<S extends ImageTables>(
  database: Kysely<S>,
  s3: S3Config,
): Promise<StrayImages> {
  const { openS3Listing } = await import('../../server/platform/files/s3-listing.ts')
  using listing = openS3Listing(s3)
  const db = narrowTables<ImageTables, S>(database)
  return {
    ...(await countMissing(db, listing.among)),
    unknownFiles: await countUnknown(db, listing),
  }
}

async function countUnknown(db: Kysely<ImageTables>, listing: S3Listing): Promise<number> {
  const settledBefore = Date.now() - SETTLED_AFTER_MS
  let unknown = 0
  for (const kind of KINDS)
    for await (const objects of listing.pages(kind)) {
      const settled = objects.filter(({ modifiedAt }) => modifiedAt < settledBefore)
      const known = await knownImages(db, settled.map(idOf))
      const strays = settled.filter((object) => !known.has(idOf(object)))
      // A picture that was removed since it was listed is no stray.
      unknown += (await listing.among(strays.map(({ key }) => key))).size
    }
  return unknown
}

function idOf({ key }: S3Object): string {
  return key.split('/')[1] ?? ''
}
