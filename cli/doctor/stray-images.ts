import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { NIL } from 'uuid'
import { HOUR_MS } from '../../contract/durations.ts'
import { type ImageTables, imageFiles } from '../../server/images/image-store.ts'
import { narrowTables } from '../../server/platform/database/narrow-tables.ts'
import { storedPath } from '../../server/platform/files/local-files.ts'

const BATCH = 500
/** What else is asked for PostgreSQL refuses. */
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** A file younger than this may be one that is being written. */
export const SETTLED_AFTER_MS = HOUR_MS

export interface StrayImages {
  images: number
  /** Files of pictures that are shown somewhere, which are not there. */
  missingFiles: number
  /** Files of pictures the database does not know. */
  unknownFiles: number
}

/** Compares what the database knows of pictures with the folder of their files. */
export async function countStrayImages<S extends ImageTables>(
  database: Kysely<S>,
  folder: string,
): Promise<StrayImages> {
  const db = narrowTables<ImageTables, S>(database)
  const among = async (keys: string[]) =>
    new Set(keys.filter((key) => existsSync(join(folder, `${storedPath(key)}`))))
  return { ...(await countMissing(db, among)), unknownFiles: await countUnknown(db, folder) }
}

/** `among`: which of some keys have their file. */
export async function countMissing(
  db: Kysely<ImageTables>,
  among: (keys: string[]) => Promise<Set<string>>,
) {
  const found = { images: 0, missingFiles: 0 }
  for await (const images of shownImages(db)) {
    found.images += images.length
    const there = await among(images.flatMap(imageFiles))
    for (const image of images) {
      const missing = imageFiles(image).filter((key) => !there.has(key)).length
      if (missing > 0 && (await isShown(db, image.id))) found.missingFiles += missing
    }
  }
  return found
}

/** The pictures that are shown somewhere, some at a time. */
export async function* shownImages(db: Kysely<ImageTables>) {
  let after: string = NIL
  for (;;) {
    const shown = await shownAfter(db, after)
    const last = shown.at(-1)
    if (!last) return
    yield shown
    after = last.id
  }
}

function shownAfter(db: Kysely<ImageTables>, id: string) {
  return db
    .selectFrom('images')
    .select(['id', 'kind', 'widths'])
    .where('id', '>', id)
    .where('delete_after', 'is', null)
    .orderBy('id')
    .limit(BATCH)
    .execute()
}

/** Asked again of one that was read in a batch: it may have been removed since. */
export async function isShown(db: Kysely<ImageTables>, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('images')
    .select('id')
    .where('id', '=', id)
    .where('delete_after', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

async function countUnknown(db: Kysely<ImageTables>, folder: string): Promise<number> {
  let unknown = 0
  for (const kind of await namesIn(folder))
    for (const part of await namesIn(join(folder, kind)))
      unknown += await countUnknownIn(db, join(folder, kind, part))
  return unknown
}

async function countUnknownIn(db: Kysely<ImageTables>, folder: string): Promise<number> {
  const files = await namesIn(folder)
  let unknown = 0
  for (let from = 0; from < files.length; from += BATCH) {
    const batch = files.slice(from, from + BATCH)
    const known = await knownImages(db, batch.map(idOf))
    for (const file of batch)
      if (!known.has(idOf(file)) && (await isSettled(join(folder, file)))) unknown++
  }
  return unknown
}

/** Of some ids, or what stands in the place of one, those of pictures in the database. */
export async function knownImages(
  db: Kysely<ImageTables>,
  ids: readonly string[],
): Promise<Set<string>> {
  const asked = [...new Set(ids)].filter((id) => ID.test(id))
  const known = new Set<string>()
  for (let from = 0; from < asked.length; from += BATCH) {
    const some = asked.slice(from, from + BATCH)
    const rows = await db.selectFrom('images').select('id').where('id', 'in', some).execute()
    for (const { id } of rows) known.add(id)
  }
  return known
}

function idOf(file: string): string {
  return file.split('.')[0] ?? ''
}

async function isSettled(path: string): Promise<boolean> {
  const file = await stat(path).catch(() => null)
  return file !== null && Date.now() - file.mtimeMs > SETTLED_AFTER_MS
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}
