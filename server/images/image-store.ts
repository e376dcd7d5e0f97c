import type { Expression, Insertable, Kysely, Selectable } from 'kysely'
import { HOUR_MS } from '../../contract/durations.ts'
import type { Clock } from '../platform/clock.ts'
import { narrowTables } from '../platform/database/narrow-tables.ts'
import type { FileStore, StoredFile } from '../platform/files/file-store.ts'
import { type Id, newUuid } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import { type RunOncePer, runAlways } from '../platform/run-once-per.ts'
import type { DecodedImage, ImageForm, ImageKind, ImageSource } from './decoding/decode-image.ts'
import type { ImageDecoder } from './decoding/image-decoder.ts'
import { createImageSweeper } from './image-sweeper.ts'
import { releaseBytes } from './release-bytes.ts'
import { createSignedImageUrls } from './signed-image-urls.ts'
import { STILL, stillWidth } from './still.ts'

// Keeps pictures: files in the file store, one row for each in `images`. A row is written before
// its files and carries the moment after which both may go; showing the image takes that moment
// away, removing it sets it again. So a crash at any point leaves nothing behind for long.

interface ImagesTable {
  id: string
  owner_id: Id
  kind: ImageKind
  width: number
  height: number
  placeholder: string
  /** JSON: the widths kept, smallest first; the first is `STILL` where the others move. */
  widths: string
  created_at: number
  /** When files and row may go: set until something shows the image, and again once nothing does. */
  delete_after: number | null
}
export type ImageRow = Selectable<ImagesTable>

export interface ImageTables {
  images: ImagesTable
}

type PresentableImage = Pick<ImageRow, 'id' | 'width' | 'height' | 'placeholder' | 'widths'>

type Sources = { width: number; url: string }[]

/** A picture as the screens show it, with addresses by width, smallest first. */
export interface ShownImage {
  width: number
  height: number
  placeholder: string
  sources: Sources
  /** Where it moves; `sources` show it still then. */
  animation?: Sources
}

type LinkImage = Pick<ShownImage, 'width' | 'height' | 'sources'>

const UNUSED_LIFETIME_MS = HOUR_MS

export interface ImageStoreOptions {
  db: Kysely<ImageTables>
  files: FileStore
  decoder: ImageDecoder
  clock: Clock
  signingKey: Buffer
  /** Keeps several processes from sweeping at once; without it there is only this one. */
  runOncePer?: RunOncePer
  log: Log<'error'>
  /** Ids of those that may not go yet, whatever their time is. */
  keptIds?: Expression<string>
  /** Whether no picture may go just now, even one whose time is over. */
  isDeletionLocked(): Promise<boolean>
}

export type ImageStore = ReturnType<typeof createImageStore>
export type ImagePresenter = Pick<
  ImageStore,
  'present' | 'presentOfAnyKind' | 'presentWith' | 'photoUrl' | 'linkUrl' | 'linkImage'
>

export function createImageStore(options: ImageStoreOptions) {
  const { files, decoder, clock, signingKey } = options
  const { signedQuery, verifiedViewer } = createSignedImageUrls({ clock, key: signingKey })
  const sweeper = createImageSweeper({
    async dueAfter(id, count) {
      const due = await dueAfter(options, id, count)
      return (await options.isDeletionLocked()) ? [] : due
    },
    remove: (image) => remove(options, image),
    runOncePer: options.runOncePer ?? runAlways,
    log: options.log,
  })

  return {
    /** In its kind's sizes; gone in an hour without `use`. Throws ImageRefusedError, ImageBusyError. */
    async save(ownerId: Id, kind: ImageKind, source: ImageSource, form: ImageForm = kind) {
      const decoded = await decoder.decode(source, form, ownerId)
      try {
        return await keep(options, { ownerId, kind }, decoded)
      } finally {
        releaseBytes(decoded.variants)
      }
    },

    ...imageUses(clock),

    /** The picture of a post as this viewer gets it, who may see the post now. */
    present: (image: PresentableImage, viewerId: Id): ShownImage =>
      presentImage(image, signedQuery(viewerId, image.id)),

    /** The same of a photo, too, which this viewer may open when it is nobody's card any more. */
    presentOfAnyKind: (image: PresentableImage & { kind: ImageKind }, viewerId: Id): ShownImage =>
      presentAnyKind(image, signedQuery(viewerId, image.id)),

    /** The same with another query in its addresses, in whose place each viewer's own is to come. */
    presentWith: presentImage,
    signedQuery,

    /** A member's photo belongs to the profile card, which all members may see: no signature. */
    photoUrl,

    /** What hangs on a public page is nobody's: no signature either. */
    linkUrl,
    linkImage,

    verifiedViewer,

    open(kind: ImageKind, imageId: string, width: number): Promise<StoredFile | null> {
      return files.open(fileKey(kind, imageId, width))
    },

    readInto: imageReader(files),

    sweepSoon: sweeper.sweepSoon,
    start: sweeper.start,
    stop: sweeper.stop,
  }
}

