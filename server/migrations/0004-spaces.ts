import { type Kysely, SqliteAdapter, sql } from 'kysely'
import { columnTypes } from '../platform/database/column-types.ts'

export async function up(db: Kysely<never>): Promise<void> {
  const type = columnTypes(db)
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  // Rows that are nothing but their key are kept in it, at half the size.
  const keyOnly = isSqlite ? sql`without rowid` : sql``

  await db.schema
    .createTable('spaces')
    .addColumn('id', type.id, (c) => c.primaryKey())
    .addColumn('admin_id', type.id, (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('color_palette', 'text', (c) => c.notNull())
    .addColumn('sound_url', 'text', (c) => c.notNull())
    .addColumn('sound_name', 'text', (c) => c.notNull())
    .addColumn('sound_volume', 'double precision', (c) => c.notNull())
    .addColumn('art_url', 'text', (c) => c.notNull())
    .addColumn('art_title', 'text', (c) => c.notNull())
    .addColumn('art_artist', 'text', (c) => c.notNull())
    .addColumn('art_image_id', type.id, (c) => c.references('images.id'))
    .addColumn('is_private', type.flag, (c) => c.notNull())
    .addColumn('max_members', 'integer', (c) => c.notNull())
    .addColumn('tags', 'text', (c) => c.notNull())
    .addColumn('vibe', 'text', (c) => c.notNull())
    .addColumn('search_text', 'text', (c) => c.notNull())
    .addColumn('member_count', 'integer', (c) => c.notNull())
    .addColumn('last_seq', 'integer', (c) => c.notNull())
    .addColumn('last_activity_at', type.moment, (c) => c.notNull())
    .addColumn('created_at', type.moment, (c) => c.notNull())
    .addCheckConstraint('spaces_not_over_full', sql`member_count <= max_members`)
    .execute()
  await db.schema.createIndex('spaces_art').on('spaces').column('art_image_id').execute()
  await db.schema.createIndex('spaces_vibe').on('spaces').columns(['vibe', 'id']).execute()

  await db.schema
    .createTable('space_members')
    .addColumn('space_id', type.id, (c) => c.notNull().references('spaces.id').onDelete('cascade'))
    .addColumn('user_id', type.id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('joined_at', type.moment, (c) => c.notNull())
    .addColumn('last_read_seq', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('space_members_key', ['space_id', 'user_id'])
    .execute()
  await db.schema
    .createIndex('space_members_user')
    .on('space_members')
    .columns(['user_id', 'space_id'])
    .execute()

  // Senders and reactors are no foreign keys: whoever writes holds the space's row, and so does
  // the deletion of an account, which leaves the mark of a message without its sender.
  await db.schema
    .createTable('space_messages')
    .addColumn('id', type.id, (c) => c.primaryKey())
    .addColumn('space_id', type.id, (c) => c.notNull().references('spaces.id').onDelete('cascade'))
    .addColumn('seq', 'integer', (c) => c.notNull())
    .addColumn('change_seq', 'integer', (c) => c.notNull())
    .addColumn('sender_id', type.id)
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('client_id', 'text')
    .addColumn('created_at', type.moment, (c) => c.notNull())
    .addColumn('edited_at', type.moment)
    .addColumn('is_deleted', type.flag, (c) => c.notNull())
    .execute()
  await sql`create unique index space_messages_shown on space_messages (space_id, seq) where is_deleted = 0`.execute(
    db,
  )
  await db.schema
    .createIndex('space_messages_changes')
    .on('space_messages')
    .columns(['space_id', 'change_seq'])
    .unique()
    .execute()
  await sql`create index space_messages_sender on space_messages (sender_id, id) where sender_id is not null`.execute(
    db,
  )

  await db.schema
    .createTable('message_reactions')
    .addColumn('message_id', type.id, (c) =>
      c.notNull().references('space_messages.id').onDelete('cascade'),
    )
    .addColumn('user_id', type.id, (c) => c.notNull())
    .addColumn('emoji', type.key, (c) => c.notNull())
    .addColumn('given_seq', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('message_reactions_key', ['message_id', 'user_id', 'emoji'])
    .modifyEnd(keyOnly)
    .execute()
  await db.schema
    .createIndex('message_reactions_user')
    .on('message_reactions')
    .column('user_id')
    .execute()

  // One row for each person and space: who asks again replaces what was answered.
  await db.schema
    .createTable('join_requests')
    .addColumn('id', type.id, (c) => c.primaryKey())
    .addColumn('space_id', type.id, (c) => c.notNull().references('spaces.id').onDelete('cascade'))
    .addColumn('user_id', type.id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('message', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('admin_response', 'text', (c) => c.notNull())
    .addColumn('created_at', type.moment, (c) => c.notNull())
    .addColumn('answered_at', type.moment)
    .addUniqueConstraint('join_requests_person', ['space_id', 'user_id'])
    .execute()
  await db.schema
    .createIndex('join_requests_user')
    .on('join_requests')
    .columns(['user_id', 'id'])
    .execute()
  await sql`create index join_requests_pending on join_requests (space_id, id) where status = 'pending'`.execute(
    db,
  )
}
