import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Clock } from '../clock.ts'
import { narrowed } from '../database/narrowed.ts'
import type { FileStore } from '../files/file-store.ts'
import { newId } from '../ids.ts'
import { isSignature, sign } from '../server-keys.ts'
import type { ImageDecoder } from './image-decoder.ts'

// Keeps pictures: files in the file store, one row for each in `images`. A row is written before
// its files and carries the moment after which both may go; showing the image takes that moment
// away, removing it sets it again. So a crash at any point leaves nothing behind for long.

interface ImagesTable {
  id: string
  owner_id: string
  kind: ImageKind
  width: number
  height: number
  placeholder: string
  /** JSON: the widths kept, smallest first. */
  widths: string
  created_at: number
  /** When files and row may go: set until something shows the image, and again once nothing does. */
  delete_after: number | null
}
export type ImageKind = 'post' | 'photo'
export type ImageRow = Selectable<ImagesTable>

export interface ImageTables {
  images: ImagesTable
}

/** A picture as the screens show it, with addresses by width, smallest first. */
export interface ShownImage {
  width: number
  height: number
  placeholder: string
  sources: { width: number; url: string }[]
}

const UNUSED_LIFETIME_MS = 60 * 60_000
const SWEEP_EVERY_MS = 10 * 60_000
const SWEEP_BATCH = 100
/** Addresses stay the same within a slot, so that a browser may keep the picture; they end within the hour. */
const ADDRESS_SLOT_MS = 30 * 60_000

export interface ImageStoreOptions {
  db: Kysely<ImageTables>
  files: FileStore
  decoder: ImageDecoder
  clock: Clock
  signingKey: string
  log: { error(details: object, message: string): void }
}

export type ImageStore = ReturnType<typeof createImageStore>

export function createImageStore(options: ImageStoreOptions) {
  const { db, files, decoder, clock, signingKey } = options
  const sweeper = createSweeper(options)

  return {
    /**
     * Decodes and keeps a picture, in its sizes for this kind, and returns its id. It is gone
     * within the hour unless `use` is called. Throws ImageRefusedError and ImageBusyError.
     */
    async save(ownerId: string, kind: ImageKind, bytes: Buffer): Promise<string> {
      const decoded = await decoder.decode(bytes, kind)
      const row: Insertable<ImagesTable> = {
        id: newId(),
        owner_id: ownerId,
        kind,
        width: decoded.width,
        height: decoded.height,
        placeholder: decoded.placeholder,
        widths: JSON.stringify(decoded.variants.map((variant) => variant.width)),
        created_at: clock(),
        delete_after: clock() + UNUSED_LIFETIME_MS,
      }
      await db.insertInto('images').values(row).execute()
      for (const { width, bytes: file } of decoded.variants)
        await files.put(fileKey(kind, row.id, width), file)
      return row.id
    },

    /** From now on the image is shown somewhere: part of the transaction that shows it. */
    async use<S extends ImageTables>(trx: Kysely<S>, id: string) {
      await narrowed<ImageTables, S>(trx)
        .updateTable('images')
        .set({ delete_after: null })
        .where('id', '=', id)
        .execute()
    },

    /** Nothing shows these images any more: part of the transaction that made it so. */
    async release<S extends ImageTables>(trx: Kysely<S>, ids: string[]) {
      if (ids.length === 0) return
      await narrowed<ImageTables, S>(trx)
        .updateTable('images')
        .set({ delete_after: clock() })
        .where('id', 'in', ids)
        .execute()
    },

    async releaseAllOf<S extends ImageTables>(trx: Kysely<S>, ownerId: string) {
      await narrowed<ImageTables, S>(trx)
        .updateTable('images')
        .set({ delete_after: clock() })
        .where('owner_id', '=', ownerId)
        .execute()
    },

    /** The picture of a post with signed addresses: only for someone who may see the post now. */
    shown(image: Pick<ImageRow, 'id' | 'width' | 'height' | 'placeholder' | 'widths'>): ShownImage {
      const expires = (Math.floor(clock() / ADDRESS_SLOT_MS) + 2) * ADDRESS_SLOT_MS
      const signature = sign(signingKey, `${image.id} ${expires}`)
      const { width, height, placeholder } = image
      const sources = widthsOf(image).map((w) => ({
        width: w,
        url: `/media/post/${image.id}/${w}.webp?expires=${expires}&signature=${signature}`,
      }))
      return { width, height, placeholder, sources }
    },

    /** A member's photo belongs to the profile card, which all members may see: no signature. */
    photoUrl(imageId: string | null): string | null {
      return imageId && `/media/photo/${imageId}/192.webp`
    },

    /** Milliseconds a signed address still lives; 0 when it has ended or was never ours. */
    remainingMs(imageId: string, expires: string, signature: string): number {
      if (!isSignature(signingKey, `${imageId} ${expires}`, signature)) return 0
      return Math.max(0, Number(expires) - clock())
    },

    open(kind: ImageKind, imageId: string, width: number) {
      return files.open(fileKey(kind, imageId, width))
    },

    sweepSoon: sweeper.sweepSoon,
    start: sweeper.start,
    stop: sweeper.stop,
  }
}

/** Removes files and rows of images whose time is over. */
function createSweeper({ db, files, clock, log }: ImageStoreOptions) {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  async function sweep() {
    for (;;) {
      const gone = await db
        .selectFrom('images')
        .select(['id', 'kind', 'widths'])
        .where('delete_after', '<=', clock())
        .limit(SWEEP_BATCH)
        .execute()
      for (const image of gone) {
        await files.remove(widthsOf(image).map((width) => fileKey(image.kind, image.id, width)))
        await db.deleteFrom('images').where('id', '=', image.id).execute()
      }
      if (gone.length < SWEEP_BATCH) return
    }
  }

  function sweepSoon() {
    running ??= sweep()
      .catch((error: unknown) => log.error({ err: error }, 'images could not be swept'))
      .finally(() => {
        running = undefined
      })
    return running
  }

  return {
    sweepSoon,
    start() {
      sweepSoon()
      timer = setInterval(sweepSoon, SWEEP_EVERY_MS)
      timer.unref()
    },
    /** Waits for the sweep in hand. */
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

function widthsOf(image: Pick<ImageRow, 'widths'>): number[] {
  return JSON.parse(image.widths)
}

function fileKey(kind: ImageKind, imageId: string, width: number) {
  return `${kind}/${imageId}/${width}.webp`
}
