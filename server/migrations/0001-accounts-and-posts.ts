import type { Kysely } from 'kysely'
import { columnTypes } from '../platform/database/column-types.ts'

export async function up(db: Kysely<never>): Promise<void> {
  const type = columnTypes(db)

  await db.schema
    .createTable('counters')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'integer', (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('server_keys')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('secret', 'text', (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('images')
    .addColumn('id', type.id, (c) => c.primaryKey())
    .addColumn('owner_id', type.id, (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('width', 'integer', (c) => c.notNull())
    .addColumn('height', 'integer', (c) => c.notNull())
    .addColumn('placeholder', 'text', (c) => c.notNull())
    .addColumn('widths', 'text', (c) => c.notNull())
    .addColumn('created_at', type.moment, (c) => c.notNull())
    .addColumn('delete_after', type.moment)
    .execute()
  await db.schema
    .createIndex('images_delete_after')
    .on('images')
    .column('delete_after')
    .where('delete_after' as never, 'is not', null)
    .execute()

  await db.schema
    .createTable('users')
    .addColumn('id', type.id, (c) => c.primaryKey())
    .addColumn('username', 'text', (c) => c.notNull())
    .addColumn('username_key', type.key, (c) => c.notNull().unique())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('email_key', type.key, (c) => c.notNull().unique())
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('user_number', 'integer', (c) => c.notNull().unique())
    .addColumn('verified_at', type.moment)
    .addColumn('is_admin', type.flag, (c) => c.notNull().defaultTo(0))
    .addColumn('is_private', type.flag, (c) => c.notNull().defaultTo(0))
    .addColumn('photo_image_id', type.id, (c) => c.references('images.id'))
    .addColumn('about_me', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('pet_preference', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('currently_vibing_to', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('currently_vibing_to_spotify', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('created_at', type.moment, (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('sessions')
    .addColumn('id', type.id, (c) => c.primaryKey())
    .addColumn('user_id', type.id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('remember_me', type.flag, (c) => c.notNull())
    .addColumn('generation', 'integer', (c) => c.notNull())
    .addColumn('refreshed_at', type.moment, (c) => c.notNull())
    .addColumn('expires_at', type.moment, (c) => c.notNull())
    .addColumn('created_at', type.moment, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute()
  await db.schema.createIndex('sessions_expiry').on('sessions').column('expires_at').execute()

  await db.schema
    .createTable('mailed_links')
    .addColumn('token_hash', type.key, (c) => c.primaryKey())
    .addColumn('user_id', type.id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('expires_at', type.moment, (c) => c.notNull())
    .addColumn('used_at', type.moment)
    .execute()
  await db.schema
    .createIndex('mailed_links_user')
    .on('mailed_links')
    .columns(['user_id', 'purpose'])
    .execute()

  await db.schema
    .createTable('mail_outbox')
    .addColumn('id', type.id, (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('next_attempt_at', type.moment, (c) => c.notNull())
    .addColumn('created_at', type.moment, (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('mail_outbox_next')
    .on('mail_outbox')
    .column('next_attempt_at')
    .execute()

  await db.schema
    .createTable('friendships')
    .addColumn('user_id', type.id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('friend_id', type.id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', type.moment, (c) => c.notNull())
    .addPrimaryKeyConstraint('friendships_pair', ['user_id', 'friend_id'])
    .execute()
  await db.schema.createIndex('friendships_friend').on('friendships').column('friend_id').execute()

  await db.schema
    .createTable('posts')
    .addColumn('id', type.id, (c) => c.primaryKey())
    .addColumn('author_id', type.id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('image_id', type.id, (c) => c.references('images.id'))
    .addColumn('image_alt', 'text', (c) => c.notNull())
    .addColumn('created_at', type.moment, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('posts_author').on('posts').columns(['author_id', 'id']).execute()
  await db.schema.createIndex('posts_image').on('posts').column('image_id').execute()
}
