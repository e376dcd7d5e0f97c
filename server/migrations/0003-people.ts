import { type Kysely, SqliteAdapter, sql } from 'kysely'
import { columnTypes } from '../platform/database/column-types.ts'
import { indexMembers } from './0003-member-words.ts'

export async function up(db: Kysely<never>): Promise<void> {
  const type = columnTypes(db)
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  // Rows that are nothing but their key are kept in it, at half the size.
  const keyOnly = isSqlite ? sql`without rowid` : sql``

  // One row for each pair, so that two who ask each other at once cannot both be waiting.
  await db.schema
    .createTable('friend_requests')
    .addColumn('low_id', type.id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('high_id', type.id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('sender_id', type.id, (c) => c.notNull())
    .addColumn('recipient_id', type.id, (c) => c.notNull())
    .addColumn('created_at', type.moment, (c) => c.notNull())
    .addPrimaryKeyConstraint('friend_requests_pair', ['low_id', 'high_id'])
    .execute()
  await db.schema
    .createIndex('friend_requests_high')
    .on('friend_requests')
    .column('high_id')
    .execute()
  await db.schema
    .createIndex('friend_requests_recipient')
    .on('friend_requests')
    .columns(['recipient_id', 'created_at', 'sender_id'])
    .execute()

  // What a member is found by: the endings of their username and the words of their bio, in lower
  // case, so that a search for a beginning of one is a range of the key on both databases.
  await db.schema
    .createTable('member_words')
    .addColumn('tier', 'integer', (c) => c.notNull())
    .addColumn('word', type.key, (c) => c.notNull())
    .addColumn('newness', 'integer', (c) => c.notNull())
    .addColumn('user_id', type.id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('member_words_key', ['tier', 'word', 'newness'])
    .modifyEnd(keyOnly)
    .execute()
  await db.schema
    .createIndex('member_words_user')
    .on('member_words')
    .columns(['user_id', 'word', 'tier'])
    .execute()
  await indexMembers(db)
  // With the moment beside the number, members are counted and paged through in the index alone.
  await sql`create index users_members on users (user_number, verified_at) where verified_at is not null`.execute(
    db,
  )

  // A place in a squad is a friend's: it goes with the friendship, whatever happens at once.
  await db.schema
    .createTable('squad_places')
    .addColumn('user_id', type.id, (c) => c.notNull())
    .addColumn('friend_id', type.id, (c) => c.notNull())
    .addColumn('place', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('squad_places_key', ['user_id', 'friend_id'])
    .addForeignKeyConstraint(
      'squad_places_friendship',
      ['user_id', 'friend_id'],
      'friendships',
      ['user_id', 'friend_id'],
      (c) => c.onDelete('cascade'),
    )
    .execute()

  await db.schema
    .createTable('notifications')
    .addColumn('id', type.id, (c) => c.primaryKey())
    .addColumn('user_id', type.id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('sender_id', type.id, (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('post_id', type.id, (c) => c.references('posts.id').onDelete('cascade'))
    .addColumn('comment_id', type.id, (c) => c.references('comments.id').onDelete('cascade'))
    .addColumn('space_id', type.id)
    .addColumn('is_read', type.flag, (c) => c.notNull())
    .addColumn('created_at', type.moment, (c) => c.notNull())
    .execute()
  // Grows with every change of what stands on a post's card, so that a card can be kept written.
  await db.schema
    .alterTable('posts')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()

  await db.schema
    .createIndex('notifications_user')
    .on('notifications')
    .columns(['user_id', 'id'])
    .execute()
  await sql`create index notifications_unread on notifications (user_id) where is_read = 0`.execute(
    db,
  )
  for (const column of ['sender_id', 'post_id', 'comment_id', 'space_id'] as const)
    await db.schema
      .createIndex(`notifications_${column.replace('_id', '')}`)
      .on('notifications')
      .column(column)
      .execute()
}
