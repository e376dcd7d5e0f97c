import type { Id } from '../../platform/ids.ts'
import type { Queryable } from '../../schema.ts'

export async function insertImages(
  trx: Queryable,
  messageId: Id,
  images: { id: string; alt: string }[],
) {
  const rows = images.map(({ id, alt }, place) => ({
    message_id: messageId,
    place,
    image_id: id,
    alt,
  }))
  await trx.insertInto('message_images').values(rows).execute()
}

/** Of messages that the viewer was just found to see, in their order. */
export function imagesOfSeen(db: Queryable, messageIds: Id[]) {
  return db
    .selectFrom('message_images')
    .innerJoin('images', 'images.id', 'message_images.image_id')
    .select(['message_images.message_id', 'message_images.alt'])
    .select(['images.id', 'images.width', 'images.height', 'images.placeholder', 'images.widths'])
    .where('message_images.message_id', 'in', messageIds)
    .orderBy('message_images.message_id')
    .orderBy('message_images.place')
    .execute()
}

/** How the pictures of a message are described, in their order. */
export async function altsOf(trx: Queryable, messageId: Id): Promise<string[]> {
  const rows = await trx
    .selectFrom('message_images')
    .select('alt')
    .where('message_id', '=', messageId)
    .orderBy('place')
    .execute()
  return rows.map(({ alt }) => alt)
}

export async function updateAlts(trx: Queryable, messageId: Id, alts: string[]) {
  for (const [place, alt] of alts.entries())
    await trx
      .updateTable('message_images')
      .set({ alt })
      .where('message_id', '=', messageId)
      .where('place', '=', place)
      .execute()
}

export type MessageImageRow = Awaited<ReturnType<typeof imagesOfSeen>>[number]

export async function deleteImages(trx: Queryable, messageIds: Id[]): Promise<string[]> {
  const rows = await trx
    .deleteFrom('message_images')
    .where('message_id', 'in', messageIds)
    .returning('image_id')
    .execute()
  return rows.map(({ image_id }) => image_id)
}
