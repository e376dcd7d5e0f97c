import type { Id } from '../../platform/ids.ts'
import type { Queryable } from '../../schema.ts'
import { type GivenReaction, reactionsTo } from './reaction-queries.ts'

export interface Attachments {
  reply_to_id: Id | null
  post_id: Id | null
  link_card_id: Id | null
  pinned_at: number | null
  /** Its pictures stay where they are: see `message-images.ts`. */
  image_count: number
  reactions: GivenReaction[]
}

export async function attachmentsOf(
  trx: Queryable,
  {
    id,
    reply_to_id,
    post_id,
    link_card_id,
    pinned_at,
    image_count,
  }: Omit<Attachments, 'reactions'> & { id: Id },
): Promise<Attachments> {
  const reactions = await reactionsTo(trx, id)
  return { reply_to_id, post_id, link_card_id, pinned_at, image_count, reactions }
}
