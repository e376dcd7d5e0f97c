import { sign } from '../platform/server-keys.ts'
import type { Queryable, UserRow } from '../schema.ts'

// A name that its owner gave up, or left with their account, rests for a month: whoever took it at
// once would be taken for them. They may have it back, by the address it belonged to. Only keyed
// hashes are kept, so that nothing of an account that was deleted can be read here.

const RESTS_MS = 30 * 24 * 60 * 60_000

type Names = Pick<UserRow, 'username_key' | 'email_key'>

export type FormerUsernames = ReturnType<typeof createFormerUsernames>

export function createFormerUsernames(key: Buffer) {
  const nameHash = ({ username_key }: Names) => sign(key, `name ${username_key}`)
  const ownerHash = ({ username_key, email_key }: Names) =>
    sign(key, `owner ${username_key} ${email_key}`)

  return {
    async rest(trx: Queryable, names: Names, now: number) {
      const row = { owner_hash: ownerHash(names), rests_until: now + RESTS_MS }
      await trx
        .insertInto('former_usernames')
        .values({ name_hash: nameHash(names), ...row })
        .onConflict((conflict) => conflict.column('name_hash').doUpdateSet(row))
        .execute()
    },

    /** Whether the name rests and was another's; asked once it is taken, when its giver is done. */
    async isResting(db: Queryable, names: Names, now: number): Promise<boolean> {
      const row = await db
        .selectFrom('former_usernames')
        .select('owner_hash')
        .where('name_hash', '=', nameHash(names))
        .where('rests_until', '>', now)
        .executeTakeFirst()
      return row !== undefined && row.owner_hash !== ownerHash(names)
    },
  }
}

export async function deleteRestedUsernames(db: Queryable, now: number) {
  await db.deleteFrom('former_usernames').where('rests_until', '<=', now).execute()
}
