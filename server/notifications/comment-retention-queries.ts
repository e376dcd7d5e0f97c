import type { ExpressionBuilder } from 'kysely'
import type { Id } from '../platform/ids.ts'
import type { Queryable, Schema } from '../schema.ts'
import type { GroupedNotification } from './retention-queries.ts'
import { untoldIn } from './untold.ts'

// The SQL of a comment that goes, which may be one of several that were told as one.

export interface GoneComment {
  id: Id
  post_id: Id
  author_id: Id | null
}

/** What leads to the comment, and what may count it among others. */
export function notificationsOfComment(
  trx: Queryable,
  comment: GoneComment,
): Promise<GroupedNotification[]> {
  return trx
    .selectFrom('notifications')
    .select(['id', 'user_id', 'kind', 'count', 'params', 'comment_id as newest', 'is_read'])
    .where('post_id', '=', comment.post_id)
    .where(({ eb, or, and }) =>
      or([
        eb('comment_id', '=', comment.id),
        and([eb('sender_id', '=', comment.author_id), eb('is_read', '=', 0), eb('count', '>', 1)]),
      ]),
    )
    .execute()
}

/**
 * The newest comments that are told as one with the one that goes: as many as are counted at most.
 * What was said after the notification is told by another: it takes a new id with each it tells.
 * They were told whether or not the reader sees them just now, and no word of them is read; what
 * was not told when it was said, of who was muted then, is not among them.
 */
export async function groupedCommentIds(
  trx: Queryable,
  { post_id, author_id }: GoneComment,
  { id: notificationId, user_id, kind, count, params }: GroupedNotification,
): Promise<Id[]> {
  const answersReader = (eb: ExpressionBuilder<Schema, 'comments'>) =>
    eb.exists(
      eb
        .selectFrom('comments as parent')
        .select('parent.id')
        .whereRef('parent.id', '=', 'comments.parent_id')
        .where('parent.author_id', '=', user_id),
    )
  const untold = untoldIn(params)
  const rows = await trx
    .selectFrom('comments')
    .select('comments.id')
    .$if(untold.length > 0, (query) => query.where('comments.id', 'not in', untold))
    .where('comments.post_id', '=', post_id)
    .where('comments.author_id', '=', author_id)
    .where('comments.id', '<', notificationId)
    // Whose thread it stands in is told of it as an answer. So is whose reply it answers, but that
    // is not kept: for them it may be taken for a comment, and one to another for an answer.
    .$if(kind === 'comment', (query) => query.where((eb) => eb.not(answersReader(eb))))
    .$if(kind === 'reply', (query) => query.where('comments.parent_id', 'is not', null))
    .$if(kind === 'mention', (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('post_mentions')
            .select('post_mentions.id')
            .whereRef('post_mentions.comment_id', '=', 'comments.id')
            .where('post_mentions.user_id', '=', user_id),
        ),
      ),
    )
    .orderBy('comments.id', 'desc')
    .limit(count)
    .execute()
  return rows.map((row) => row.id)
}
