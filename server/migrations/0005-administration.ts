import type { Kysely } from 'kysely'
import { columnTypes } from '../platform/database/column-types.ts'

export async function up(db: Kysely<never>): Promise<void> {
  const type = columnTypes(db)
  // Of whom something was done to, only the member number is kept: a deleted account leaves
  // nothing else.
  await db.schema
    .createTable('admin_acts')
    .addColumn('id', type.id, (c) => c.primaryKey())
    .addColumn('admin_id', type.id, (c) => c.references('users.id').onDelete('set null'))
    .addColumn('act', 'text', (c) => c.notNull())
    .addColumn('member_number', 'integer', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('created_at', type.moment, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('admin_acts_admin').on('admin_acts').column('admin_id').execute()
}
