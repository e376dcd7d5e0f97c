import type { Id } from '../../platform/ids.ts'
import type { Queryable } from '../../schema.ts'

/** The newest messages that show a link's card, whoever may read them. */
export async function messagesWithCard(db: Queryable, cardId: Id, limit: number) {
  return db
    .selectFrom('space_messages')
    .select(['id', 'space_id as spaceId'])
    .where('link_card_id', '=', cardId)
    .where('is_deleted', '=', 0)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export function findCardOfLink(trx: Queryable, cardId: Id) {
  return trx
    .selectFrom('link_cards as link')
    .select(['link.title as link_title', 'link.description as link_description'])
    .select(['link.site as link_site', 'link.image_id as link_image_id'])
    .where('link.id', '=', cardId)
    .executeTakeFirst()
}

export type LinkCardRow = NonNullable<Awaited<ReturnType<typeof findCardOfLink>>>

/** What stands beside its words changed. Its sender; undefined where it is gone. */
export async function touchMessage(trx: Queryable, id: Id, changeSeq: number) {
  const message = await trx
    .updateTable('space_messages')
    .set({ change_seq: changeSeq })
    .where('id', '=', id)
    .where('is_deleted', '=', 0)
    .returning('sender_id')
    .executeTakeFirst()
  return message?.sender_id ?? undefined
}
