import { DAY_MS } from '../../contract/durations.ts'
import { DELETED_NAME } from '../../contract/mentions.ts'
import { sign } from '../platform/server-keys.ts'
import type { Queryable, UserRow } from '../schema.ts'
import * as queries from './former-username-queries.ts'

// A name that its owner gave up, or left with their account, rests for a month: whoever took it at
// once would be taken for them. They may have it back, by the address it belonged to. Only keyed
// hashes are kept, so that nothing of an account that was deleted can be read here.

const RESTS_MS = 30 * DAY_MS

/**
 * They rest for good: who was called so would be mentioned by each text that says something else.
 */
const RESERVED = new Set(['here', DELETED_NAME])

type Names = Pick<UserRow, 'username_key' | 'email_key'>

export type FormerUsernames = ReturnType<typeof createFormerUsernames>

export function createFormerUsernames(key: Buffer) {
  const nameHash = ({ username_key }: Names) => sign(key, `name ${username_key}`)
  const ownerHash = ({ username_key, email_key }: Names) =>
    sign(key, `owner ${username_key} ${email_key}`)

  return {
    rest: (trx: Queryable, names: Names, now: number) =>
      queries.upsertRestingName(trx, {
        name_hash: nameHash(names),
        owner_hash: ownerHash(names),
        rests_until: now + RESTS_MS,
      }),

    /**
     * Whether the name is reserved, or rests and was another's; asked once it is taken, when its
     * giver is done.
     */
    async isResting(db: Queryable, names: Names, now: number): Promise<boolean> {
      if (RESERVED.has(names.username_key)) return true
      const owner = await queries.ownerOfResting(db, nameHash(names), now)
      return owner !== undefined && owner !== ownerHash(names)
    },
  }
}

export async function deleteRestedUsernames(db: Queryable, now: number) {
  await queries.deleteRestedUsernames(db, now)
}
