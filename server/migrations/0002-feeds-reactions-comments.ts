import { type Kysely, SqliteAdapter, sql } from 'kysely'
import { columnTypes } from '../platform/database/column-types.ts'

export async function up(db: Kysely<never>): Promise<void> {
  const type = columnTypes(db)
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  // Rows that are nothing but their key are kept in it, at half the size.
  const keyOnly = isSqlite ? sql`without rowid` : sql``

  for (const column of ['like_count', 'dislike_count', 'comment_count', 'is_public'] as const)
    await db.schema
      .alterTable('posts')
      .addColumn(column, 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  await sql`update posts set is_public = (select 1 - is_private from users where users.id = posts.author_id)`.execute(
    db,
  )
  await sql`create index posts_public on posts (id) where is_public = 1`.execute(db)

  await db.schema
    .createTable('feed_entries')
    .addColumn('viewer_id', type.id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('post_id', type.id, (c) => c.notNull())
    .addPrimaryKeyConstraint('feed_entries_key', ['viewer_id', 'post_id'])
    .modifyEnd(keyOnly)
    .execute()

  await sql`insert into feed_entries (viewer_id, post_id)
    select friendships.user_id, posts.id from friendships join posts on posts.author_id = friendships.friend_id
    union all select author_id, id from posts`.execute(db)
  await db.schema
    .createTable('feed_floors')
    .addColumn('viewer_id', type.id, (c) =>
      c.primaryKey().references('users.id').onDelete('cascade'),
    )
    .addColumn('floor', type.id, (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('post_reactions')
    .addColumn('post_id', type.id, (c) => c.notNull().references('posts.id').onDelete('cascade'))
    .addColumn('user_id', type.id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('post_reactions_key', ['post_id', 'user_id'])
    .modifyEnd(keyOnly)
    .execute()
  await db.schema
    .createIndex('post_reactions_kind')
    .on('post_reactions')
    .columns(['post_id', 'kind', 'user_id'])
    .execute()
  await db.schema
    .createIndex('post_reactions_user')
    .on('post_reactions')
    .column('user_id')
    .execute()

  await db.schema
    .createTable('vibes')
    .addColumn('post_id', type.id, (c) => c.notNull().references('posts.id').onDelete('cascade'))
    .addColumn('user_id', type.id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('emoji', type.key, (c) => c.notNull())
    .addPrimaryKeyConstraint('vibes_key', ['post_id', 'user_id', 'emoji'])
    .modifyEnd(keyOnly)
    .execute()
  await db.schema.createIndex('vibes_user').on('vibes').column('user_id').execute()

  await db.schema
    .createTable('vibe_counts')
    .addColumn('post_id', type.id, (c) => c.notNull().references('posts.id').onDelete('cascade'))
    .addColumn('emoji', type.key, (c) => c.notNull())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('vibe_counts_key', ['post_id', 'emoji'])
    .modifyEnd(keyOnly)
    .execute()

  await db.schema
    .createTable('comments')
    .addColumn('id', type.id, (c) => c.primaryKey())
    .addColumn('post_id', type.id, (c) => c.notNull().references('posts.id').onDelete('cascade'))
    .addColumn('author_id', type.id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('created_at', type.moment, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('comments_post').on('comments').columns(['post_id', 'id']).execute()
  await db.schema.createIndex('comments_author').on('comments').column('author_id').execute()

  await db.schema
    .createTable('idempotency_keys')
    .addColumn('user_id', type.id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('key', type.key, (c) => c.notNull())
    .addColumn('body_hash', 'text', (c) => c.notNull())
    .addColumn('made_id', type.id, (c) => c.notNull())
    .addColumn('created_at', type.moment, (c) => c.notNull())
    .addPrimaryKeyConstraint('idempotency_keys_key', ['user_id', 'key'])
    .execute()
  await db.schema
    .createIndex('idempotency_keys_created')
    .on('idempotency_keys')
    .column('created_at')
    .execute()
}
