import type { PictureMessageFields } from '../../../contract/message-bodies.ts'
import { IMAGE_ALT_FIELDS } from '../../../contract/posts.ts'
import type { SpaceMessage } from '../../../contract/space-messages.ts'
import type { Id } from '../../platform/ids.ts'
import type { ImageSource } from '../../platform/images/decode-image.ts'
import { type DescribedImage, saveInOrder } from '../../platform/images/save-in-order.ts'
import type { Queryable } from '../../schema.ts'
import type { Actor, Services } from '../../services.ts'
import * as pictureQueries from './picture-queries.ts'

// The pictures of messages live and die with them. Of a message that was taken away and may come back
// the rows stay, and the rule of who may open a picture hides them.

export type MessagePicture = DescribedImage

/** Of the pictures of one message, in the order of the names. */
export type PictureAlts = Pick<PictureMessageFields, (typeof IMAGE_ALT_FIELDS)[number]>

export async function saveMessagePictures(
  actor: Actor,
  { images }: Pick<Services, 'images'>,
  { sources, alts }: { sources: ImageSource[]; alts: PictureAlts },
): Promise<MessagePicture[]> {
  const inOrder = IMAGE_ALT_FIELDS.map((name) => alts[name])
  return saveInOrder(images, actor.id, sources, inOrder)
}

export async function addPictures(
  { images }: Pick<Services, 'images'>,
  trx: Queryable,
  messageId: Id,
  pictures: MessagePicture[],
) {
  for (const { id } of pictures) await images.use(trx, id)
  if (pictures.length > 0) await pictureQueries.insertPictures(trx, messageId, pictures)
}

/** These messages have no pictures any more; the files follow with the next sweep of `images`. */
export async function releasePictures(
  { images }: Pick<Services, 'images'>,
  trx: Queryable,
  messageIds: Id[],
) {
  if (messageIds.length === 0) return
  await images.release(trx, await pictureQueries.deletePictures(trx, messageIds))
}

/** As everybody may get it, in an event: addresses are one viewer's. */
export function withoutAddresses(message: SpaceMessage): SpaceMessage {
  if (message.images.length === 0) return message
  return { ...message, images: message.images.map((image) => ({ ...image, sources: [] })) }
}
