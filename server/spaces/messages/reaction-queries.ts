import { type NotNull, sql } from 'kysely'
import { EMOJIS_OF_ONE_MAX } from '../../../contract/reaction-limits.ts'
import { REACTORS_MAX } from '../../../contract/space-messages.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { Id } from '../../platform/ids.ts'
import type { Queryable } from '../../schema.ts'
import { visibleMembers } from '../../visibility/visible-queries.ts'

// The SQL of reactions to messages. Whoever writes holds the space's row.

export interface GivenReaction {
  message_id: Id
  user_id: Id
  emoji: string
  given_seq: number
}

const takenReaction = prepared((trx: Queryable, given: GivenReaction) =>
  trx
    .deleteFrom('message_reactions')
    .where('message_id', '=', given.message_id)
    .where('user_id', '=', given.user_id)
    .where('emoji', '=', given.emoji)
    .returning('emoji'),
)

const insertReaction = prepared((trx: Queryable, given: GivenReaction) =>
  trx
    .insertInto('message_reactions')
    .columns(['message_id', 'user_id', 'emoji', 'given_seq'])
    .expression(
      trx
        .selectNoFrom((eb) => [
          eb.val(given.message_id).as('message_id'),
          eb.val(given.user_id).as('user_id'),
          eb.val(given.emoji).as('emoji'),
          eb.val(given.given_seq).as('given_seq'),
        ])
        .where(ownReactions(trx, given), '<', sql.lit(EMOJIS_OF_ONE_MAX)),
    )
    .returning('emoji'),
)

const ownReactions = (trx: Queryable, { message_id, user_id }: GivenReaction) =>
  trx
    .selectFrom('message_reactions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('message_id', '=', message_id)
    .where('user_id', '=', user_id)

const changedMessage = prepared((trx: Queryable, given: GivenReaction) =>
  trx
    .updateTable('space_messages')
    .set({ change_seq: given.given_seq })
    .where('id', '=', given.message_id),
)

/**
 * Gives the reaction, or takes it back if it was given: with this number the message changes. False
 * where the member gave the message as many as there may be.
 */
export async function toggleReaction(trx: Queryable, reaction: GivenReaction): Promise<boolean> {
  const [taken] = await takenReaction(trx, reaction)
  if (!taken && (await insertReaction(trx, reaction)).length === 0) return false
  await changedMessage(trx, reaction)
  return true
}

export function reactionsTo(trx: Queryable, messageId: Id) {
  return trx
    .selectFrom('message_reactions')
    .selectAll()
    .where('message_id', '=', messageId)
    .execute()
}

interface OneReaction {
  messageId: Id
  emoji: string
}

/**
 * Of whom the viewer sees, the last first. The caller has asked whether they may read the message.
 */
export function reactorsOf(db: Queryable, viewer: Id, { messageId, emoji }: OneReaction) {
  return visibleMembers(db, viewer)
    .innerJoin('message_reactions as reaction', 'reaction.user_id', 'users.id')
    .select(['users.id', 'users.username', 'users.user_number', 'users.photo_image_id'])
    .where('reaction.message_id', '=', messageId)
    .where('reaction.emoji', '=', emoji)
    .$narrowType<{ user_number: NotNull }>()
    .orderBy('reaction.given_seq', 'desc')
    .limit(REACTORS_MAX)
    .execute()
}

/** All who gave it and whose accounts are there. */
export async function countReactors(db: Queryable, { messageId, emoji }: OneReaction) {
  const { count } = await db
    .selectFrom('message_reactions as reaction')
    .innerJoin('users as giver', 'giver.id', 'reaction.user_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('reaction.message_id', '=', messageId)
    .where('reaction.emoji', '=', emoji)
    .where('giver.deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}
