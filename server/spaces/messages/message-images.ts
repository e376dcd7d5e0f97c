import type { ImageMessageFields } from '../../../contract/message-bodies.ts'
import { IMAGE_ALT_FIELDS } from '../../../contract/posts.ts'
import type { SpaceMessage } from '../../../contract/space-messages.ts'
import type { ImageSource } from '../../images/decoding/decode-image.ts'
import { type DescribedImage, saveInOrder } from '../../images/save-in-order.ts'
import type { Id } from '../../platform/ids.ts'
import type { Queryable } from '../../schema.ts'
import type { Actor, Services } from '../../services.ts'
import * as imageQueries from './image-queries.ts'

// The pictures of messages live and die with them. Of a message that was taken away and may come
// back the rows stay, and the rule of who may open a picture hides them.

export type MessageImage = DescribedImage

/** Of the pictures of one message, in the order of the names. */
export type ImageAlts = Pick<ImageMessageFields, (typeof IMAGE_ALT_FIELDS)[number]>

export async function saveMessageImages(
  actor: Actor,
  { images }: Pick<Services, 'images'>,
  { sources, alts }: { sources: ImageSource[]; alts: ImageAlts },
): Promise<MessageImage[]> {
  const inOrder = IMAGE_ALT_FIELDS.map((name) => alts[name])
  return saveInOrder(images, actor.id, sources, inOrder)
}

export async function addImages(
  { images }: Pick<Services, 'images'>,
  trx: Queryable,
  messageId: Id,
  messageImages: MessageImage[],
) {
  for (const { id } of messageImages) await images.use(trx, id)
  if (messageImages.length > 0) await imageQueries.insertImages(trx, messageId, messageImages)
}

/** These messages have no pictures any more; the files follow with the next sweep of `images`. */
export async function releaseImages(
  { images }: Pick<Services, 'images'>,
  trx: Queryable,
  messageIds: Id[],
) {
  if (messageIds.length === 0) return
  await images.release(trx, await imageQueries.deleteImages(trx, messageIds))
}

/** As everybody may get it, in an event: addresses are one viewer's. */
export function withoutUrls(message: SpaceMessage): SpaceMessage {
  if (message.images.length === 0) return message
  const images = message.images.map(({ animation: _, ...image }) => ({ ...image, sources: [] }))
  return { ...message, images }
}
