import type { Id } from '../../platform/ids.ts'
import type { Queryable } from '../../schema.ts'

// The SQL of posts that are deleted a little at a time.

export async function insertDeletedPost(trx: Queryable, id: Id) {
  await trx.insertInto('deleted_posts').values({ id }).execute()
}

/** Those of which something may still be there. */
export async function deletedPostIds(db: Queryable): Promise<Id[]> {
  const rows = await db.selectFrom('deleted_posts').select('id').execute()
  return rows.map(({ id }) => id)
}

export async function deleteDeletedPostRow(db: Queryable, id: Id) {
  await db.deleteFrom('deleted_posts').where('id', '=', id).execute()
}