async function keep(
  { db, files, clock }: ImageStoreOptions,
  { ownerId, kind }: { ownerId: Id; kind: ImageKind },
  { width, height, placeholder, variants }: DecodedImage,
): Promise<string> {
  const row: Insertable<ImagesTable> = {
    id: newUuid(),
    owner_id: ownerId,
    kind,
    width,
    height,
    placeholder,
    widths: JSON.stringify(variants.map((variant) => variant.width)),
    created_at: clock(),
    delete_after: clock() + UNUSED_LIFETIME_MS,
  }
  await db.insertInto('images').values(row).execute()
  for (const variant of variants)
    await files.put(fileKey(kind, row.id, variant.width), variant.bytes)
  return row.id
}

type Take = Parameters<FileStore['readInto']>[2]

/** As `readInto` of the files. */
function imageReader(files: FileStore) {
  return (image: { kind: ImageKind; id: string; width: number }, held: Buffer, take: Take) =>
    files.readInto(fileKey(image.kind, image.id, image.width), held, take)
}

/** What is written of images as part of the transactions that show them, or no longer do. */
function imageUses(clock: Clock) {
  return {
    /** From now on the image is shown somewhere. `ownerId` where it is not who saved it. */
    async use<S extends ImageTables>(trx: Kysely<S>, id: string, ownerId?: Id) {
      await narrowTables<ImageTables, S>(trx)
        .updateTable('images')
        .set({ delete_after: null, ...(ownerId === undefined ? {} : { owner_id: ownerId }) })
        .where('id', '=', id)
        .execute()
    },

    async release<S extends ImageTables>(trx: Kysely<S>, ids: string[]) {
      if (ids.length === 0) return
      await narrowTables<ImageTables, S>(trx)
        .updateTable('images')
        .set({ delete_after: clock() })
        .where('id', 'in', ids)
        .execute()
    },

    async releaseAllOf<S extends ImageTables>(trx: Kysely<S>, ownerId: Id) {
      await narrowTables<ImageTables, S>(trx)
        .updateTable('images')
        .set({ delete_after: clock() })
        .where('owner_id', '=', ownerId)
        .where((eb) => eb.or([eb('delete_after', 'is', null), eb('delete_after', '>', clock())]))
        .execute()
    },
  }
}

function photoUrl(imageId: string | null): string | null {
  return imageId && `/media/photo/${imageId}/192.webp`
}

function linkUrl(imageId: string | null): string | null {
  return imageId && `/media/link/${imageId}/192.webp`
}

/** All of the picture of a link; null where it is not wide, and only its small square is kept. */
function linkImage(image: Omit<PresentableImage, 'placeholder'>): LinkImage | null {
  const { id, width, height } = image
  const [, ...wide] = widthsOf(image)
  const sources = wide.map((w) => ({ width: w, url: `/media/link/${id}/${w}.webp` }))
  return sources.length > 0 ? { width, height, sources } : null
}

function presentAnyKind(image: PresentableImage & { kind: ImageKind }, query: string): ShownImage {
  const shown = presentImage(image, query)
  if (image.kind !== 'photo') return shown
  return { ...shown, sources: [{ width: image.width, url: `${photoUrl(image.id)}?${query}` }] }
}

function presentImage(image: PresentableImage, query: string): ShownImage {
  const { id, width, height, placeholder } = image
  const widths = widthsOf(image)
  const kept = widths.map((w) => ({
    width: w === STILL ? stillWidth(width) : w,
    url: `/media/post/${id}/${w}.webp?${query}`,
  }))
  const shown = { width, height, placeholder }
  if (widths[0] !== STILL) return { ...shown, sources: kept }
  return { ...shown, sources: kept.slice(0, 1), animation: kept.slice(1) }
}

function dueAfter({ db, clock, keptIds }: ImageStoreOptions, id: string, count: number) {
  const due = db
    .selectFrom('images')
    .select(['id', 'kind', 'widths'])
    .where('delete_after', '<=', clock())
    .where('id', '>', id)
    .orderBy('id')
    .limit(count)
  return (keptIds ? due.where('id', 'not in', keptIds) : due).execute()
}

// The row goes last: until then it knows which files are left.
async function remove(
  { db, files }: ImageStoreOptions,
  { id, kind, widths }: Pick<ImageRow, 'id' | 'kind' | 'widths'>,
) {
  await files.remove(imageFiles({ id, kind, widths }))
  await db.deleteFrom('images').where('id', '=', id).execute()
}

/** The keys of the files of a picture. */
export function imageFiles({
  id,
  kind,
  widths,
}: Pick<ImageRow, 'id' | 'kind' | 'widths'>): string[] {
  return widthsOf({ widths }).map((width) => fileKey(kind, id, width))
}

function widthsOf(image: Pick<ImageRow, 'widths'>): number[] {
  return JSON.parse(image.widths)
}

function fileKey(kind: ImageKind, imageId: string, width: number) {
  return `${kind}/${imageId}/${width}.webp`
}
